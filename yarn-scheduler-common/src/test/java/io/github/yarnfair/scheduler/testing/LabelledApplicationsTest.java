// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.OPEN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.OWN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.part;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.withParts;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.report.PartitionShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.junit.jupiter.api.Test;

/** Partitions in a ResourceManager with real applications: masters, diagnostics, restart. */
class LabelledApplicationsTest {
  private final SchedulerConf conf =
      withParts(SchedulerConf.of(NaiveScheduler.class), "root", "a,b")
          .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true);

  private static RMNodeLabelsManager labels(SchedulerRm cluster) throws Exception {
    RMNodeLabelsManager labels = cluster.rm.getRMContext().getNodeLabelManager();
    if (labels.getClusterNodeLabelNames().isEmpty()) {
      labels.addToCluserNodeLabels(
          List.of(NodeLabel.newInstance(OWN, true), NodeLabel.newInstance(OPEN, false)));
    }
    return labels;
  }

  private static MockNM node(SchedulerRm cluster, String host, String label, Resource capability)
      throws Exception {
    MockNM node = cluster.node(host, capability);
    if (!label.isEmpty()) {
      labels(cluster).replaceLabelsOnNode(Map.of(node.getNodeId(), Set.of(label)));
    }
    cluster.rm.drainEvents();
    return node;
  }

  private static RMApp submit(SchedulerRm cluster, String queue, String label) throws Exception {
    RMApp app =
        MockRMAppSubmitter.submit(
            cluster.rm, SchedulerRm.application(cluster.rm, queue).withAmLabel(label).build());
    cluster.rm.drainEvents();
    return app;
  }

  /** Fails if usage came back in the default partition, where the limit of the label is not. */
  @Test
  void restartRecoversContainersInThePartitionOfTheirNode() throws Exception {
    SchedulerConf limited = conf.copy().set(part("root.a", OWN, "maximum-capacity"), 50);
    try (SchedulerRm first = new SchedulerRm(limited)) {
      MockNM node = node(first, "n1", OWN, resource(8000, 8));
      RMApp app = submit(first, "a", OWN);
      MockAM master = first.launch(app, node);
      List<Container> containers =
          new ArrayList<>(first.ask(master, LabelledCluster.request(OWN, resource(1000, 1), 2)));
      for (int i = 0; i < 5 && containers.size() < 2; i++) {
        node.nodeHeartbeat(true);
        first.rm.drainEvents();
        containers.addAll(first.ask(master));
      }
      assertThat(containers).hasSize(2);
      first.verify();
      try (SchedulerRm second = new SchedulerRm(limited, first.rm.getRMStateStore())) {
        labels(second).replaceLabelsOnNode(Map.of(node.getNodeId(), Set.of(OWN)));
        node.setResourceTrackerService(second.rm.getResourceTrackerService());
        List<NMContainerStatus> reports = new ArrayList<>();
        reports.add(report(ContainerId.newContainerId(master.getApplicationAttemptId(), 1), 100));
        containers.forEach(container -> reports.add(report(container.getId(), 1000)));
        node.registerNode(reports, List.of(app.getApplicationId()));
        second.rm.drainEvents();
        PartitionShare own =
            second.scheduler().readings().snapshot().children().get(0).partitions().stream()
                .filter(partition -> partition.name().equals(OWN))
                .findFirst()
                .orElseThrow();
        assertThat(own.used()).isEqualTo(resource(2100, 3));
        second.verify();
        master.setAMRMProtocol(second.rm.getApplicationMasterService(), second.rm.getRMContext());
        second.rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
        master.registerAppAttempt(false);
        second.ask(master, LabelledCluster.request(OWN, resource(1000, 1), 6));
        node.nodeHeartbeat(true);
        second.rm.drainEvents();
        assertThat(live(second, app)).as("4000 of the 8000, of which 2100 were held").isEqualTo(4);
        second.verify();
      }
    }
  }

  private static NMContainerStatus report(ContainerId id, int memory) {
    return NMContainerStatus.newInstance(
        id,
        0,
        ContainerState.RUNNING,
        resource(memory, 1),
        "",
        0,
        Priority.newInstance(1),
        0,
        OWN,
        ExecutionType.GUARANTEED,
        -1);
  }

  /** Fails if masters counted against the limit of another partition, or ran as guests. */
  @Test
  void mastersAreLimitedInThePartitionThatTheyName() throws Exception {
    SchedulerConf few =
        conf.copy()
            .set(part("root.a", OWN, "maximum-am-resource-percent"), 0.05)
            .set("maximum-am-resource-percent", 1);
    try (SchedulerRm cluster = new SchedulerRm(few)) {
      MockNM own = node(cluster, "own", OWN, resource(8000, 80));
      MockNM open = node(cluster, "open", OPEN, resource(8000, 80));
      RMApp first = submit(cluster, "a", OWN);
      RMApp second = submit(cluster, "a", OWN);
      RMApp third = submit(cluster, "a", OWN);
      RMApp plain = submit(cluster, "a", "");
      for (int i = 0; i < 4; i++) {
        own.nodeHeartbeat(true);
        open.nodeHeartbeat(true);
        cluster.rm.drainEvents();
      }
      assertThat(List.of(live(cluster, first), live(cluster, second)))
          .as("200 MB are 5 percent of the queue's 4000")
          .containsExactly(1, 1);
      assertThat(live(cluster, third)).isZero();
      assertThat(third.getDiagnostics().toString()).contains("in partition " + OWN);
      assertThat(live(cluster, plain)).as("without a label, and not as a guest").isZero();
      MockNM node = node(cluster, "plain", "", resource(8000, 8));
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(live(cluster, plain)).isEqualTo(1);
      cluster.verify();
    }
  }

  private static int live(SchedulerRm cluster, RMApp app) {
    return cluster
        .scheduler()
        .getSchedulerApplications()
        .get(app.getApplicationId())
        .getCurrentAppAttempt()
        .getLiveContainers()
        .size();
  }

  /** Fails if a node of another partition, which is large enough, hid that none of its own is. */
  @Test
  void diagnosticsNameARequestThatNoNodeOfItsPartitionCanHold() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockNM plain = node(cluster, "plain", "", resource(8000, 8));
      node(cluster, "own", OWN, resource(2000, 2));
      RMApp app = submit(cluster, "a", "");
      MockAM master = cluster.launch(app, plain);
      cluster.ask(master, LabelledCluster.request(OWN, resource(4000, 4), 1));
      plain.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).contains("no node of partition " + OWN);
      node(cluster, "larger", OWN, resource(4000, 4));
      plain.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).doesNotContain("no node of partition");
      cluster.verify();
    }
  }

  /** The nodes of a partition are none of those that a request without a label may use. */
  @Test
  void requestThatNoNodeWithoutALabelCanHoldSpeaksOfThese() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockNM plain = node(cluster, "plain", "", resource(3000, 4));
      node(cluster, "own", OWN, resource(8000, 8));
      RMApp app = submit(cluster, "a", "");
      MockAM master = cluster.launch(app, plain);
      cluster.ask(master, LabelledCluster.request("", resource(4000, 4), 1));
      plain.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains("no node without a label can hold a container of <memory:4000, vCores:4>")
          .contains("those without a label are 1 x <memory:3000, vCores:4>")
          .doesNotContain("the cluster has");
      cluster.verify();
    }
  }

  /** Fails if a request that was allowed once waited in silence. */
  @Test
  void diagnosticsNameARequestWhoseLabelARefreshTakesAway() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockNM plain = node(cluster, "plain", "", resource(8000, 8));
      MockNM own = node(cluster, "own", OWN, resource(2000, 2));
      RMApp app = submit(cluster, "a", "");
      MockAM master = cluster.launch(app, plain);
      cluster.ask(master, LabelledCluster.request(OWN, resource(1000, 1), 4));
      own.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(live(cluster, app)).isEqualTo(3);
      assertThat(app.getDiagnostics().toString()).doesNotContain("may not use");
      refresh(cluster, conf.copy().set("root.a.accessible-node-labels", OPEN));
      plain.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains("queue root.a may not use partition " + OWN + "; waiting for");
      assertThat(live(cluster, app)).as("what runs goes on").isEqualTo(3);
      refresh(cluster, conf);
      plain.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).doesNotContain("may not use");
      cluster.verify();
    }
  }

  private static void refresh(SchedulerRm cluster, SchedulerConf conf) throws Exception {
    cluster.rm.getResourceScheduler().reinitialize(conf.build(), cluster.rm.getRMContext());
  }
}
