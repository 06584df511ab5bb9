// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.of;
import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.tagged;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTag;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTagWithNamespace;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.nodeAttribute;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.RACK;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.and;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.cardinality;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.delayedOr;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.or;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNodeAttribute;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNotIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.timedClockConstraint;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.AllocationTagNamespaceType;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeAttributeOpCode;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.RejectedSchedulingRequest;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.TargetExpression;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Requests with placement constraints run only where their constraints hold when they start, and
 * block no other request. A scheduler that ignores constraints packs the node that reports first:
 * every test about places fails with it.
 */
abstract class ConstraintContract {
  private SchedulerFixture cluster;
  private SchedulerTestApp app;
  private long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private static Resource task() {
    return resource(1024, 1);
  }

  private void boot(SchedulerConf with, int nodes) {
    cluster = new SchedulerFixture(with.queues("root", "a,b"));
    cluster.scheduler.setClock(() -> now);
    for (int i = 1; i <= nodes; i++) {
      addNode(i, "/rack" + (1 + i % 2));
    }
    app = cluster.submit("root.a");
  }

  private SchedulerTestNode addNode(int number, String rack) {
    SchedulerTestNode node =
        new SchedulerTestNode(cluster, "n" + number, 1, resource(8 * 1024, 8)).onRack(rack);
    cluster.rm.getRMContext().getRMNodes().put(node.id(), node.rmNode());
    return cluster.addNode(node);
  }

  @BeforeEach
  void boot() {
    boot(conf(), 4);
  }

  private void reboot(SchedulerConf with, int nodes) {
    cluster.close();
    boot(with, nodes);
  }

  @AfterEach
  void nothingIsLeft() {
    cluster.drainAndVerify("root", "root.a", "root.b");
    assertThat(tags().getPerAppNodeMappings()).as("tags").isEmpty();
    cluster.close();
  }

  private AllocationTagsManager tags() {
    return cluster.rm.getRMContext().getAllocationTagsManager();
  }

  /** Returns how many containers with a tag each node has, of those that have any. */
  private static Map<NodeId, Long> nodesOf(SchedulerTestApp of, String tag) {
    return of.containers().stream()
        .filter(container -> container.getAllocationTags().contains(tag))
        .collect(Collectors.groupingBy(Container::getNodeId, Collectors.counting()));
  }

  private Map<NodeId, Long> nodesOf(String tag) {
    return nodesOf(app, tag);
  }

  private String rack(NodeId node) {
    return cluster.node(node).rmNode().getRackName();
  }

  // ------------------------------------------------------------------------------ constraints

  @Test
  void antiAffinitySpreadsOneForEachNode() {
    app.askConstrained(tagged("a", task(), 3, targetNotIn(NODE, allocationTag("a"))));
    cluster.rounds(3);
    assertThat(nodesOf("a")).hasSize(3);
    assertThat(nodesOf("a").values()).containsOnly(1L);
    assertThat(app.pending()).isZero();
  }

  @Test
  void affinityCollectsOnTheNodeOfTheOther() {
    app.askConstrained(tagged("y", task(), 3, targetIn(NODE, allocationTag("z"))));
    cluster.rounds(2);
    assertThat(app.live()).as("before there is a z").isZero();
    app.askConstrained(tagged("z", task(), 1, null));
    cluster.rounds(3);
    assertThat(nodesOf("y")).isEqualTo(Map.of(nodesOf("z").keySet().iterator().next(), 3L));
  }

  @Test
  void cardinalityBoundsTheNumberOnANode() {
    app.askConstrained(tagged("c", task(), 8, cardinality(NODE, 0, 1, "c")));
    cluster.rounds(4);
    assertThat(nodesOf("c")).hasSize(4);
    assertThat(nodesOf("c").values()).containsOnly(2L);
  }

  @Test
  void rackScopeCountsAllNodesOfTheRack() {
    app.askConstrained(tagged("a", task(), 4, targetNotIn(RACK, allocationTag("a"))));
    cluster.rounds(3);
    assertThat(nodesOf("a").keySet().stream().map(this::rack).toList())
        .containsExactlyInAnyOrder("/rack1", "/rack2");
    assertThat(app.pending()).isEqualTo(2);
  }

