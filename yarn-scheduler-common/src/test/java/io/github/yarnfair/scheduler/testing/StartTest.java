// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AutoCreatedQueueDeletionPolicy;
import org.junit.jupiter.api.Test;

/** A ResourceManager with a bad configuration does not start, and says what to mend. */
class StartTest extends StartContract {
  @Override
  SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  @Override
  List<RefusedOption> refusedOptions() {
    String balance = "yarn.scheduler.naive.balance.";
    return List.of(
        new RefusedOption(balance + "half-life", "59s", "a time from 1m to 365d"),
        new RefusedOption(balance + "half-life", "366d", "a time from 1m to 365d"),
        new RefusedOption(balance + "half-life", "24", "a time from 1m to 365d"),
        new RefusedOption(balance + "half-life", "a day", "a time from 1m to 365d"),
        new RefusedOption(balance + "floor", "0", "a number above 0, at most 1"),
        new RefusedOption(balance + "floor", "1.01", "a number above 0, at most 1"),
        new RefusedOption(balance + "floor", "NaN", "a number above 0, at most 1"),
        new RefusedOption(balance + "strength", "-0.1", "a number of at least 0"),
        new RefusedOption(balance + "strength", "Infinity", "a number of at least 0"),
        new RefusedOption(balance + "charges", "some", "contended or all"),
        new RefusedOption(balance + "preempts", "yes", "false or true"),
        new RefusedOption(balance + "store", "balances", "the absolute path or URI"));
  }

  @Test
  void aNegativeWeight() {
    assertRefused(
        good.copy().set("root.a.capacity", "-1w"),
        "yarn.scheduler.capacity.root.a.capacity",
        "-1w",
        "expected");
  }

  @Test
  void noFileAndNoQueues() {
    assertRefused(
        good.copy().unset("root.queues"),
        "capacity-scheduler.xml",
        "yarn.scheduler.capacity.root.queues");
  }

  @Test
  void aMaximumAllocationBelowTheMinimum() {
    assertRefused(
        good.copy().yarn(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 0),
        YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB + " = \"0\": expected");
  }

  @Test
  void monitorsThatNeedCapacitySchedulerAreLeftOutWithAWarning() throws Exception {
    SchedulerConf monitored =
        good.copy()
            .yarn(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true)
            .yarn(
                YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES,
                ProportionalCapacityPreemptionPolicy.class.getName()
                    + ","
                    + AutoCreatedQueueDeletionPolicy.class.getName());
    try (SchedulerFixture cluster = new SchedulerFixture(monitored)) {
      assertThat(monitorWarnings(cluster)).isEqualTo(1);
      assertThat(
              cluster
                  .scheduler
                  .getSchedulingMonitorManager()
                  .isSameConfiguredPolicies(Set.of(PreemptionMonitor.class.getName())))
          .isTrue();
      cluster.scheduler.reinitialize(monitored.build(), cluster.rm.getRMContext());
      assertThat(monitorWarnings(cluster)).as("one more for the refresh").isEqualTo(2);
      cluster.scheduler.reinitialize(good.build(), cluster.rm.getRMContext());
      assertThat(monitorWarnings(cluster)).isEqualTo(2);
      SchedulerTestNode node = cluster.addNode("n1", SchedulerConf.resource(1000, 1));
      SchedulerTestApp app = cluster.submit("root.a");
      app.ask(SchedulerConf.resource(1000, 1), 1);
      node.heartbeat();
      assertThat(app.live()).isEqualTo(1);
      cluster.drainAndVerify("root", "root.a");
    }
  }

  private static long monitorWarnings(SchedulerFixture cluster) {
    return cluster.errors.warnings().stream()
        .filter(warning -> warning.contains(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES))
        .count();
  }
}
