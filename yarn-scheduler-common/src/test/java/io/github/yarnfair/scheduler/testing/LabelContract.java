// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.OPEN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.OWN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.ask;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.cores;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.part;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.withParts;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.PreemptionMonitor;
import io.github.yarnfair.scheduler.report.PartitionShare;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.jupiter.api.Test;

/** Partitions of the cluster: who may run where, by which weights and limits. */
abstract class LabelContract {
  private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";

  private final SchedulerConf conf = withParts(conf(), "root", "a,b");

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  // ------------------------------------------------------------------------------ who, where

  /** Fails if idle room of a partition were offered to nobody, or of an exclusive one to all. */
  @Test
  void requestsWithoutLabelUseIdleRoomOfNonExclusivePartitionsOnly() throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      SchedulerTestNode plain = cluster.node("plain", "", cores(2));
      SchedulerTestNode own = cluster.node("own", OWN, cores(8));
      SchedulerTestNode open = cluster.node("open", OPEN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, "", cores(1), 20);
      cluster.fixture.rounds(4);
      cluster.assertFree(own);
      assertThat(plain.free()).isEqualTo(resource(0, 0));
      assertThat(open.free()).isEqualTo(resource(0, 0));
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if requests without a label were served before those that name the partition. */
  @Test
  void requestsThatNameThePartitionComeFirstThere() throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      SchedulerTestNode open = cluster.node("open", OPEN, cores(8));
      SchedulerTestApp guest = cluster.fixture.submit("root.a");
      SchedulerTestApp owner = cluster.fixture.submit("root.b");
      ask(guest, "", cores(1), 20);
      ask(owner, OPEN, cores(1), 5);
      cluster.fixture.rounds(6);
      assertThat(cluster.held("root.b", open)).isEqualTo(5);
      assertThat(cluster.held("root.a", open)).isEqualTo(3);
      cluster.fixture.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /** Fails if idle room were taken while nodes without a label have room, as without the delay. */
  @Test
  void nodesWithoutLabelAreFilledBeforeIdleRoom() throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      SchedulerTestNode open = cluster.node("open", OPEN, cores(8));
      SchedulerTestNode plain = cluster.node("plain", "", cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, "", cores(1), 8);
      cluster.fixture.rounds(3); // The labelled node reports first each time.
      cluster.assertFree(open);
      assertThat(plain.free()).isEqualTo(resource(0, 0));
      cluster.fixture.verify();
    }
  }

  /**
   * Fails if what a queue uses as a guest, in a partition of which it has no part, counted there:
   * it would get nothing elsewhere.
   */
  @Test
  void guestsKeepTheirShareOfNodesWithoutLabel() throws Exception {
    SchedulerConf without =
        conf.copy()
            .unset(part("root.b", OPEN, "capacity"))
            .set(part("root.a", OPEN, "capacity"), 100);
    try (LabelledCluster cluster = new LabelledCluster(without)) {
      SchedulerTestNode open = cluster.node("open", OPEN, cores(4));
      SchedulerTestApp guest = cluster.fixture.submit("root.b");
      ask(guest, "", cores(1), 40);
      cluster.fixture.rounds(4);
      assertThat(cluster.held("root.b", open)).isEqualTo(4);
      SchedulerTestApp other = cluster.fixture.submit("root.a");
      ask(other, "", cores(1), 40);
      SchedulerTestNode plain = cluster.node("plain", "", cores(16));
      cluster.fixture.rounds(2);
      assertThat(cluster.held("root.b", plain)).as("about half of 16").isBetween(6L, 10L);
      cluster.fixture.verify();
    }
  }

  /** Fails if a limit of one partition held in another, or in none. */
  @Test
  void maximumCapacityHoldsInItsPartitionOnly() throws Exception {
    SchedulerConf limited = conf.copy().set(part("root.a", OWN, "maximum-capacity"), 25);
    try (LabelledCluster cluster = new LabelledCluster(limited)) {
      SchedulerTestNode plain = cluster.node("plain", "", cores(8));
      SchedulerTestNode own = cluster.node("own", OWN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, "", cores(1), 20);
      ask(app, OWN, cores(1), 20);
      cluster.fixture.rounds(3);
      assertThat(cluster.held("root.a", own)).isEqualTo(2);
      assertThat(cluster.held("root.a", plain)).isEqualTo(8);
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if a queue could use a partition without a part of it, as before labels counted. */
  @Test
  void queueWithoutPartOfPartitionRunsNothingThere() throws Exception {
    SchedulerConf without =
        conf.copy()
            .unset(part("root.a", OWN, "capacity"))
            .set(part("root.b", OWN, "capacity"), 100);
    try (LabelledCluster cluster = new LabelledCluster(without)) {
      SchedulerTestNode own = cluster.node("own", OWN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, OWN, cores(1), 3);
      cluster.fixture.rounds(3);
      cluster.assertFree(own);
      cluster.fixture.scheduler.reinitialize(
          conf.copy().yarn("yarn.node-labels.enabled", true).build(),
          cluster.fixture.rm.getRMContext());
      cluster.fixture.rounds(2);
      assertThat(cluster.held("root.a", own)).isEqualTo(3);
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  // -------------------------------------------------------------------------- nodes that change

  /** Fails if the usage of running containers stayed in the partition that the node has left. */
  @Test
  void usageMovesWithTheNodeThatGetsAnotherLabel() throws Exception {
    SchedulerConf limited = conf.copy().set(part("root.a", OWN, "maximum-capacity"), 50);
    try (LabelledCluster cluster = new LabelledCluster(limited)) {
      SchedulerTestNode first = cluster.node("first", "", cores(8));
      SchedulerTestNode second = cluster.node("second", OWN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, "", cores(1), 6);
      cluster.fixture.rounds(2);
      assertThat(cluster.held("root.a", first)).isEqualTo(6);
      cluster.label(first, OWN);
      cluster.fixture.verify();
      ask(app, OWN, cores(1), 10);
      cluster.fixture.rounds(3);
      assertThat(cluster.held("root.a", first) + cluster.held("root.a", second))
          .as("8 of the 16 cores of the partition, of which 6 have moved there")
          .isEqualTo(8);
      assertThat(cluster.fixture.metrics("root.a").getAllocatedVirtualCores()).isZero();
      for (Container container : app.containers()) {
        app.complete(container);
      }
      cluster.fixture.rounds(2);
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if a label that comes while the cluster runs were not known to the queues. */
  @Test
  void labelAddedAtRunTimeIsServedByTheSameFile() throws Exception {
    SchedulerConf late = conf.copy().set(part("root.a", "late", "capacity"), 100);
    try (LabelledCluster cluster = new LabelledCluster(late)) {
      SchedulerTestNode node = cluster.node("n1", "", cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, "", cores(1), 2);
      cluster.fixture.rounds(2);
      cluster.labels().addToCluserNodeLabels(List.of(NodeLabel.newInstance("late", true)));
      cluster.label(node, "late");
      cluster.fixture.verify();
      ask(app, "late", cores(1), 3);
      cluster.fixture.rounds(2);
      assertThat(cluster.held("root.a", node)).isEqualTo(5);
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if a node kept its reservation, which is for requests of the partition it has left. */
  @Test
  void reservationEndsWhenTheNodeGetsAnotherLabel() throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      SchedulerTestNode node = cluster.node("n1", OWN, cores(8));
      SchedulerTestApp small = cluster.fixture.submit("root.a");
      ask(small, OWN, cores(1), 4);
      cluster.fixture.rounds(2);
      SchedulerTestApp large = cluster.fixture.submit("root.b");
      ask(large, OWN, cores(6), 1);
      cluster.fixture.rounds(2);
      assertThat(node.inScheduler().getReservedContainer()).as("before the move").isNotNull();
      cluster.label(node, OPEN);
      assertThat(node.inScheduler().getReservedContainer()).as("after the move").isNull();
      cluster.fixture.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /** Fails if the removal of a label from the cluster left the usage in its partition. */
  @Test
  void removedLabelLeavesTheContainersInTheDefaultPartition() throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      SchedulerTestNode node = cluster.node("n1", OWN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, OWN, cores(1), 3);
      cluster.fixture.rounds(2);
      cluster.labels().removeFromClusterNodeLabels(List.of(OWN));
      cluster.fixture.settle();
      cluster.fixture.verify();
      assertThat(node.inScheduler().getPartition()).isEmpty();
      assertThat(cluster.fixture.metrics("root.a").getAllocatedVirtualCores()).isEqualTo(3);
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  // ---------------------------------------------------------------------------- what masters see

  /** Fails if the headroom were that of the whole cluster, or of the default partition always. */
  @Test
  void headroomIsOfThePartitionsThatTheApplicationNames() throws Exception {
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      cluster.node("plain", "", cores(2));
      cluster.node("own", OWN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, OWN, cores(1), 3);
      cluster.fixture.rounds(2);
      assertThat(app.headroom(cores(5))).isEqualTo(cores(5));
      SchedulerTestApp other = cluster.fixture.submit("root.a");
      assertThat(other.headroom(cores(2))).isEqualTo(cores(2));
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if metrics of a partition were those of the cluster, or counted guests elsewhere. */
  @Test
  void metricsTellWhatIsAvailableAllocatedAndPendingInEachPartition() throws Exception {
    SchedulerConf uneven =
        conf.copy()
            .set(part("root.a", OPEN, "capacity"), 25)
            .set(part("root.b", OPEN, "capacity"), 75);
    try (LabelledCluster cluster = new LabelledCluster(uneven)) {
      cluster.node("plain", "", cores(2));
      cluster.node("open", OPEN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, OPEN, cores(1), 1);
      ask(app, "", cores(1), 5);
      cluster.fixture.rounds(4);
      ask(app, OPEN, cores(7), 2);
      cluster.fixture.rounds(1);
      QueueMetrics ofQueue = cluster.metrics("root.a", OPEN);
      assertThat(ofQueue.getAllocatedVirtualCores()).as("its own and 3 guests").isEqualTo(4);
      assertThat(ofQueue.getPendingVirtualCores()).isEqualTo(14);
      assertThat(ofQueue.getAvailableVirtualCores()).as("2 of 8, all of them used").isZero();
      assertThat(cluster.metrics("root.b", OPEN).getAvailableVirtualCores()).isEqualTo(6);
      assertThat(cluster.metrics("root", OPEN).getAvailableVirtualCores()).isEqualTo(4);
      QueueMetrics plain = cluster.fixture.metrics("root");
      assertThat(plain.getAllocatedVirtualCores()).isEqualTo(2);
      assertThat(plain.getAvailableVirtualCores()).isZero();
    }
  }

  /** Fails if the report of a queue said nothing of its partitions, or of the wrong ones. */
  @Test
  void reportTellsUsageLimitsAndIdealSharesInEachPartition() throws Exception {
    SchedulerConf limited = conf.copy().set(part("root.a", OWN, "maximum-capacity"), 50);
    try (LabelledCluster cluster = new LabelledCluster(limited)) {
      cluster.node("plain", "", cores(4));
      cluster.node("own", OWN, cores(8));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      ask(app, OWN, cores(1), 9);
      cluster.fixture.rounds(2);
      PartitionShare own =
          cluster.fixture.scheduler.readings().snapshot().children().get(0).partitions().get(2);
      assertThat(own.name()).isEqualTo(OWN);
      assertThat(own.used()).isEqualTo(cores(4));
      assertThat(own.limit()).isEqualTo(cores(4));
      assertThat(own.total()).isEqualTo(cores(8));
      assertThat(own.pending()).isEqualTo(cores(5));
      assertThat(own.dominant()).isEqualTo(0.5);
      assertThat(own.ideal()).isEqualTo(0.5);
      assertThat(own.entitledFractionOfClass()).isEqualTo(0.5);
      assertThat(cluster.fixture.scheduler.readings().snapshot().children().get(0).share().used())
          .as("without a label")
          .isEqualTo(resource(0, 0));
      cluster.fixture.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if guests stayed in a partition whose owner asks for its part. */
  @Test
  void idleRoomComesBackByPreemption() throws Exception {
    SchedulerConf preempting =
        conf.copy()
            .yarn(PREEMPTION + "max_wait_before_kill", 1)
            .yarn(PREEMPTION + "total_preemption_per_round", 1)
            .yarn(PREEMPTION + "natural_termination_factor", 1);
    try (LabelledCluster cluster = new LabelledCluster(preempting)) {
      long[] now = {1_000_000};
      cluster.fixture.scheduler.setClock(() -> now[0]);
      PreemptionMonitor monitor = new PreemptionMonitor();
      monitor.init(
          cluster.fixture.rm.getConfig(),
          cluster.fixture.rm.getRMContext(),
          cluster.fixture.scheduler);
      SchedulerTestNode open = cluster.node("open", OPEN, cores(8));
      SchedulerTestApp guest = cluster.fixture.submit("root.a");
      ask(guest, "", cores(1), 20);
      cluster.fixture.rounds(4);
      assertThat(cluster.held("root.a", open)).isEqualTo(8);
      SchedulerTestApp owner = cluster.fixture.submit("root.b");
      ask(owner, OPEN, cores(1), 4);
      for (int i = 0; i < 6; i++) {
        monitor.editSchedule();
        now[0] += 1000;
        cluster.fixture.rounds(2);
      }
      assertThat(cluster.held("root.b", open)).isEqualTo(4);
      cluster.fixture.verify();
    }
  }
}
