// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.testing.ConstrainedRequests;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.NodeConstraint;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAttributesUpdateSchedulerEvent;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;

/**
 * The nodes that may serve a request with placement constraints are those of CapacityScheduler, as
 * the containers that started before, the attributes and the labels of the nodes have it.
 */
class ConstraintAgreementTest {
  private static final int FILES = TestSize.of(10, 2);
  private static final int REQUESTS = 12;
  private static final int NODES = 5;
  private static final List<String> TAGS = List.of("a", "b");
  private static final List<String> MODELS = List.of("x", "y");

  private int compared;
  private int served;

  /** Fails if a constraint, a namespace or a label counted in another way. */
  @Test
  void sameNodesServeSameRequestsAsUnderCapacityScheduler() throws Exception {
    long seed = Seed.of("ConstraintAgreementTest", 20_261_123);
    for (int i = 0; i < FILES; i++) {
      List<String> ours = outcomes(NaiveScheduler.class, Seed.random(seed, i));
      assertThat(ours)
          .as("seed %d, case %d", seed, i)
          .isEqualTo(outcomes(CapacityScheduler.class, Seed.random(seed, i)));
      compared += ours.size();
      served += (int) ours.stream().filter(outcome -> outcome.contains("served")).count();
    }
    System.out.printf(
        "ConstraintAgreementTest: %d pairs of request and node agree, %d of them are served%n",
        compared, served);
    assertThat(served).as("pairs served").isBetween(compared / 10, compared * 9 / 10);
  }

  private static List<String> outcomes(Class<? extends ResourceScheduler> scheduler, Random random)
      throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a,b")
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .set("root.a.capacity", 50)
            .set("root.b.capacity", 50)
            .set("root.a.user-limit-factor", 100)
            .set("root.b.user-limit-factor", 100)
            .set("root.a.accessible-node-labels.own.capacity", 50)
            .set("root.b.accessible-node-labels.own.capacity", 50)
            .set("root.accessible-node-labels.own.capacity", 100)
            .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1)
            .yarn(YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER, "scheduler");
    try (SchedulerErrors errors = new SchedulerErrors()) {
      MockRM rm = SchedulerFixture.resourceManager(conf, null, errors);
      rm.start();
      try {
        return new Case(rm, random).outcomes();
      } finally {
        rm.stop();
      }
    }
  }

  /** Some requests on one cluster: each is tried on each node, and stays on one that serves it. */
  private static final class Case {
    private final MockRM rm;
    private final Random random;
    private final List<MockNM> nodes = new ArrayList<>();
    private final List<MockAM> masters = new ArrayList<>();

    private Case(MockRM rm, Random random) throws Exception {
      this.rm = rm;
      this.random = random;
      rm.getRMContext()
          .getNodeLabelManager()
          .addToCluserNodeLabels(List.of(NodeLabel.newInstance("own", true)));
      for (int i = 1; i <= NODES; i++) {
        nodes.add(rm.registerNode("n" + i + ":1", resource(40_000, 40)));
      }
      rm.getRMContext()
          .getNodeLabelManager()
          .replaceLabelsOnNode(Map.of(nodes.get(NODES - 1).getNodeId(), Set.of("own")));
      rm.drainEvents();
      // CapacityScheduler measures the queues when a node registers.
      rm.registerNode("late:1", resource(1, 1));
      rm.getResourceScheduler()
          .handle(
              new NodeAttributesUpdateSchedulerEvent(
                  Map.of("n1", model(MODELS.get(0)), "n2", model(MODELS.get(1)))));
      for (String queue : List.of("root.a", "root.b")) {
        RMApp app =
            MockRMAppSubmitter.submit(
                rm, SchedulerRm.application(rm, queue).withAmLabel("").build());
        masters.add(MockRM.launchAndRegisterAM(app, rm, nodes.get(0)));
      }
    }

    private static Set<NodeAttribute> model(String value) {
      return Set.of(
          NodeAttribute.newInstance(
              NodeAttribute.PREFIX_CENTRALIZED, "model", NodeAttributeType.STRING, value));
    }

    private List<String> outcomes() throws Exception {
      List<String> outcomes = new ArrayList<>();
      for (int id = 1; id <= REQUESTS; id++) {
        MockAM master = masters.get(random.nextInt(masters.size()));
        AbstractConstraint constraint = constraint();
        Set<String> tags = Set.of(TAGS.get(random.nextInt(TAGS.size())));
        int kept = random.nextInt(NODES);
        for (int n = 0; n < NODES; n++) {
          SchedulingRequest request =
              ConstrainedRequests.of(id, 1, tags, resource(1000, 1), 1, constraint);
          List<Container> given = tryOn(nodes.get(n), master, request);
          outcomes.add(
              "%d %s of %s on n%d: %s"
                  .formatted(
                      id,
                      constraint,
                      tags,
                      n + 1,
                      given.isEmpty()
                          ? "waits"
                          : "served on " + given.get(0).getNodeId().getHost()));
          if (n != kept) {
            release(master, given);
          }
        }
      }
      return outcomes;
    }

    private AbstractConstraint constraint() {
      if (random.nextInt(8) == 0) {
        return PlacementConstraints.targetIn(NODE, PlacementTargets.nodePartition("own"));
      }
      AbstractConstraint any = NodeConstraint.random(random, TAGS, MODELS, 2).build();
      return random.nextInt(8) == 0
          ? PlacementConstraints.and(
              PlacementConstraints.targetIn(NODE, PlacementTargets.nodePartition("own")), any)
          : any;
    }

    private List<Container> tryOn(MockNM node, MockAM master, SchedulingRequest request)
        throws Exception {
      List<Container> given = new ArrayList<>(call(master, List.of(request), List.of()));
      for (int i = 0; i < 3 && given.isEmpty(); i++) {
        node.nodeHeartbeat(true);
        rm.drainEvents();
        given.addAll(call(master, List.of(), List.of()));
      }
      if (given.isEmpty()) {
        call(master, List.of(ConstrainedRequests.withdrawn(request)), List.of());
      }
      return given;
    }

    private void release(MockAM master, List<Container> containers) throws Exception {
      if (!containers.isEmpty()) {
        call(
            master,
            List.of(),
            containers.stream().map(Container::getId).collect(Collectors.toList()));
        rm.drainEvents();
      }
    }

    private List<Container> call(
        MockAM master, List<SchedulingRequest> asks, List<ContainerId> releases) throws Exception {
      AllocateResponse answer =
          master.allocate(
              AllocateRequest.newBuilder()
                  .schedulingRequests(new ArrayList<>(asks))
                  .askList(List.of())
                  .releaseList(releases)
                  .build());
      return answer.getAllocatedContainers();
    }
  }
}
