// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.util.Clock;

/** The preemption monitor of CapacityScheduler or of this project's schedulers, in virtual time. */
final class HostedPreemption {
  private final SchedulingEditPolicy monitor;

  /**
   * @param conf that the scheduler was started with
   */
  HostedPreemption(RealScheduler scheduler, Configuration conf, SchedulerHost host, Clock clock) {
    if (scheduler.equals(RealScheduler.CAPACITY)) {
      monitor =
          new ProportionalCapacityPreemptionPolicy(
              host.context(), (CapacityScheduler) host.scheduler(), clock);
    } else {
      monitor = new PreemptionMonitor();
      monitor.init(conf, host.context(), host.scheduler());
    }
  }

  /**
   * Lets containers be preempted, as far and as fast as the scheduler's notion of fairness has it:
   * keys that leave a queue more than its share, or take only a part of it at a time, are opened.
   */
  static void configure(RealScheduler scheduler, Configuration conf) {
    // Under CapacityScheduler no queue may lose anything without. No thread of YARN's looks, as it
    // knows no virtual time.
    conf.setBoolean(
        YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, scheduler.equals(RealScheduler.CAPACITY));
    conf.set(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES, "");
    conf.setDouble(CapacitySchedulerConfiguration.PREEMPTION_MAX_IGNORED_OVER_CAPACITY, 0);
    conf.setDouble(CapacitySchedulerConfiguration.PREEMPTION_NATURAL_TERMINATION_FACTOR, 1);
    conf.setFloat(CapacitySchedulerConfiguration.TOTAL_PREEMPTION_PER_ROUND, 1);
    conf.setBoolean(
        CapacitySchedulerConfiguration.PREEMPTION_TO_BALANCE_QUEUES_BEYOND_GUARANTEED, true);
    conf.setLong(
        CapacitySchedulerConfiguration.MAX_WAIT_BEFORE_KILL_FOR_QUEUE_BALANCE_PREEMPTION,
        CapacitySchedulerConfiguration.DEFAULT_PREEMPTION_WAIT_TIME_BEFORE_KILL);
    conf.setBoolean(CapacitySchedulerConfiguration.INTRAQUEUE_PREEMPTION_ENABLED, true);
  }

  /** Lets it look at the cluster, and mark or end containers. */
  void look() {
    monitor.editSchedule();
  }
}