  @Test
  void otherApplicationsCountInTheirNamespacesOnly() {
    app.askConstrained(tagged("hbase", task(), 2, targetNotIn(NODE, allocationTag("hbase"))));
    cluster.rounds(2);
    SchedulerTestApp other = cluster.submit("root.b");
    other.askConstrained(
        tagged("away", task(), 16, targetNotIn(NODE, notSelf("hbase"))),
        tagged("near", task(), 8, targetIn(NODE, notSelf("hbase"))),
        tagged("own", task(), 8, targetIn(NODE, allocationTag("hbase"))));
    cluster.rounds(3);
    assertThat(nodesOf(other, "away").keySet())
        .hasSize(2)
        .doesNotContainAnyElementsOf(nodesOf("hbase").keySet());
    assertThat(nodesOf(other, "near").keySet()).isEqualTo(nodesOf("hbase").keySet());
    assertThat(nodesOf(other, "own")).as("it has none of its own").isEmpty();
  }

  private static TargetExpression notSelf(String tag) {
    return allocationTagWithNamespace(AllocationTagNamespaceType.NOT_SELF.toString(), tag);
  }

  @Test
  void attributesAreComparedAsTheyAreNow() {
    SchedulerTestNode special =
        cluster.addNode(
            new SchedulerTestNode(cluster, "special", 1, resource(8 * 1024, 8))
                .withAttribute("java", "17"));
    String java = "rm.yarn.io/java";
    app.askConstrained(
        tagged(
            "eq",
            task(),
            1,
            targetNodeAttribute(NODE, NodeAttributeOpCode.EQ, nodeAttribute(java, "17"))),
        tagged(
            "ne",
            task(),
            4,
            targetNodeAttribute(NODE, NodeAttributeOpCode.NE, nodeAttribute(java, "17"))));
    cluster.rounds(3);
    assertThat(nodesOf("eq")).containsOnlyKeys(special.id());
    assertThat(nodesOf("ne")).hasSize(1).doesNotContainKey(special.id());
    special.changeAttribute("java", "21");
    app.askConstrained(
        tagged(
            "eq",
            task(),
            1,
            targetNodeAttribute(NODE, NodeAttributeOpCode.EQ, nodeAttribute(java, "17"))));
    cluster.rounds(3);
    assertThat(nodesOf("eq")).isEqualTo(Map.of(special.id(), 1L));
    special.changeAttribute("java", "17");
    cluster.rounds(2);
    assertThat(nodesOf("eq")).isEqualTo(Map.of(special.id(), 2L));
  }

  @Test
  void compositeConstraintsHoldTogetherOrByTurns() {
    app.askConstrained(tagged("z", task(), 1, null));
    cluster.rounds(2);
    app.askConstrained(
        tagged(
            "both",
            task(),
            4,
            and(targetIn(NODE, allocationTag("z")), cardinality(NODE, 0, 1, "both"))),
        tagged(
            "either",
            task(),
            4,
            or(
                targetIn(NODE, allocationTag("nothing")),
                targetNotIn(NODE, allocationTag("either", "z")))));
    cluster.rounds(4);
    NodeId ofZ = nodesOf("z").keySet().iterator().next();
    assertThat(nodesOf("both")).isEqualTo(Map.of(ofZ, 2L));
    assertThat(nodesOf("either")).hasSize(3).doesNotContainKey(ofZ);
    assertThat(nodesOf("either").values()).containsOnly(1L);
  }

  /**
   * Fails if the constraint of the application's registration, or of the cluster, were not asked.
   */
  @Test
  void constraintsOfTheApplicationAndOfTheClusterHoldToo() {
    var manager = cluster.rm.getRMContext().getPlacementConstraintManager();
    manager.registerApplication(
        app.id(), Map.of(Set.of("a"), targetNotIn(NODE, allocationTag("a")).build()));
    manager.addGlobalConstraint(Set.of("g"), cardinality(NODE, 0, 1, "g").build(), true);
    app.askConstrained(tagged("a", task(), 6, null), tagged("g", task(), 12, null));
    cluster.rounds(4);
    assertThat(nodesOf("a").values()).containsExactly(1L, 1L, 1L, 1L);
    assertThat(nodesOf("g").values()).containsExactly(2L, 2L, 2L, 2L);
  }

  // ---------------------------------------------------------------------------- other requests

  /** Fails if the first request in the order of priorities blocked those behind it. */
  @Test
  void unsatisfiedRequestBlocksNoOtherOfItsApplication() {
    app.askConstrained(
        of(1, 0, Set.of("never"), task(), 5, targetIn(NODE, allocationTag("missing"))));
    app.ask(task(), 20);
    SchedulerTestApp other = cluster.submit("root.b");
    other.ask(task(), 20);
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(16);
    assertThat(other.live()).isEqualTo(16);
    assertThat(app.pending()).isEqualTo(4 + 5);
  }

