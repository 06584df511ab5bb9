// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAppReport;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.jspecify.annotations.Nullable;

/**
 * A whole ResourceManager, with any scheduler, with a node of each label and one without. Its
 * answers are text, to be compared with those of another scheduler.
 */
public final class LabelledRm implements AutoCloseable {
  /** Labels that are asked for; null: none is named. The cluster does not have fpga. */
  public static final List<String> LABELS = new ArrayList<>(List.of("", "gpu", "ssd", "fpga"));

  static {
    LABELS.add(null);
  }

  public final MockRM rm;
  private final SchedulerErrors errors = new SchedulerErrors();
  private final Class<? extends ResourceScheduler> scheduler;
  private final List<MockNM> nodes = new ArrayList<>();

  public LabelledRm(Class<? extends ResourceScheduler> scheduler, Map<String, String> keys)
      throws Exception {
    this.scheduler = scheduler;
    rm = SchedulerFixture.resourceManager(conf(keys), null, errors);
    rm.start();
    RMNodeLabelsManager labels = rm.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of("gpu", "ssd"));
    labels.addLabelsToNode(
        Map.of(
            NodeId.newInstance("g", 1), Set.of("gpu"), NodeId.newInstance("s", 1), Set.of("ssd")));
    for (String host : List.of("g", "s", "n")) {
      nodes.add(rm.registerNode(host + ":1", resource(100_000, 100)));
    }
    rm.drainEvents();
  }

  private SchedulerConf conf(Map<String, String> keys) {
    SchedulerConf conf = SchedulerConf.of(scheduler);
    keys.forEach(conf::set);
    return conf.set("resource-calculator", DominantResourceCalculator.class.getName())
        .set("user-limit-factor", -1)
        .set("per-node-heartbeat.maximum-offswitch-assignments", 100)
        .set("queue-mappings", "u:%user:root.p.%user")
        .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
  }

  public void refresh(Map<String, String> keys) throws IOException {
    rm.getResourceScheduler().reinitialize(conf(keys).build(), rm.getRMContext());
  }

  private MockRMAppSubmissionData.Builder application(String queue) throws Exception {
    return SchedulerRm.application(rm, queue).withWaitForAppAcceptedState(false);
  }

  /**
   * Submits an application to each queue, whose master names a label; returns what is refused, and
   * where the masters run.
   */
  public List<String> startMasters(List<String> queues, @Nullable String label) throws Exception {
    List<String> answers = new ArrayList<>();
    Map<Integer, RMApp> apps = new TreeMap<>();
    for (String queue : queues) {
      answers.add("master in %s for \"%s\": ".formatted(queue, label));
      try {
        apps.put(
            answers.size() - 1,
            MockRMAppSubmitter.submit(rm, application(queue).withAmLabel(label).build()));
      } catch (Exception e) {
        answers.set(answers.size() - 1, answers.get(answers.size() - 1) + "refused: " + reason(e));
      }
    }
    heartbeatsUntilServed(apps.values(), 1);
    apps.forEach((i, app) -> answers.set(i, answers.get(i) + answer(app)));
    kill(apps.values());
    return answers;
  }

  private String answer(RMApp app) {
    return app.getState() == RMAppState.FAILED
        ? "refused when it is queued"
        : held(app).values().stream().findFirst().orElse("waits");
  }

  /** Returns where an application's containers are, by their priority. */
  private Map<Integer, String> held(RMApp app) {
    Map<Integer, String> held = new TreeMap<>();
    RMAppAttempt attempt = app.getCurrentAppAttempt();
    SchedulerAppReport report =
        attempt == null
            ? null
            : rm.getResourceScheduler().getSchedulerAppInfo(attempt.getAppAttemptId());
    for (RMContainer container :
        report == null ? List.<RMContainer>of() : report.getLiveContainers()) {
      held.put(
          container.getContainer().getPriority().getPriority(),
          "on " + container.getAllocatedNode().getHost());
    }
    return held;
  }

  /**
   * Lets an application in each queue ask in each partition; returns what is refused, and where
   * tasks run.
   */
  public List<String> request(List<String> queues) throws Exception {
    List<RMApp> apps = new ArrayList<>();
    for (String queue : queues) {
      apps.add(MockRMAppSubmitter.submit(rm, application(queue).withUnmanagedAM(true).build()));
    }
    Map<String, String> answers = new LinkedHashMap<>();
    for (int k = 0; k < queues.size(); k++) {
      rm.drainEvents();
      MockAM master = MockRM.launchUAM(apps.get(k), rm, nodes.get(0));
      master.registerAppAttempt();
      for (int i = 0; i < LABELS.size(); i++) {
        answers.put(name(queues.get(k), i), ask(master, i));
      }
    }
    heartbeatsUntilServed(apps, LABELS.size() - 1);
    for (int k = 0; k < queues.size(); k++) {
      String queue = queues.get(k);
      held(apps.get(k)).forEach((i, where) -> answers.put(name(queue, i), where));
    }
    kill(apps);
    return answers.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList();
  }

  /**
   * Starts an application that asks for a label, and returns which queues it may be moved to.
   *
   * @return null if the request is refused
   */
  public @Nullable List<String> moves(String queue, String label, List<String> targets)
      throws Exception {
    RMApp app = MockRMAppSubmitter.submit(rm, application(queue).withUnmanagedAM(true).build());
    rm.drainEvents();
    MockAM master = MockRM.launchUAM(app, rm, nodes.get(0));
    master.registerAppAttempt();
    List<String> answers = null;
    if (ask(master, LABELS.indexOf(label)).equals("waits")) {
      answers = new ArrayList<>();
      for (String target : targets) {
        try {
          rm.getResourceScheduler().preValidateMoveApplication(app.getApplicationId(), target);
          answers.add(target + " takes it");
        } catch (YarnException e) {
          answers.add(target + " refuses it");
        }
      }
    }
    kill(List.of(app));
    return answers;
  }

  private static String name(String queue, int label) {
    return "request in %s for \"%s\"".formatted(queue, LABELS.get(label));
  }

  private static String ask(MockAM master, int label) {
    try {
      master.allocate(List.of(request(label)), List.of());
      return "waits";
    } catch (Exception e) {
      return "refused: " + reason(e);
    }
  }

  private static ResourceRequest request(int label) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(label))
        .resourceName(ResourceRequest.ANY)
        .capability(resource(10, 1))
        .numContainers(1)
        .nodeLabelExpression(LABELS.get(label))
        .build();
  }

  /** CapacityScheduler places containers that name no place after a few offers. */
  private void heartbeatsUntilServed(Collection<RMApp> apps, int containers) throws Exception {
    for (int i = 0; i < 12 && apps.stream().anyMatch(a -> held(a).size() < containers); i++) {
      heartbeats();
    }
  }

  private void heartbeats() throws Exception {
    rm.drainEvents();
    for (MockNM node : nodes) {
      node.nodeHeartbeat(true);
      rm.drainEvents();
    }
  }

  private void kill(Collection<RMApp> apps) throws Exception {
    for (RMApp app : apps) {
      rm.killApp(app.getApplicationId());
    }
    heartbeats();
  }

  /** The class of an error, and its text without the order of labels. */
  private static String reason(Throwable e) {
    if (e.getCause() != null) {
      return reason(e.getCause());
    }
    return e.getClass().getSimpleName()
        + " "
        + String.valueOf(e.getMessage()).replaceAll("Queue labels=.*", "");
  }

  @Override
  public void close() {
    rm.stop();
    errors.close();
  }
}
