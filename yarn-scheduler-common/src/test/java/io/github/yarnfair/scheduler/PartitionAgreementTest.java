// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;

/**
 * Containers run in the partitions where they run under CapacityScheduler, with the same queue file
 * and events. A case is one request: of a queue, with a label or none, on nodes with labels that
 * change once. No partition is full: what is idle on nodes with a label is not asked for, since
 * there it depends on the size of the other nodes and on what the queue and the user hold there.
 */
class PartitionAgreementTest {
  private static final int FILES = TestSize.of(12, 3);
  private static final List<String> LABELS = List.of("", "own", "open");
  private static final List<String> QUEUES = List.of("a", "b", "c");

  /** For the maximum of a queue in a partition: nothing, half, all. */
  private static final List<Integer> MAXIMA = List.of(0, 50, 100);

  private int cases;

  /** Fails if a label, a limit or the exclusivity of a partition counted in another way. */
  @Test
  void containersRunWhereTheyRunUnderCapacityScheduler() throws Exception {
    long seed = Seed.of("PartitionAgreementTest", 20_261_123);
    for (int i = 0; i < FILES; i++) {
      Map<String, Object> keys = keys(Seed.random(seed, i));
      assertThat(outcomes(NaiveScheduler.class, keys))
          .as("seed %d, file %d: %s", seed, i, keys)
          .isEqualTo(outcomes(CapacityScheduler.class, keys));
    }
    System.out.printf("PartitionAgreementTest: %d requests agree%n", cases / 2);
    assertThat(cases).isGreaterThan(FILES * 10);
  }

  /** Which labels each of three queues may use, and its part of each partition. */
  private static Map<String, Object> keys(Random random) {
    Map<String, Object> keys = new TreeMap<>();
    for (String label : List.of("own", "open")) {
      int owner = random.nextInt(QUEUES.size());
      for (int q = 0; q < QUEUES.size(); q++) {
        String part = "root." + QUEUES.get(q) + ".accessible-node-labels." + label + ".";
        if (q == owner) {
          keys.put(part + "capacity", 100);
        } else if (random.nextBoolean()) {
          keys.put(part + "capacity", 0);
          keys.put(part + "maximum-capacity", MAXIMA.get(random.nextInt(MAXIMA.size())));
        }
      }
    }
    for (String queue : QUEUES) {
      switch (random.nextInt(3)) {
        case 0 -> keys.put("root." + queue + ".accessible-node-labels", "own,open");
        case 1 -> keys.put("root." + queue + ".accessible-node-labels", "*");
        default -> {
          // Inherited.
        }
      }
    }
    return keys;
  }

