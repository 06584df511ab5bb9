// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.preemption.RoundTimes;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The monitor that preempts containers; YARN calls it at its {@linkplain #getMonitoringInterval
 * interval} in a thread of its own. It replaces CapacityScheduler's preemption policy and is
 * enabled by the same keys. Warnings belong to one monitor: a monitor that is started after another
 * was stopped warns masters again before it ends a container.
 */
public final class PreemptionMonitor implements SchedulingEditPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(PreemptionMonitor.class);

  // Set in init, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private PreemptingScheduler scheduler;

  private volatile RoundTimes lastRound = RoundTimes.NONE;

  /** For YARN, which makes one by the name of the class. */
  public PreemptionMonitor() {}

  @Override
  public void init(Configuration conf, RMContext context, ResourceScheduler resourceScheduler) {
    if (!(resourceScheduler instanceof PreemptingScheduler preempting)) {
      throw new YarnRuntimeException(
          getClass().getName() + " does not preempt for " + resourceScheduler.getClass().getName());
    }
    scheduler = preempting;
  }

  @Override
  public void editSchedule() {
    lastRound = scheduler.preempt();
    LOG.debug("{}", lastRound);
  }

  /** Returns the duration of the last round; zeros before the first. */
  public RoundTimes lastRound() {
    return lastRound;
  }

  @Override
  public long getMonitoringInterval() {
    return scheduler.preemptionIntervalMillis();
  }

  @Override
  public String getPolicyName() {
    return getClass().getName();
  }
}
