// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A labelled partition serves the requests that name it, and only those. */
class PartitionTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode fast;
  private SchedulerTestNode plain;
  private SchedulerTestApp app;

  @BeforeEach
  void boot() throws IOException {
    cluster =
        new SchedulerFixture(
            SchedulerConf.of(NaiveScheduler.class)
                .queues("root", "a")
                .set("root.a.accessible-node-labels.fast.capacity", 100)
                .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true));
    RMNodeLabelsManager labels = cluster.rm.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of("fast"));
    fast = cluster.addNode("f1", resource(8000, 8));
    plain = cluster.addNode("n1", resource(8000, 8));
    label(fast, Set.of("fast"));
    app = cluster.submit("root.a");
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  /** Labels a node as {@code yarn rmadmin -replaceLabelsOnNode} does. */
  private void label(SchedulerTestNode node, Set<String> labels) throws IOException {
    cluster.rm.getRMContext().getNodeLabelManager().replaceLabelsOnNode(Map.of(node.id(), labels));
    cluster.settle();
  }

  private void askLabelled(int count, int priority) {
    ResourceRequest request = anywhere(resource(1000, 1), count, priority);
    request.setNodeLabelExpression("fast");
    app.ask(List.of(request));
  }

  @Test
  void aRequestThatNamesThePartitionIsServedThereOnly() {
    askLabelled(3, 1);
    plain.heartbeats(5);
    plain.assertIdle();
    fast.heartbeat();
    app.heartbeat();
    assertThat(app.containers()).hasSize(3);
    assertThat(fast.allocated()).isEqualTo(resource(3000, 3));
    cluster.verify();
    app.complete(app.containers().get(0));
    fast.heartbeat();
    assertThat(fast.allocated()).isEqualTo(resource(2000, 2));
  }

  @Test
  void aRequestWithoutLabelIsNeverServedThere() {
    app.ask(resource(1000, 1), 20);
    fast.heartbeats(5);
    fast.assertIdle();
    plain.heartbeat();
    assertThat(plain.allocated()).isEqualTo(resource(8000, 8));
    fast.heartbeats(5);
    fast.assertIdle();
  }

  @Test
  void bothKindsOfRequestsAreServedSideBySide() {
    app.ask(resource(1000, 1), 20);
    askLabelled(20, 2);
    cluster.rounds(2);
    assertThat(fast.allocated()).isEqualTo(resource(8000, 8));
    assertThat(plain.allocated()).isEqualTo(resource(8000, 8));
    assertThat(app.pending()).isEqualTo(24);
  }

  @Test
  void aNodeThatRegistersAgainKeepsItsPartition() {
    fast.register();
    app.ask(resource(1000, 1), 1);
    fast.heartbeats(3);
    fast.assertIdle();
    askLabelled(1, 2);
    fast.heartbeat();
    assertThat(fast.allocated()).isEqualTo(resource(1000, 1));
  }

  @Test
  void aNodeThatLeavesThePartitionKeepsWhatItRuns() throws IOException {
    askLabelled(2, 1);
    cluster.rounds(2);
    label(fast, Set.of());
    cluster.verify();
    askLabelled(2, 1);
    fast.heartbeats(3);
    assertThat(app.live()).as("no node of the partition is left").isEqualTo(2);
    app.ask(List.of(anywhere(resource(1000, 1), 1, 2)));
    fast.heartbeat();
    assertThat(app.live()).isEqualTo(3);
  }

  @Test
  void aDecreaseIsNotTakenFromTheMetricsOfTheDefaultPartition() {
    askLabelled(1, 1);
    cluster.rounds(2);
    app.decrease(app.onlyContainer(), resource(400, 1));
    assertThat(fast.allocated()).isEqualTo(resource(400, 1));
    assertThat(cluster.metrics("root.a").getAllocatedMB()).isZero();
  }
}
