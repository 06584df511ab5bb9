// SPDX-License-Identifier: Apache-2.0

/**
 * The queue mappings of a {@code capacity-scheduler.xml}: which application runs in which queue.
 */
@NullMarked
package io.github.yarnfair.scheduler.conf.mapping;

import org.jspecify.annotations.NullMarked;