  /** Fails if requests that look alike shared the answer of a node: only one may run on each. */
  @Test
  void requestsOfOneConstraintAreServedByTurnsAndThoseOfAnotherInBetween() {
    app.askConstrained(
        of(1, 1, Set.of("a"), task(), 2, targetNotIn(NODE, allocationTag("a"))),
        of(2, 1, Set.of("a"), task(), 2, targetNotIn(NODE, allocationTag("a"))),
        of(3, 1, Set.of("b"), task(), 4, targetNotIn(NODE, allocationTag("b"))));
    cluster.rounds(2);
    assertThat(nodesOf("a").values()).containsExactly(1L, 1L, 1L, 1L);
    assertThat(nodesOf("b").values()).containsExactly(1L, 1L, 1L, 1L);
  }

  @Test
  void demandOfConstrainedRequestsCountsInMetricsAndShares() {
    app.askConstrained(tagged("never", task(), 5, targetIn(NODE, allocationTag("missing"))));
    cluster.rounds(2);
    cluster.verify();
    assertThat(cluster.metrics("root.a").getPendingContainers()).isEqualTo(5);
    app.askConstrained(tagged("never", task(), 0, targetIn(NODE, allocationTag("missing"))));
    cluster.rounds(1);
    assertThat(cluster.metrics("root.a").getPendingContainers()).isZero();
  }

  /** Fails if the withdrawal is rounded by the nodes of the moment, as under CapacityScheduler. */
  @Test
  void requestIsWithdrawnWhileThereIsNoNode() {
    app.askConstrained(tagged("never", task(), 5, targetIn(NODE, allocationTag("missing"))));
    List.copyOf(cluster.nodes()).forEach(SchedulerTestNode::remove);
    app.askConstrained(tagged("never", task(), 0, targetIn(NODE, allocationTag("missing"))));
    assertThat(app.pending()).isZero();
  }

  /**
   * Fails if sizes are rounded down to the largest node of the moment, as under CapacityScheduler:
   * the request would be for 0 MiB, and be refused when it is repeated once a larger node is there.
   */
  @Test
  void requestKeepsItsSizeWhileLargerNodesAreAway() {
    reboot(conf().yarn(RM_WORK_PRESERVING_RECOVERY_SCHEDULING_WAIT_MS, -1), 0);
    SchedulerTestNode small = cluster.addNode("small", resource(0, 8));
    app.askConstrained(tagged("a", task(), 2, targetNotIn(NODE, allocationTag("a"))));
    small.heartbeat();
    assertThat(app.live()).isZero();
    addNode(1, "/rack1");
    addNode(2, "/rack1");
    app.askConstrained(tagged("a", task(), 2, targetNotIn(NODE, allocationTag("a"))));
    cluster.rounds(2);
    assertThat(app.containers())
        .extracting(container -> container.getResource().getMemorySize())
        .containsExactly(task().getMemorySize(), task().getMemorySize());
  }

  // ------------------------------------------------------------------------------ lives of tags

  /** Fails if tags stayed where a container ended: the second round would find no node. */
  @Test
  void tagsGoWithTheirContainers() {
    for (int round = 0; round < 3; round++) {
      app.askConstrained(tagged("a", task(), 4, targetNotIn(NODE, allocationTag("a"))));
      cluster.rounds(3);
      assertThat(nodesOf("a")).as("round %d", round).hasSize(4);
      List.copyOf(app.containers()).forEach(app::complete);
      cluster.rounds(1);
      assertThat(tags().getPerAppNodeMappings()).isEmpty();
    }
  }

  /** Fails if tags of a container that its master never fetched stayed, as in YARN's own books. */
  @Test
  void containerThatWasNeverFetchedIsAskedForAgainAndItsTagsGo() {
    app.askConstrained(tagged("a", task(), 4, targetNotIn(NODE, allocationTag("a"))));
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    assertThat(app.live()).isEqualTo(4);
    for (RMContainer unfetched : List.copyOf(app.attempt().getLiveContainers())) {
      cluster.send(new ContainerExpiredSchedulerEvent(unfetched.getContainerId()));
    }
    assertThat(tags().getPerAppNodeMappings()).isEmpty();
    assertThat(app.pending()).isEqualTo(4);
    cluster.rounds(2);
    assertThat(nodesOf("a")).hasSize(4);
  }

