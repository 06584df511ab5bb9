// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.PreemptionMonitor;
import org.junit.jupiter.api.Test;

class PreemptionTurnTest {
  private long now = 1_000_000;

  /**
   * Four applications of one queue and one of another share equally, by a policy that thinks so.
   * The one is entitled to half, but whatever ended for it would go to all: nothing must end. If it
   * did, it would time and again.
   */
  @Test
  void preemptionDoesNotFightThePolicy() {
    SchedulerConf conf =
        SchedulerConf.of(FlatScheduler.class)
            .queues("root", "a,b")
            .yarn("yarn.resourcemanager.monitor.capacity.preemption.max_wait_before_kill", 0);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.scheduler.setClock(() -> now);
      PreemptionMonitor monitor = new PreemptionMonitor();
      monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
      for (int i = 0; i < 4; i++) {
        cluster.submit("root.a").ask(SchedulerConf.resource(100, 1), 10_000);
      }
      SchedulerTestApp alone = cluster.submit("root.b");
      alone.ask(SchedulerConf.resource(100, 1), 10_000);
      cluster.addNode("n1", SchedulerConf.resource(10_000, 100));
      cluster.rounds(3);
      assertThat(alone.live()).isEqualTo(20);
      for (int i = 0; i < 10; i++) {
        now += 3000;
        monitor.editSchedule();
        cluster.rounds(2);
      }
      assertThat(cluster.metrics("root").getAggregatePreemptedContainers()).isZero();
      assertThat(alone.live()).isEqualTo(20);
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }
}
