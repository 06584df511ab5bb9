// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.OWN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.ask;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.cores;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.part;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.withParts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues share partitions by weights of their own in each. */
class LabelWeightTest {
  private final SchedulerConf conf =
      withParts(SchedulerConf.of(NaiveScheduler.class), "root", "a,b");

  /** Fails if a queue's weight were the same in each partition. */
  @Test
  void queuesShareEachPartitionByTheirCapacitiesThere() throws Exception {
    SchedulerConf uneven =
        conf.copy()
            .set(part("root.a", OWN, "capacity"), 75)
            .set(part("root.b", OWN, "capacity"), 25)
            .set("root.a.capacity", 25)
            .set("root.b.capacity", 75);
    assertThat(shared(uneven, OWN)).containsExactly(6L, 2L);
    assertThat(shared(uneven, "")).containsExactly(2L, 6L);
  }

  private static List<Long> shared(SchedulerConf conf, String label) throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      SchedulerTestNode node = cluster.node("n1", label, cores(8));
      for (String queue : List.of("root.a", "root.b")) {
        ask(cluster.fixture.submit(queue), label, cores(1), 20);
      }
      cluster.fixture.rounds(3);
      List<Long> held = List.of(cluster.held("root.a", node), cluster.held("root.b", node));
      cluster.fixture.drainAndVerify("root", "root.a", "root.b");
      return held;
    }
  }
}
