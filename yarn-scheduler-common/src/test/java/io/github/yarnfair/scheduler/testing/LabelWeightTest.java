// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.OWN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.ask;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.cores;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.part;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.withParts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.report.PartitionShare;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Queues share partitions by weights of their own in each, and figures name the partition. */
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

  /** Fails if the part of a partition that a weight comes to were said to be the weight. */
  @Test
  void weightsOfPartitionsAreShownAsConfigured() throws Exception {
    SchedulerConf weighted =
        conf.copy()
            .set(part("root.a", OWN, "capacity"), "40w")
            .set(part("root.b", OWN, "capacity"), "30w");
    try (LabelledCluster cluster = new LabelledCluster(weighted)) {
      cluster.node("own", OWN, cores(8));
      PartitionShare own =
          cluster.fixture.scheduler.readings().snapshot().children().get(0).partitions().stream()
              .filter(part -> part.name().equals(OWN))
              .findFirst()
              .orElseThrow();
      assertThat(own.configured()).isEqualTo("40w");
      assertThat(own.entitledFraction()).isCloseTo(40.0 / 70, within(1e-9));
    }
  }

  /** Fails if figures of the nodes without a label, or of a partition, were said of the cluster. */
  @Test
  void explanationsSayOfWhichPartitionTheirFiguresAre() throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      cluster.node("plain", "", cores(4));
      cluster.node("own1", OWN, cores(8));
      cluster.node("own2", OWN, cores(8));
      SchedulerTestApp plain = cluster.fixture.submit("root.a");
      ask(plain, "", cores(1), 3);
      cluster.fixture.rounds(2);
      SchedulerTestApp own = cluster.fixture.submit("root.b");
      ask(own, OWN, cores(1), 12);
      cluster.fixture.rounds(4);
      ask(own, "", cores(1), 2);
      ask(plain, "", cores(1), 5);
      cluster.fixture.rounds(2);

      assertThat(explanation(cluster, plain))
          .contains("1 of 1 node open to requests without a label can hold a container of")
          .contains("Register a node open to requests without a label with at least")
          .doesNotContain("of the cluster");
      assertThat(explanation(cluster, own))
          .contains("queue root.a is ahead: it holds 100 % of the nodes in no partition, queue")
          .contains("queue root.b holds 75.0 % of partition own");
      cluster.fixture.drainAndVerify("root", "root.a", "root.b");
    }
  }

  private static String explanation(LabelledCluster cluster, SchedulerTestApp app) {
    return Objects.requireNonNull(
            cluster.fixture.scheduler.readings().newExplainer().explain(app.id(), id -> true))
        .toString();
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
