// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeCleanContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAttributesUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeLabelsUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes come, change and go. */
class NodeTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;

  @BeforeEach
  void boot() {
    cluster =
        new SchedulerFixture(
            SchedulerConf.of(NaiveScheduler.class)
                .queues("root", "a,b")
                .set("root.a.capacity", "[memory=4000,vcores=4]")
                .set("root.b.capacity", "[memory=1000,vcores=1]"));
    node = cluster.addNode("n1", resource(8000, 8, 4, 0));
    app = cluster.submit("root.a");
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  @Test
  void aLostNodeTakesItsContainersAlong() {
    SchedulerTestNode other = cluster.addNode("n2", resource(1000, 1));
    app.ask(resource(1000, 1, 1, 0), 4);
    cluster.rounds(2);
    node.remove();
    assertThat(app.held()).isEqualTo(resource(0, 0));
    assertThat(cluster.scheduler.getClusterResource()).isEqualTo(resource(1000, 1));
    assertThat(cluster.scheduler.getRootQueueMetrics().getAvailableMB()).isEqualTo(1000);
    cluster.verify();
    cluster.send(new NodeRemovedSchedulerEvent(node.rmNode()));
    cluster.send(new NodeUpdateSchedulerEvent(node.rmNode()));
    app.ask(resource(500, 0), 1);
    other.heartbeat();
    assertThat(app.held()).isEqualTo(resource(500, 0));
  }

  @Test
  void aLateReportOfARemovedNodeIsNotRead() {
    app.ask(resource(1000, 1), 2);
    node.heartbeat();
    app.heartbeat();
    node.remove();
    node.heartbeat();
    cluster.verify();
    assertThat(app.live()).isZero();
  }

  @Test
  void aNodeThatRegistersAgainKeepsTheContainersItReports() {
    app.ask(resource(1000, 1), 3);
    cluster.rounds(2);
    Container kept = app.containers().get(0);
    NMContainerStatus report = running(kept.getId(), kept.getResource());
    // Reported twice by mistake: counted once.
    node.register(List.of(report, report));
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    assertThat(node.allocated()).isEqualTo(resource(1000, 1));
    assertThat(cluster.scheduler.getNumClusterNodes()).isEqualTo(1);
    assertThat(cluster.scheduler.getClusterResource()).isEqualTo(resource(8000, 8, 4, 0));
    cluster.verify();
  }

  /** YARN's own recovery looks for the current attempt, and would leave the container running. */
  @Test
  void aContainerOfAnApplicationBetweenTwoAttemptsEnds() {
    List<Event<?>> toNodes = new CopyOnWriteArrayList<>();
    cluster.rm.getRMContext().getDispatcher().register(RMNodeEventType.class, toNodes::add);
    SchedulerTestApp between = new SchedulerTestApp(cluster, 900, "root.a", "user", 0);
    between.addApplication();
    ContainerId left =
        ContainerId.newContainerId(ApplicationAttemptId.newInstance(between.id(), 1), 2);
    node.register(List.of(running(left, resource(1000, 1))));
    cluster.settle();
    assertThat(toNodes)
        .singleElement()
        .isInstanceOfSatisfying(
            RMNodeCleanContainerEvent.class,
            event -> assertThat(event.getContainerId()).isEqualTo(left));
    assertThat(node.allocated()).isEqualTo(resource(0, 0));
    assertThat(cluster.errors.messages()).isEmpty();
    between.remove();
  }

  private static NMContainerStatus running(ContainerId id, Resource size) {
    return NMContainerStatus.newInstance(
        id, 0, ContainerState.RUNNING, size, "", 0, Priority.newInstance(1), 0);
  }

  @Test
  void aNodeShrunkBelowWhatItRunsGetsNothingAndCanBeKilledBack() {
    app.ask(resource(1000, 1, 1, 0), 4);
    cluster.rounds(2);
    node.resize(resource(8000, 8, 1, 0), -1);
    assertThat(node.free().getResourceValue(SchedulerConf.GPU)).isEqualTo(-3);
    app.ask(resource(1000, 1), 9);
    cluster.rounds(2);
    assertThat(app.live()).as("no GPU is missing for CPU work").isLessThanOrEqualTo(8);
    cluster.verify();
    node.resize(resource(8000, 8, 2, 0), 0);
    cluster.settle();
    cluster.rounds(3);
    assertThat(app.held().getResourceValue(SchedulerConf.GPU)).isLessThanOrEqualTo(2);
    assertThat(node.free().getResourceValue(SchedulerConf.GPU)).isGreaterThanOrEqualTo(0);
  }

  @Test
  void anOvercommittedNodeWithTimeMarksItsContainersFirst() {
    app.ask(resource(1000, 1, 1, 0), 4);
    cluster.rounds(2);
    node.resize(resource(8000, 8, 3, 0), 1_000_000);
    cluster.settle();
    assertThat(app.heartbeat().getStrictContainerPreemptions()).isNotEmpty();
    assertThat(app.live()).isEqualTo(4);
  }

  @Test
  void aNodeGrownLiveIsUsedAtOnce() {
    app.ask(resource(1000, 1, 2, 0), 4);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(2);
    node.resize(resource(8000, 8, 8, 0), -1);
    assertThat(cluster.scheduler.getClusterResource()).isEqualTo(resource(8000, 8, 8, 0));
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(4);
  }

  @Test
  void aDecommissioningNodeGetsNothing() {
    node.setState(NodeState.DECOMMISSIONING);
    app.ask(resource(1000, 1), 2);
    cluster.rounds(3);
    assertThat(app.live()).isZero();
    node.setState(NodeState.RUNNING);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(2);
  }

  @Test
  void uselessNodeHasNoEffectOnOthers() {
    SchedulerTestNode empty = cluster.addNode("empty", resource(0, 0, 0, 3));
    empty.heartbeats(3);
    app.ask(resource(1000, 1), 2);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(2);
    empty.assertIdle();
  }

  @Test
  void aLabelUpdateIsFollowedByARemovalWithoutHarm() {
    app.ask(resource(1000, 1), 2);
    cluster.rounds(2);
    // The update that YARN sends for each node that registers would take the label away again.
    cluster.settle();
    cluster.send(new NodeLabelsUpdateSchedulerEvent(Map.of(node.id(), Set.of("fast"))));
    assertThat(node.inScheduler().getPartition()).isEqualTo("fast");
    app.ask(resource(1000, 1), 1);
    node.heartbeat();
    assertThat(app.live()).as("a request without label keeps off a labelled node").isEqualTo(2);
    node.remove();
    cluster.verify();
    assertThat(app.live()).isZero();
  }

  @Test
  void attributesAreTakenOver() {
    NodeAttribute attribute =
        NodeAttribute.newInstance("rm.yarn.io", "os", NodeAttributeType.STRING, "linux");
    cluster.send(new NodeAttributesUpdateSchedulerEvent(Map.of("n1", Set.of(attribute))));
    cluster.send(new NodeAttributesUpdateSchedulerEvent(Map.of("nowhere", Set.of(attribute))));
    assertThat(node.inScheduler().getNodeAttributes()).containsExactly(attribute);
  }

  @Test
  void weightsThatAreVectorsSurviveAnEmptyCluster() {
    node.remove();
    cluster.verify();
    cluster.addNode("n2", resource(5000, 5));
    app.ask(resource(100, 1), 10);
    SchedulerTestApp other = cluster.submit("root.b");
    other.ask(resource(100, 1), 10);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(4);
    assertThat(other.live()).isEqualTo(1);
  }
}
