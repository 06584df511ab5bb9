// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.cores;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.report.PartitionShare;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/** Machine classes by a node attribute, where node labels are off. */
class MachineClassAttributeTest {
  private static final String MODEL = "model";

  private final SchedulerConf conf =
      SchedulerConf.of(NaiveScheduler.class)
          .queues("root", "a,b")
          .withoutLabels()
          .option("machine-class-attribute", MODEL);

  private static SchedulerTestNode node(SchedulerFixture cluster, String host, String model) {
    SchedulerTestNode node = new SchedulerTestNode(cluster, host, 1, cores(8));
    return cluster.addNode(node.withAttribute(MODEL, model));
  }

  private static List<Resource> used(SchedulerFixture cluster, int queue) {
    return cluster.scheduler.readings().snapshot().children().get(queue).partitions().stream()
        .map(PartitionShare::used)
        .toList();
  }

  /** Fails if a request without a label were kept to the nodes without the attribute. */
  @Test
  void requestsRunInEachClassAndCountWhereTheyRun() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      node(cluster, "n1", "old");
      node(cluster, "n2", "new");
      SchedulerTestApp app = cluster.submit("root.a");
      app.ask(cores(1), 16);
      cluster.rounds(2);
      assertThat(app.live()).isEqualTo(16);
      assertThat(used(cluster, 0)).containsExactly(cores(0), cores(8), cores(8));
      cluster.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if the limit were one of the whole cluster: all 8 could run on one node. */
  @Test
  void maximumCapacityHoldsInEachClass() {
    try (SchedulerFixture cluster =
        new SchedulerFixture(conf.copy().set("root.a.maximum-capacity", 50))) {
      SchedulerTestNode first = node(cluster, "n1", "old");
      SchedulerTestNode second = node(cluster, "n2", "new");
      SchedulerTestApp app = cluster.submit("root.a");
      app.ask(cores(1), 16);
      cluster.rounds(2);
      assertThat(List.of(first.allocated(), second.allocated()))
          .containsExactly(cores(4), cores(4));
      cluster.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if a value that comes while the cluster runs were unknown, or left the usage behind. */
  @Test
  void usageMovesWithTheNodeWhoseAttributeChanges() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestNode node = node(cluster, "n1", "old");
      SchedulerTestApp app = cluster.submit("root.a");
      app.ask(cores(1), 3);
      cluster.rounds(2);
      node.changeAttribute(MODEL, "newest");
      cluster.verify();
      assertThat(used(cluster, 0)).containsExactly(cores(0), cores(3), cores(0));
      for (Container container : app.containers()) {
        app.complete(container);
      }
      node.heartbeat();
      cluster.drainAndVerify("root", "root.a");
    }
  }

  /** Fails if a refresh changed what tells classes apart while containers are charged by it. */
  @Test
  void refreshWithAnotherAttributeIsRefused() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      assertThatThrownBy(
              () ->
                  cluster.scheduler.reinitialize(
                      conf.copy().option("machine-class-attribute", "other").build(),
                      cluster.rm.getRMContext()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("yarn.scheduler.naive.machine-class-attribute = \"other\"")
          .hasMessageContaining("restarted");
      cluster.verify();
    }
  }

  /** Fails if a value that means nothing were taken for a default. */
  @Test
  void unknownShareSpaceIsRefusedWithFileKeyAndValue() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      assertThatThrownBy(
              () ->
                  cluster.scheduler.reinitialize(
                      conf.copy().option("share-space", "node").build(), cluster.rm.getRMContext()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("yarn.scheduler.naive.share-space = \"node\"")
          .hasMessageContaining("one of class, cluster");
    }
  }
}
