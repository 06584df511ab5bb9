// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.PreemptionMonitor;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The containers that have done least end, and none that ends in time by itself. A rival that ends
 * the newest containers fails the first test, one that knows no durations the second.
 */
abstract class PreemptionLossContract {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final long WAIT_MS = 15_000;

  private SchedulerFixture cluster;
  private PreemptionMonitor monitor;
  private long now = 1_000_000;

  abstract SchedulerConf conf();

  private void boot() {
    SchedulerConf conf =
        conf()
            .queues("root", "a,b")
            .yarn(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true)
            .yarn(KEY + "max_ignored_over_capacity", 0)
            .yarn(KEY + "natural_termination_factor", 1)
            .yarn(KEY + "total_preemption_per_round", 1);
    cluster = new SchedulerFixture(conf);
    cluster.endBackgroundLooks();
    cluster.scheduler.setClock(() -> now);
    monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
  }

  private SchedulerTestApp running(String queue, int cores, int count) {
    SchedulerTestApp app = cluster.submit(queue);
    app.ask(resource(100, cores), count);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(count);
    return app;
  }

  private void look() {
    monitor.editSchedule();
    now += WAIT_MS;
    monitor.editSchedule();
    cluster.rounds(2);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /**
   * At the look the small ones have lost 2 x 300 core-seconds, the large one 8 x 200. A what-if
   * answer names the containers that end.
   */
  @Test
  void twoOldContainersEndWhereANewOneHasDoneMore() throws Exception {
    boot();
    cluster.addNode("n1", resource(10_000, 16));
    SchedulerTestApp first = running("root.a", 1, 8);
    now += 100_000;
    first.ask(List.of(SchedulerTestApp.anywhere(resource(100, 8), 1, 2)));
    cluster.rounds(2);
    assertThat(first.live()).isEqualTo(9);
    now += 200_000;
    SchedulerTestApp late = cluster.submit("root.b");
    late.ask(resource(100, 2), 1);
    cluster.rounds(1);
    WhatIfAnswer answer =
        cluster
            .scheduler
            .readings()
            .whatIf(
                WhatIfContract.request(Map.of("root.a.capacity", "1w", "root.b.capacity", "1w")));
    Set<String> before = ids(first);
    look();
    assertThat(late.live()).isOne();
    before.removeAll(ids(first));
    assertThat(answer.preempted())
        .extracting(WhatIfAnswer.Ending::id)
        .containsExactlyInAnyOrderElementsOf(before);
    assertThat(answer.preempted())
        .extracting(WhatIfAnswer.Ending::ranMillis)
        .containsExactly(300_000L, 300_000L);
    assertThat(first.attempt().getLiveContainers())
        .extracting(container -> container.getContainer().getResource().getVirtualCores())
        .containsExactlyInAnyOrder(1, 1, 1, 1, 1, 1, 8);
  }

  /** Containers of the first application last 100 s, and one of them has run for 95 s. */
  @Test
  void aContainerThatEndsInTimeIsSparedAndItsEndServes() {
    boot();
    cluster.addNode("n1", resource(10_000, 4));
    SchedulerTestApp regular = cluster.submit("root.a");
    for (int i = 0; i < 100; i++) {
      regular.ask(resource(100, 4), 1);
      cluster.rounds(2);
      now += 100_000;
      complete(regular);
    }
    assertThat(regular.live()).isZero();
    regular.ask(resource(100, 1), 1);
    cluster.rounds(2);
    now += 92_000;
    SchedulerTestApp other = running("root.a", 1, 3);
    now += 3_000;
    SchedulerTestApp late = cluster.submit("root.b");
    late.ask(resource(100, 1), 1);
    cluster.rounds(1);
    monitor.editSchedule();
    assertThat(other.heartbeat().getContainerPreemptions()).as("asked for").isNullOrEmpty();
    assertThat(regular.heartbeat().getContainerPreemptions()).as("asked for").isNullOrEmpty();
    now += 5_000;
    complete(regular);
    assertThat(late.live()).isOne();
    late.ask(resource(100, 1), 1);
    look();
    assertThat(late.live()).as("another one has to end for the next").isEqualTo(2);
    assertThat(other.live()).isEqualTo(2);
  }

  private static Set<String> ids(SchedulerTestApp app) {
    return app.containers().stream()
        .map(container -> container.getId().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void complete(SchedulerTestApp app) {
    List<Container> all = new ArrayList<>(app.containers());
    for (Container container : all) {
      Objects.requireNonNull(cluster.node(container.getNodeId())).complete(container.getId());
    }
    cluster.rounds(2);
  }
}
