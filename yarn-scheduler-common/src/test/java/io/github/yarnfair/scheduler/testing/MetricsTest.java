// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.RefusingMetricsSystem.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Metrics say what containers hold and want, by queue and partition; and accounting does not depend
 * on them.
 */
class MetricsTest {
  private final SchedulerConf conf =
      conf()
          .queues("root", "a,b")
          .set("root.a.capacity", "3w")
          .set("root.b.capacity", "1w")
          .set("root.b.maximum-capacity", "50");

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  // ------------------------------------------------------------------- metrics that cannot be kept

  /** Each of these events registers metrics, or changes some that could not be registered. */
  @ParameterizedTest
  @EnumSource(
      value = Refusal.class,
      names = {"NAME_EXISTS", "BROKEN"})
  void everyEventIsAccountedForWhileNoMetricsCanBeRegistered(Refusal refusal) {
    try (RefusingMetricsSystem metrics = new RefusingMetricsSystem();
        SchedulerFixture cluster =
            new SchedulerFixture(
                conf.copy()
                    .set("user-metrics.enable", true)
                    .set("root.b.auto-queue-creation-v2.enabled", true))) {
      metrics.refuse(refusal);
      SchedulerTestNode node = cluster.addNode("n1", resource(8000, 8));
      cluster.addNode("n2", resource(8000, 8));
      assertThat(cluster.scheduler.getClusterResource()).isEqualTo(resource(16_000, 16));
      SchedulerTestApp app = cluster.submit("root.a");
      SchedulerTestApp created = cluster.submit("root.b.new");
      app.ask(resource(1000, 1), 10);
      created.ask(resource(1000, 1), 3);
      cluster.rounds(2);
      cluster.verify();
      assertThat(cluster.held("root.a")).isEqualTo(resource(10_000, 10));
      assertThat(cluster.held("root.b")).isEqualTo(resource(3000, 3));
      app.complete(app.containers().get(0));
      node.resize(resource(9000, 9), -1);
      cluster.rounds(2);
      assertThat(cluster.held("root.a")).isEqualTo(resource(9000, 9));
      app.failAttempt(true);
      app.addAttempt(true);
      assertThat(cluster.held("root.a")).isEqualTo(resource(9000, 9));
      cluster.verify();
      app.finish();
      created.finish();
      cluster.rounds(2);
      cluster.nodes().forEach(SchedulerTestNode::assertIdle);
      cluster.nodes().forEach(SchedulerTestNode::remove);
      assertThat(cluster.scheduler.getClusterResource()).isEqualTo(resource(0, 0));
      assertThat(cluster.scheduler.getSchedulerApplications()).isEmpty();
      cluster.settle();
      assertThat(cluster.errors.messages()).isEmpty();
      assertThat(metrics.refused())
          .as("the test registered something in each way")
          .contains(
              "PartitionQueueMetrics,partition=",
              "PartitionQueueMetrics,partition=,q0=root,q1=a",
              "QueueMetrics,q0=root,q1=b,q2=new")
          .anyMatch(name -> name.startsWith("QueueMetrics,q0=root,user="));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Refusal.class,
      names = {"NAME_EXISTS", "BROKEN"})
  void containersAreRecoveredWhileNoMetricsCanBeRegistered(Refusal refusal) {
    try (RefusingMetricsSystem metrics = new RefusingMetricsSystem();
        SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestApp app = cluster.submit("root.a");
      metrics.refuse(refusal);
      SchedulerTestNode node = new SchedulerTestNode(cluster, "n1", 1, resource(8000, 8));
      node.register(List.of(report(app, 1, resource(1000, 1)), report(app, 2, resource(2000, 2))));
      assertThat(app.held()).isEqualTo(resource(3000, 3));
      assertThat(node.allocated()).isEqualTo(resource(3000, 3));
      cluster.settle();
      assertThat(cluster.errors.messages()).isEmpty();
      assertThat(metrics.refused()).contains("PartitionQueueMetrics,partition=");
    }
  }

  // ----------------------------------------------------------------------------------- no drift

  /** A container is counted in the partition of its node, whatever its request has named. */
  @Test
  void aRelabelledNodeThatRegistersAgainLeavesMetricsRight() throws Exception {
    SchedulerConf labelled =
        conf.copy()
            .set("root.a.accessible-node-labels.fast.capacity", "1w")
            .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true);
    try (SchedulerFixture cluster = new SchedulerFixture(labelled)) {
      RMNodeLabelsManager labels = cluster.rm.getRMContext().getNodeLabelManager();
      labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of("fast", "slow"));
      SchedulerTestNode node = cluster.addNode("n1", resource(8000, 8));
      SchedulerTestApp app = cluster.submit("root.a");
      app.ask(resource(1000, 1), 2);
      cluster.rounds(2);
      label(cluster, node, Set.of("fast"));
      ResourceRequest request = SchedulerTestApp.anywhere(resource(1000, 1), 1, 2);
      request.setNodeLabelExpression("fast");
      app.ask(List.of(request));
      cluster.rounds(2);
      assertThat(app.live()).isEqualTo(3);
      cluster.verify();
      label(cluster, node, Set.of("slow"));
      List<NMContainerStatus> reports =
          app.containers().stream()
              .map(
                  container ->
                      report(
                          container.getId(),
                          container.getResource(),
                          container.getPriority().getPriority() == 2 ? "fast" : ""))
              .toList();
      node.register(reports);
      assertThat(app.live()).isEqualTo(3);
      cluster.verify();
      label(cluster, node, Set.of());
      cluster.verify();
      assertThat(cluster.metrics("root.a").getAllocatedContainers()).isEqualTo(3);
      assertThat(allocatedIn(cluster, "root.a", "fast")).isZero();
      app.containers().forEach(app::complete);
      cluster.rounds(2);
      assertThat(allocatedIn(cluster, "root.a", "fast")).isZero();
      cluster.drainAndVerify("root", "root.a");
    }
  }

  private static int allocatedIn(SchedulerFixture cluster, String queue, String label) {
    cluster.metrics(queue).getAllocatedContainers(); // hands on what waits
    return cluster.metrics(queue).getPartitionQueueMetrics(label).getAllocatedContainers();
  }

  private static void label(SchedulerFixture cluster, SchedulerTestNode node, Set<String> labels)
      throws Exception {
    cluster.rm.getRMContext().getNodeLabelManager().replaceLabelsOnNode(Map.of(node.id(), labels));
    cluster.settle();
  }

  /** Containers may outlive an attempt: its application may keep them for the next. */
  @Test
  void recoveryOntoAStoppedAttemptThatMovesLeavesMetricsRight() throws Exception {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestNode node = cluster.addNode("n1", resource(8000, 8));
      SchedulerTestApp app = cluster.submit("root.a");
      app.keepsContainers();
      app.ask(resource(1000, 1), 2);
      cluster.rounds(2);
      List<NMContainerStatus> reports =
          app.containers().stream()
              .map(container -> report(container.getId(), container.getResource(), ""))
              .toList();
      app.failAttempt(true);
      node.register(reports);
      assertApplications(cluster, "root.a", 0, 0);
      assertThat(app.live()).isEqualTo(2);
      cluster.verify();
      cluster.scheduler.moveApplication(app.id(), "root.b");
      app.setQueue("root.b");
      cluster.verify();
      node.register(reports);
      assertThat(cluster.metrics("root.b").getAllocatedContainers()).isEqualTo(2);
      assertApplications(cluster, "root.b", 0, 0);
      cluster.verify();
      app.addAttempt(true);
      node.register(reports);
      assertApplications(cluster, "root.b", 0, 1);
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }

  private static void assertApplications(
      SchedulerFixture cluster, String queue, int pending, int running) {
    QueueMetrics metrics = cluster.metrics(queue);
    assertThat(List.of(metrics.getAppsPending(), metrics.getAppsRunning()))
        .as("applications pending and running in " + queue)
        .containsExactly(pending, running);
  }

  @Test
  void twoToTheThirtyFirstContainersThatAreWithdrawnLeaveNothingPending() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestApp app = cluster.submit("root.a");
      SchedulerTestApp other = cluster.submit("root.a");
      app.ask(resource(1000, 3), Integer.MAX_VALUE);
      QueueMetrics metrics = cluster.metrics("root.a");
      assertThat(metrics.getPendingContainers()).isEqualTo(Integer.MAX_VALUE);
      assertThat(metrics.getPendingVirtualCores()).isEqualTo(Integer.MAX_VALUE);
      cluster.verify();
      other.ask(resource(1500, 2), Integer.MAX_VALUE);
      assertThat(metrics.getPendingContainers()).isEqualTo(Integer.MAX_VALUE);
      assertThat(metrics.getPendingMB()).isEqualTo(2500L * Integer.MAX_VALUE);
      cluster.verify();
      app.ask(resource(1000, 3), 5);
      assertThat(metrics.getPendingContainers()).isEqualTo(Integer.MAX_VALUE);
      cluster.verify();
      other.ask(resource(1500, 2), 0);
      assertThat(metrics.getPendingContainers()).isEqualTo(5);
      assertThat(metrics.getPendingVirtualCores()).isEqualTo(15);
      assertThat(cluster.metrics("root").getPendingVirtualCores()).isEqualTo(15);
      cluster.verify();
      cluster.drainAndVerify("root", "root.a");
    }
  }

  // --------------------------------------------------------------------------- what exporters read

  /** By weight, a is entitled to three quarters and b to one; b may hold half. */
  @Test
  void availableIsEntitlementMinusUsage() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(8000, 8, 4, 0));
      QueueMetrics a = cluster.metrics("root.a");
      QueueMetrics b = cluster.metrics("root.b");
      assertThat(a.getAvailableResources()).isEqualTo(resource(6000, 6, 3, 0));
      assertThat(b.getAvailableResources()).isEqualTo(resource(2000, 2, 1, 0));
      cluster.submit("root.b").ask(resource(500, 1, 0, 0), 3);
      cluster.rounds(2);
      assertThat(b.getAvailableResources()).isEqualTo(resource(500, 0, 1, 0));
      assertThat(a.getAvailableResources()).isEqualTo(resource(6000, 6, 3, 0));
      assertThat(cluster.metrics("root").getAvailableResources())
          .isEqualTo(resource(6500, 5, 4, 0));
      cluster.addNode("n2", resource(8000, 8, 4, 0));
      assertThat(b.getAvailableResources()).isEqualTo(resource(2500, 1, 2, 0));
      cluster.verify();
    }
  }

  @Test
  void theGaugesOfCapacitySchedulerAreThere() throws Exception {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(8000, 8, 4, 0));
      cluster.submit("root.b").ask(resource(500, 1, 0, 0), 3);
      cluster.rounds(2);
      assertThat(cluster.metrics("root.b").getAllocatedContainers()).isEqualTo(3);
      Map<String, Double> gauges = gauges(cluster, "root.b");
      assertThat(gauges)
          .containsEntry("GuaranteedMB", 2000.0)
          .containsEntry("GuaranteedVCores", 2.0)
          .containsEntry("GuaranteedCapacity." + SchedulerConf.GPU, 1.0)
          .containsEntry("MaxCapacityMB", 4000.0)
          .containsEntry("MaxCapacityVCores", 4.0)
          .containsEntry("MaxCapacity." + SchedulerConf.GPU, 2.0)
          .containsEntry("GuaranteedCapacity", 0.25)
          .containsEntry("GuaranteedAbsoluteCapacity", 0.25)
          .containsEntry("MaxCapacity", 0.5)
          .containsEntry("MaxAbsoluteCapacity", 0.5)
          .containsEntry("AbsoluteUsedCapacity", 0.375)
          .containsEntry("UsedCapacity", 1.5);
      cluster.scheduler.reinitialize(
          conf.copy().set("root.b.capacity", "3w").build(), cluster.rm.getRMContext());
      assertThat(cluster.metrics("root.b").getAllocatedContainers()).isEqualTo(3);
      assertThat(gauges(cluster, "root.b"))
          .containsEntry("GuaranteedMB", 4000.0)
          .containsEntry("UsedCapacity", 0.75);
      cluster.verify();
    }
  }

  /** No container of the queues below a sibling changes, so that nothing else updates them. */
  @Test
  void guaranteesBelowTheSiblingsOfACreatedQueueFollow() {
    SchedulerConf created =
        conf.copy()
            .set("root.a.capacity", "2w")
            .queues("root.a", "a1,a2")
            .set("root.a.a1.capacity", "1w")
            .set("root.a.a2.capacity", "1w")
            .set("root.auto-queue-creation-v2.enabled", true);
    try (SchedulerFixture cluster = new SchedulerFixture(created)) {
      cluster.addNode("n1", resource(8000, 8, 4, 0));
      assertThat(cluster.metrics("root.a.a1").getAllocatedContainers()).isZero();
      assertThat(gauges(cluster, "root.a.a1"))
          .as("half of 2 of 3 parts")
          .containsEntry("GuaranteedMB", 2666.0);
      cluster.submit("root.new");
      assertThat(cluster.metrics("root.a.a1").getAllocatedContainers()).isZero();
      assertThat(gauges(cluster, "root.a.a1"))
          .as("half of 2 of 4 parts")
          .containsEntry("GuaranteedMB", 2000.0);
    }
  }

  private static Map<String, Double> gauges(SchedulerFixture cluster, String queue) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    cluster.metrics(queue).getMetrics(collector, true);
    MetricsRecord record = collector.getRecords().get(0);
    assertThat(record.context()).as("by which exporters choose").isEqualTo("yarn");
    Map<String, Double> values = new TreeMap<>();
    record.metrics().forEach(metric -> values.put(metric.name(), metric.value().doubleValue()));
    return values;
  }

  @Test
  void mastersAreCountedAgainstTheirLimit() throws Exception {
    SchedulerConf limited = conf.copy().set("root.b.maximum-am-resource-percent", "0.5");
    try (SchedulerRm cluster = new SchedulerRm(limited)) {
      MockNM node = cluster.node("n1", resource(8000, 8));
      MockAM master = cluster.launch(cluster.submit("b"), node);
      QueueMetrics metrics = QueueMetrics.getQueueMetrics().get("root.b");
      assertThat(metrics.getAllocatedContainers()).isEqualTo(1);
      MetricsCollectorImpl collector = new MetricsCollectorImpl();
      metrics.getMetrics(collector, true);
      Map<String, Number> values = new TreeMap<>();
      collector
          .getRecords()
          .get(0)
          .metrics()
          .forEach(metric -> values.put(metric.name(), metric.value()));
      assertThat(values).containsEntry("UsedAMResourceMB", 100L);
      assertThat(values).containsEntry("UsedAMResourceVCores", 1L);
      assertThat(values).as("half of what b could hold").containsEntry("AMResourceLimitMB", 2000L);
      master.unregisterAppAttempt();
      cluster.verify();
    }
  }

  /** What the ResourceManager shows of an attempt: containers by locality, and its headroom. */
  @Test
  void anAttemptsStatisticsAreFed() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockNM node = cluster.node("n1", resource(8000, 8));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, node);
      Resource task = resource(1000, 1);
      master.allocate(
          List.of(
              SchedulerTestApp.request(task, 1, 2, "n1", true),
              SchedulerTestApp.request(task, 1, 2, "/default-rack", true),
              SchedulerTestApp.request(task, 1, 2, ResourceRequest.ANY, true),
              SchedulerTestApp.anywhere(task, 2, 3)),
          List.of());
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(cluster.ask(master)).hasSize(3);
      RMAppAttemptMetrics metrics = app.getCurrentAppAttempt().getRMAppAttemptMetrics();
      assertThat(metrics.getTotalAllocatedContainers()).isEqualTo(4);
      assertThat(metrics.getLocalityStatistics())
          .as("by locality given, and by the locality that was asked for")
          .isDeepEqualTo(new int[][] {{1, 0, 0}, {0, 0, 0}, {0, 0, 3}});
      assertThat(metrics.getApplicationAttemptHeadroom())
          .isEqualTo(master.allocate(List.of(), List.of()).getAvailableResources());
      assertThat(metrics.getApplicationAttemptHeadroom()).isEqualTo(resource(4900, 4));
      cluster.verify();
    }
  }

  private static NMContainerStatus report(SchedulerTestApp app, int number, Resource resource) {
    return report(ContainerId.newContainerId(app.attemptId(), number), resource, "");
  }

  private static NMContainerStatus report(ContainerId id, Resource resource, String label) {
    NMContainerStatus status =
        NMContainerStatus.newInstance(
            id, 0, ContainerState.RUNNING, resource, "", 0, Priority.newInstance(1), 0);
    status.setNodeLabelExpression(label);
    return status;
  }
}