  private Map<String, String> outcomes(
      Class<? extends ResourceScheduler> scheduler, Map<String, Object> keys) throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", String.join(",", QUEUES))
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .set("root.a.capacity", 40)
            .set("root.b.capacity", 30)
            .set("root.c.capacity", 30)
            .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
    // Users are not limited here; there, a user has what the queue has.
    QUEUES.forEach(queue -> conf.set("root." + queue + ".user-limit-factor", 100));
    keys.forEach(conf::set);
    try (SchedulerErrors errors = new SchedulerErrors()) {
      MockRM rm = SchedulerFixture.resourceManager(conf, null, errors);
      rm.start();
      try {
        return outcomes(rm);
      } finally {
        rm.stop();
      }
    }
  }

  private Map<String, String> outcomes(MockRM rm) throws Exception {
    rm.getRMContext()
        .getNodeLabelManager()
        .addToCluserNodeLabels(
            List.of(NodeLabel.newInstance("own", true), NodeLabel.newInstance("open", false)));
    List<MockNM> nodes =
        List.of(
            rm.registerNode("plain:1", resource(40_000, 40)),
            rm.registerNode("own:1", resource(40_000, 40)),
            rm.registerNode("open:1", resource(40_000, 40)));
    Map<NodeId, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      label(rm, nodes.get(i), LABELS.get(i), labels);
    }
    measure(rm, "first");
    Map<String, MockAM> masters = masters(rm, nodes.get(0));
    Map<String, String> outcomes = new TreeMap<>();
    ask(rm, masters, nodes, labels, "before", outcomes);
    label(rm, nodes.get(1), "open", labels);
    measure(rm, "second");
    ask(rm, masters, nodes, labels, "after", outcomes);
    return outcomes;
  }

  private static Map<String, MockAM> masters(MockRM rm, MockNM node) throws Exception {
    Map<String, RMApp> apps = new LinkedHashMap<>();
    for (String queue : QUEUES) {
      apps.put(
          queue,
          MockRMAppSubmitter.submit(
              rm,
              SchedulerRm.application(rm, queue)
                  .withAmLabel("")
                  .withWaitForAppAcceptedState(false)
                  .build()));
      rm.waitForState(apps.get(queue).getApplicationId(), RMAppState.ACCEPTED);
    }
    Map<String, MockAM> masters = new LinkedHashMap<>();
    for (Map.Entry<String, RMApp> app : apps.entrySet()) {
      RMAppAttempt attempt = app.getValue().getCurrentAppAttempt();
      for (int i = 0; i < 20 && attempt.getState() != RMAppAttemptState.ALLOCATED; i++) {
        node.nodeHeartbeat(true);
        rm.drainEvents();
      }
      MockAM master = rm.sendAMLaunched(attempt.getAppAttemptId());
      master.registerAppAttempt();
      masters.put(app.getKey(), master);
    }
    return masters;
  }

  /**
   * CapacityScheduler measures queues when a node registers, and when one gets a label: then
   * sometimes before the label manager knows.
   */
  private static void measure(MockRM rm, String host) throws Exception {
    rm.registerNode(host + ":1", resource(1, 1));
    rm.drainEvents();
  }

  private static void label(MockRM rm, MockNM node, String label, Map<NodeId, String> labels)
      throws Exception {
    labels.put(node.getNodeId(), label);
    rm.getRMContext()
        .getNodeLabelManager()
        .replaceLabelsOnNode(Map.of(node.getNodeId(), label.isEmpty() ? Set.of() : Set.of(label)));
    rm.drainEvents();
  }

  /** One queue after the other: each request alone, so that only what is allowed counts. */
  private void ask(
      MockRM rm,
      Map<String, MockAM> masters,
      List<MockNM> nodes,
      Map<NodeId, String> labels,
      String when,
      Map<String, String> outcomes)
      throws Exception {
    int priority = when.equals("before") ? 1 : 11;
    for (Map.Entry<String, MockAM> master : masters.entrySet()) {
      for (String label : LABELS) {
        ResourceRequest request = anywhere(resource(2000, 2), 1, priority++);
        request.setNodeLabelExpression(label);
        String outcome = outcome(rm, master.getValue(), request, nodes, labels);
        outcomes.put(when + " " + master.getKey() + " '" + label + "'", outcome);
        cases++;
      }
    }
  }

  private static String outcome(
      MockRM rm,
      MockAM master,
      ResourceRequest request,
      List<MockNM> nodes,
      Map<NodeId, String> labels)
      throws Exception {
    List<Container> containers;
    try {
      containers =
          new ArrayList<>(master.allocate(List.of(request), List.of()).getAllocatedContainers());
    } catch (YarnException e) {
      return "refused";
    }
    for (int i = 0; i < 20 && containers.isEmpty(); i++) {
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
      }
      rm.drainEvents();
      containers.addAll(master.allocate(List.of(), List.of()).getAllocatedContainers());
    }
    if (containers.isEmpty()) {
      ResourceRequest none = ResourceRequest.clone(request);
      none.setNumContainers(0);
      master.allocate(List.of(none), List.of());
      return "waits";
    }
    return "in '" + labels.get(containers.get(0).getNodeId()) + "'";
  }
}
