// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.preemption.RoundTimes;

/** The scheduler as its preemption monitor sees it. */
public interface PreemptingScheduler {
  /**
   * Plans which containers have to end, warns their masters, and ends those that were warned long
   * enough ago. One thread at a time.
   */
  RoundTimes preempt();

  /** Returns the time between two rounds, in milliseconds. */
  long preemptionIntervalMillis();
}
