// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import org.apache.hadoop.yarn.sls.scheduler.SchedulerMetrics;

/** The simulator's metrics as they are; the simulator asks for a class for each scheduler. */
public final class SlsSchedulerMetrics extends SchedulerMetrics {}
