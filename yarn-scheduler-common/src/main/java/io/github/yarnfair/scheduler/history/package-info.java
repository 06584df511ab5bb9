// SPDX-License-Identifier: Apache-2.0

/**
 * What queues, applications and nodes had in the last hours, in bounded memory: samples that are
 * taken at an interval. Lost with the ResourceManager.
 */
@NullMarked
package io.github.yarnfair.scheduler.history;

import org.jspecify.annotations.NullMarked;
