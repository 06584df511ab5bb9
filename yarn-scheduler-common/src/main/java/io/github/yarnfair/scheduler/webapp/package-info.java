// SPDX-License-Identifier: Apache-2.0

/**
 * The schedulers' part of the ResourceManager's web application: the page {@code
 * /cluster/scheduler} and the web service {@code /ws/v1/cluster/scheduler}. Both show a {@link
 * io.github.yarnfair.scheduler.report.QueueSnapshot}, never the live queues.
 */
@NullMarked
package io.github.yarnfair.scheduler.webapp;

import org.jspecify.annotations.NullMarked;
