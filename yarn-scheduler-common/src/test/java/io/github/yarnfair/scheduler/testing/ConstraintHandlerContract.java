// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.of;
import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.tagged;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTag;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNotIn;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.RejectedSchedulingRequest;
import org.apache.hadoop.yarn.api.records.RejectionReason;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.junit.jupiter.api.Test;

/** Constraints as a master meets them, through the whole ResourceManager, by either handler. */
abstract class ConstraintHandlerContract {
  private static final AbstractConstraint NOT_TWICE = targetNotIn(NODE, allocationTag("a"));

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf handledBy(String handler) {
    return conf()
        .queues("root", "a,b")
        .yarn(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, handler);
  }

  private static AllocateRequest call(SchedulingRequest... asks) {
    return AllocateRequest.newBuilder()
        .schedulingRequests(new ArrayList<>(List.of(asks)))
        .askList(List.of())
        .releaseList(List.of())
        .build();
  }

  private static List<MockNM> nodes(SchedulerRm cluster, int count) throws Exception {
    List<MockNM> nodes = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      nodes.add(cluster.node("n" + i, resource(8192, 8)));
    }
    return nodes;
  }

  /**
   * Asks, and lets nodes report and the master call until enough has come, or ten seconds have
   * passed. The processor may answer the call that asks.
   *
   * @param rejected gets what is rejected
   */
  private static List<Container> obtain(
      SchedulerRm cluster,
      List<MockNM> nodes,
      MockAM master,
      int wanted,
      List<RejectedSchedulingRequest> rejected,
      SchedulingRequest... asks)
      throws Exception {
    List<Container> fetched = new ArrayList<>();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    AllocateResponse answer = master.allocate(call(asks));
    fetched.addAll(answer.getAllocatedContainers());
    rejected.addAll(answer.getRejectedSchedulingRequests());
    while (fetched.size() + rejected.size() < wanted && System.nanoTime() < deadline) {
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
      }
      cluster.rm.drainEvents();
      answer = master.allocate(call());
      fetched.addAll(answer.getAllocatedContainers());
      rejected.addAll(answer.getRejectedSchedulingRequests());
    }
    return fetched;
  }

  @Test
  void schedulerHandlerSpreadsAndCollects() throws Exception {
    spreadsAndCollects("scheduler");
  }

  @Test
  void processorHandlerSpreadsAndCollects() throws Exception {
    spreadsAndCollects("placement-processor");
  }

  private void spreadsAndCollects(String handler) throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(handledBy(handler))) {
      List<MockNM> nodes = nodes(cluster, 4);
      MockAM master = cluster.launch(cluster.submit("root.a"), nodes.get(0));
      List<Container> spread =
          obtain(
              cluster,
              nodes,
              master,
              3,
              new ArrayList<>(),
              tagged("a", resource(1024, 1), 3, NOT_TWICE));
      assertThat(spread).extracting(Container::getNodeId).doesNotHaveDuplicates().hasSize(3);
      assertThat(spread).allMatch(container -> container.getAllocationTags().contains("a"));
      List<Container> near =
          obtain(
              cluster,
              nodes,
              master,
              2,
              new ArrayList<>(),
              tagged("y", resource(1024, 1), 2, targetIn(NODE, allocationTag("a"))));
      assertThat(near).hasSize(2);
      assertThat(spread)
          .extracting(Container::getNodeId)
          .containsAll(near.stream().map(Container::getNodeId).collect(Collectors.toSet()));
      cluster.verify();
      assertThat(cluster.scheduler().getRootQueueMetrics().getPendingContainers()).isZero();
      assertThat(cluster.scheduler().getRootQueueMetrics().getAllocatedContainers()).isEqualTo(6);
    }
  }

  /** Fails if the processor could give more than the queue may have, or what a node has left. */
  @Test
  void processorHandlerKeepsToLimitsAndTellsTheMaster() throws Exception {
    SchedulerConf limited = handledBy("placement-processor").set("root.a.maximum-capacity", 50);
    try (SchedulerRm cluster = new SchedulerRm(limited)) {
      List<MockNM> nodes = nodes(cluster, 2);
      MockAM master = cluster.launch(cluster.submit("root.a"), nodes.get(0));
      SchedulingRequest[] ten =
          IntStream.rangeClosed(1, 10)
              .mapToObj(id -> of(id, 1, Set.of("t"), resource(1024, 1), 1, null))
              .toArray(SchedulingRequest[]::new);
      List<RejectedSchedulingRequest> rejected = new ArrayList<>();
      List<Container> fetched = obtain(cluster, nodes, master, 10, rejected, ten);
      assertThat(fetched).as("8 cores less the master's").hasSize(7);
      assertThat(rejected)
          .extracting(RejectedSchedulingRequest::getReason)
          .containsOnly(RejectionReason.COULD_NOT_SCHEDULE_ON_NODE)
          .hasSize(3);
      cluster.verify();
    }
  }

  /** Fails if an unmet constraint were told to nobody, or still after a node satisfies it. */
  @Test
  void unmetConstraintIsInTheDiagnosticsWithTheNodesCounted() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(handledBy("scheduler"))) {
      AtomicLong now = new AtomicLong(1_000_000);
      cluster.scheduler().setClock(now::get);
      List<MockNM> nodes = nodes(cluster, 3);
      RMApp app = cluster.submit("root.a");
      MockAM master = cluster.launch(app, nodes.get(0));
      master.allocate(
          call(of(1, 7, Set.of("y"), resource(1024, 1), 2, targetIn(NODE, allocationTag("z")))));
      report(cluster, nodes, now);
      assertThat(app.getDiagnostics().toString())
          .contains("Priority 7", "none of 3 nodes satisfies the placement constraint", "z");
      master.allocate(call(of(2, 1, Set.of("z"), resource(1024, 1), 1, null)));
      report(cluster, nodes, now);
      assertThat(app.getDiagnostics().toString()).doesNotContain("none of 3 nodes");
      master.allocate(
          call(of(3, 5, Set.of("w"), resource(8192, 1), 1, targetIn(NODE, allocationTag("none")))));
      report(cluster, nodes, now);
      assertThat(app.getDiagnostics().toString()).contains("Priority 5", "none of 3 nodes");
      master.allocate(
          call(of(3, 5, Set.of("w"), resource(8192, 1), 0, targetIn(NODE, allocationTag("none")))));
      report(cluster, nodes, now);
      assertThat(app.getDiagnostics().toString()).doesNotContain("none of 3 nodes");
      cluster.verify();
    }
  }

  /** What was asked for is known after the first second, and whether it can be met after two. */
  private static void report(SchedulerRm cluster, List<MockNM> nodes, AtomicLong now)
      throws Exception {
    for (int second = 0; second < 2; second++) {
      now.addAndGet(1_000);
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
      }
      cluster.rm.drainEvents();
    }
  }

  /** Fails if constraints of an earlier life of the application were lost with its master. */
  @Test
  void constraintsOfTheRegistrationHold() throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(handledBy("scheduler"))) {
      List<MockNM> nodes = nodes(cluster, 4);
      MockAM master = cluster.launch(cluster.submit("root.a"), nodes.get(0));
      cluster
          .rm
          .getRMContext()
          .getPlacementConstraintManager()
          .registerApplication(
              master.getApplicationAttemptId().getApplicationId(),
              Map.of(Set.of("a"), targetNotIn(NODE, allocationTag("a")).build()));
      master.allocate(call(tagged("a", resource(1024, 1), 4, null)));
      List<Container> spread = obtain(cluster, nodes, master, 4, new ArrayList<>());
      assertThat(spread).extracting(Container::getNodeId).doesNotHaveDuplicates().hasSize(4);
      cluster.verify();
    }
  }

  /** Fails if what runs after a restart did not count, or the constraints that it counts for. */
  @Test
  void restartKeepsTagsOfRunningContainers() throws Exception {
    SchedulerConf conf = handledBy("scheduler");
    try (SchedulerRm first = new SchedulerRm(conf)) {
      List<MockNM> nodes = nodes(first, 3);
      MockAM master = first.launch(first.submit("root.a"), nodes.get(0));
      master.allocate(call(tagged("a", resource(1024, 1), 2, NOT_TWICE)));
      List<Container> before = obtain(first, nodes, master, 2, new ArrayList<>());
      assertThat(before).hasSize(2);
      try (SchedulerRm second = new SchedulerRm(conf, first.rm.getRMStateStore())) {
        ApplicationAttemptId attempt = master.getApplicationAttemptId();
        for (MockNM node : nodes) {
          node.setResourceTrackerService(second.rm.getResourceTrackerService());
          List<NMContainerStatus> reports = new ArrayList<>();
          if (node == nodes.get(0)) {
            reports.add(report(ContainerId.newContainerId(attempt, 1), resource(100, 1), Set.of()));
          }
          before.stream()
              .filter(container -> container.getNodeId().equals(node.getNodeId()))
              .map(each -> report(each.getId(), each.getResource(), each.getAllocationTags()))
              .forEach(reports::add);
          node.registerNode(reports, List.of(attempt.getApplicationId()));
        }
        second.rm.drainEvents();
        master.setAMRMProtocol(second.rm.getApplicationMasterService(), second.rm.getRMContext());
        second.rm.waitForState(attempt.getApplicationId(), RMAppState.ACCEPTED);
        master.registerAppAttempt(false);
        master.allocate(call(tagged("a", resource(1024, 1), 2, NOT_TWICE)));
        List<Container> after = obtain(second, nodes, master, 1, new ArrayList<>());
        after.addAll(report(second, nodes, master));
        assertThat(after).as("only one node has no a").hasSize(1);
        assertThat(before)
            .extracting(Container::getNodeId)
            .doesNotContain(after.get(0).getNodeId());
        second.verify();
      }
    }
  }

  private static List<Container> report(SchedulerRm cluster, List<MockNM> nodes, MockAM master)
      throws Exception {
    for (MockNM node : nodes) {
      node.nodeHeartbeat(true);
    }
    cluster.rm.drainEvents();
    return master.allocate(call()).getAllocatedContainers();
  }

  private static NMContainerStatus report(ContainerId id, Resource resource, Set<String> tags) {
    NMContainerStatus report =
        NMContainerStatus.newInstance(
            id, 0, ContainerState.RUNNING, resource, "", 0, Priority.newInstance(1), 0);
    report.setAllocationTags(tags);
    return report;
  }
}
