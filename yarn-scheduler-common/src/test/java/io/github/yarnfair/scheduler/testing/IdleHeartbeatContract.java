// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.CountingScheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a heartbeat that cannot place anything costs, in decisions. */
abstract class IdleHeartbeatContract {
  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf counting(String mode) {
    return CountingScheduler.counting(conf()).queues("root", "a,b").option("node-headroom", mode);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reservation", "largest-task", "none"})
  void fullNodeCausesNoDecision(String mode) {
    try (SchedulerFixture cluster = new SchedulerFixture(counting(mode))) {
      SchedulerTestNode node = cluster.addNode("n1", resource(4096, 4));
      cluster.submit("root.a").ask(resource(1024, 1), 100);
      cluster.submit("root.b").ask(resource(4096, 4), 100);
      cluster.rounds(2);
      node.resize(node.allocated(), -1);
      CountingScheduler.DECISIONS.set(0);
      node.heartbeats(10);
      assertThat(CountingScheduler.DECISIONS).hasValue(0);
      cluster.drainAndVerify("root");
    }
  }

  /** All of them are larger than what is free and have no node left to reserve. */
  @Test
  void theCostDoesNotGrowWithTheNumberOfApplications() {
    try (SchedulerFixture cluster = new SchedulerFixture(counting("reservation"))) {
      SchedulerTestNode[] nodes = {
        cluster.addNode("n1", resource(4096, 4)), cluster.addNode("n2", resource(4096, 4))
      };
      SchedulerTestApp small = cluster.submit("root.a");
      small.ask(resource(1024, 1), 8);
      cluster.rounds(2);
      for (int i = 0; i < 50; i++) {
        cluster.submit("root.b").ask(resource(3072, 3), 1);
      }
      for (SchedulerTestNode node : nodes) {
        small.containers().stream()
            .filter(container -> container.getNodeId().equals(node.id()))
            .limit(1)
            .forEach(small::complete);
        node.heartbeat();
      }
      assertThat(nodes[0].inScheduler().getReservedContainer()).isNotNull();
      assertThat(nodes[1].inScheduler().getReservedContainer()).isNull();
      for (SchedulerTestNode node : nodes) {
        CountingScheduler.DECISIONS.set(0);
        node.heartbeat();
        assertThat(CountingScheduler.DECISIONS.get()).isBetween(1, 20);
      }
      cluster.drainAndVerify("root");
    }
  }
}
