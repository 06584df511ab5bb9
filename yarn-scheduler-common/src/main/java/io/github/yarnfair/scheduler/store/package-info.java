// SPDX-License-Identifier: Apache-2.0

/**
 * Queues configured in one of Hadoop's stores instead of a file, so that REST calls change them
 * while the ResourceManager runs.
 */
@NullMarked
package io.github.yarnfair.scheduler.store;

import org.jspecify.annotations.NullMarked;