  /**
   * Fails if tags outlived the node: an anti-affine container would find it taken at its return.
   */
  @Test
  void tagsGoWithTheirNode() {
    app.askConstrained(tagged("a", task(), 5, targetNotIn(NODE, allocationTag("a"))));
    cluster.rounds(2);
    SchedulerTestNode lost = cluster.nodes().get(0);
    lost.remove();
    cluster.addNode(lost);
    cluster.rounds(2);
    assertThat(nodesOf("a")).hasSize(4).containsKey(lost.id());
    assertThat(app.pending()).isZero();
  }

  /** Fails if a restart forgot what runs where, or counted what has ended. */
  @Test
  void tagsThatNodesReportCountAfterARestart() {
    app.askConstrained(tagged("a", task(), 2, targetNotIn(NODE, allocationTag("a"))));
    cluster.rounds(2);
    Map<NodeId, Long> before = nodesOf("a");
    List<Container> running = app.containers();
    NodeId ended = before.keySet().iterator().next();
    for (SchedulerTestNode node : cluster.nodes()) {
      node.register(
          running.stream()
              .filter(container -> container.getNodeId().equals(node.id()))
              .map(container -> report(container, node.id().equals(ended)))
              .toList());
    }
    app.askConstrained(tagged("a", task(), 5, targetNotIn(NODE, allocationTag("a"))));
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(4);
    assertThat(app.pending()).isEqualTo(2);
    cluster.nodes().forEach(node -> node.register(List.of()));
  }

  private static NMContainerStatus report(Container container, boolean hasEnded) {
    NMContainerStatus report =
        NMContainerStatus.newInstance(
            container.getId(),
            0,
            hasEnded ? ContainerState.COMPLETE : ContainerState.RUNNING,
            container.getResource(),
            "",
            0,
            Priority.newInstance(1),
            0);
    report.setAllocationTags(container.getAllocationTags());
    return report;
  }

  // -------------------------------------------------------------------- what cannot be satisfied

  @Test
  void constraintThatCannotBeEvaluatedIsRejectedAndOthersAreServed() {
    SchedulingRequest unsupported =
        of(
            7,
            1,
            Set.of("d"),
            task(),
            1,
            delayedOr(
                timedClockConstraint(targetIn(NODE, allocationTag("a")), 1, TimeUnit.SECONDS)));
    SchedulingRequest valueless =
        of(
            8,
            1,
            Set.of("v"),
            task(),
            1,
            targetNodeAttribute(NODE, NodeAttributeOpCode.EQ, nodeAttribute("rm.yarn.io/x")));
    app.askConstrained(unsupported, valueless, tagged("a", task(), 1, null));
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(1);
    assertThat(app.heartbeat().getRejectedRequest())
        .extracting(RejectedSchedulingRequest::getRequest)
        .extracting(SchedulingRequest::getAllocationRequestId)
        .containsExactlyInAnyOrder(7L, 8L);
    unsupported.getResourceSizing().setNumAllocations(0);
    valueless.getResourceSizing().setNumAllocations(0);
    app.askConstrained(unsupported, valueless);
    assertThat(app.heartbeat().getRejectedRequest()).isEmpty();
  }

