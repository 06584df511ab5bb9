// SPDX-License-Identifier: Apache-2.0

/**
 * Single keys of a Hadoop configuration: their values, the messages about them, and the settings
 * that belong to no single queue.
 */
@NullMarked
package io.github.yarnfair.scheduler.conf;

import org.jspecify.annotations.NullMarked;