  @Test
  void invalidRequestsAreRefusedAndTheOthersStay() {
    app.askConstrained(tagged("a", task(), 1, null));
    SchedulingRequest opportunistic = of(2, 1, Set.of("o"), task(), 1, null);
    opportunistic.setExecutionType(ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC));
    refuse(opportunistic, "Only GUARANTEED");
    refuse(of(3, 1, Set.of("n"), task(), -1, null), "asks for -1 containers");
    SchedulingRequest sizeless = of(4, 1, Set.of("s"), task(), 1, null);
    sizeless.setResourceSizing(null);
    refuse(sizeless, "no resource sizing");
    refuse(tagged("a", resource(2048, 1), 1, null), "only allows changing numAllocations");
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(1);
    assertThat(app.pending()).isZero();
  }

  /** By the exception that YARN answers, whose name Hadoop 3.4 spells otherwise. */
  private void refuse(SchedulingRequest request, String reason) {
    assertThatThrownBy(() -> app.askConstrained(request))
        .isInstanceOf(YarnRuntimeException.class)
        .hasMessageContaining(reason)
        .satisfies(
            refusal ->
                assertThat(refusal.getClass().getSimpleName())
                    .matches("SchedulerInvalidResour(c?)eRequestException"));
    cluster.verify();
  }

  // ---------------------------------------------------------------------------------- reservations

  /** Fails if a node that may not serve the request waited for it, or one that may did not. */
  @Test
  void onlyNodesThatSatisfyTheConstraintWait() {
    app.askConstrained(tagged("z", task(), 1, null));
    cluster.rounds(1);
    SchedulerTestApp small = cluster.submit("root.a");
    small.ask(task(), 1000);
    cluster.rounds(2);
    SchedulerTestApp large = cluster.submit("root.b");
    large.askConstrained(tagged("l", resource(6 * 1024, 1), 2, targetNotIn(NODE, notSelf("z"))));
    end(small, 1);
    cluster.rounds(2);
    NodeId ofZ = nodesOf("z").keySet().iterator().next();
    assertThat(reserved()).isNotEmpty().doesNotContain(ofZ);
  }

  /**
   * Fails if a reservation stayed, or were used, after the node no longer satisfied the request.
   */
  @Test
  void reservationEndsWhenItsNodeNoLongerSatisfiesTheConstraint() {
    reboot(conf(), 1);
    SchedulerTestApp small = cluster.submit("root.a");
    small.ask(task(), 1000);
    cluster.rounds(2);
    SchedulerTestApp large = cluster.submit("root.b");
    large.askConstrained(tagged("l", resource(6 * 1024, 1), 1, targetNotIn(NODE, notSelf("z"))));
    end(small, 1);
    cluster.nodes().get(0).heartbeat();
    assertThat(reserved()).hasSize(1);
    tags().addTags(cluster.nodes().get(0).id(), app.id(), Set.of("z"));
    cluster.nodes().get(0).heartbeat();
    assertThat(reserved()).isEmpty();
    assertThat(small.live()).as("what was kept is used").isEqualTo(8);
    tags().removeTags(cluster.nodes().get(0).id(), app.id(), Set.of("z"));
    small.ask(task(), 0);
    end(small, 6);
    cluster.rounds(2);
    assertThat(large.live()).isEqualTo(1);
  }

  private static void end(SchedulerTestApp of, int eachNode) {
    of.containers().stream()
        .collect(Collectors.groupingBy(Container::getNodeId))
        .values()
        .forEach(here -> here.stream().limit(eachNode).forEach(of::complete));
  }

  private Set<NodeId> reserved() {
    return cluster.nodes().stream()
        .filter(node -> node.inScheduler().getReservedContainer() != null)
        .map(SchedulerTestNode::id)
        .collect(Collectors.toSet());
  }

  /** Fails if a node kept room for the largest task although it may not run there. */
  @Test
  void largestTaskModeKeepsRoomOnNodesThatSatisfyTheConstraintOnly() {
    reboot(conf().option("node-headroom", "largest-task"), 2);
    app.askConstrained(tagged("z", task(), 1, null));
    cluster.rounds(1);
    NodeId ofZ = nodesOf("z").keySet().iterator().next();
    SchedulerTestApp large = cluster.submit("root.b");
    SchedulerTestApp small = cluster.submit("root.a");
    small.ask(task(), 1000);
    cluster.rounds(2);
    large.askConstrained(tagged("l", resource(6 * 1024, 1), 1, targetNotIn(NODE, notSelf("z"))));
    cluster.rounds(1);
    end(small, 2);
    cluster.rounds(1);
    for (SchedulerTestNode node : cluster.nodes()) {
      assertThat(node.free())
          .as("free on %s, z on %s", node.id(), ofZ)
          .isEqualTo(node.id().equals(ofZ) ? resource(0, 0) : resource(2048, 2));
    }
  }

  // ------------------------------------------------------------------------------------ a pass

  /** Fails if a pass over all nodes asked only the best of them. */
  @Test
  void passOverAllNodesFindsTheOneThatSatisfies() {
    for (String choice : List.of("best-fit", "first-fit", "spread")) {
      reboot(conf().option("node-choice", choice).option("node-choice.interval-ms", 0), 4);
      app.askConstrained(
          tagged("a", task(), 3, targetNotIn(NODE, allocationTag("a"))),
          tagged(
              "y",
              task(),
              2,
              and(targetIn(NODE, allocationTag("a")), cardinality(NODE, 0, 0, "y"))));
      cluster.rounds(4);
      assertThat(nodesOf("a").values()).as(choice).containsExactly(1L, 1L, 1L);
      assertThat(nodesOf("y").values()).as(choice).containsExactly(1L, 1L);
      assertThat(nodesOf("a").keySet()).as(choice).containsAll(nodesOf("y").keySet());
      cluster.verify();
    }
  }
}
