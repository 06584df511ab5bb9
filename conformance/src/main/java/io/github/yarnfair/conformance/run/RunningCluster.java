// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.run;

import io.github.yarnfair.conformance.adapter.Adapter;
import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Answer;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.conformance.adapter.Node;
import io.github.yarnfair.conformance.adapter.Placement;
import io.github.yarnfair.conformance.adapter.QueueTree;
import io.github.yarnfair.conformance.cases.CaseEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The cluster as the runner knows it: it checks each placement against it. */
final class RunningCluster {
  private final Adapter adapter;
  private final Map<String, Map<String, Long>> free = new LinkedHashMap<>();
  private final Map<String, String> labels = new HashMap<>();
  private final Set<Need> missing;
  private final boolean mayPreempt;

  /** Applications that are there, in the order of submission. */
  private final Map<String, RunningApplication> applications = new LinkedHashMap<>();

  /** By queue, it and those above it. */
  private final Map<String, List<String>> paths = new HashMap<>();

  private long followers;
  private long preempted;

  RunningCluster(Adapter adapter, Event.Cluster cluster) throws AdapterException {
    this.adapter = adapter;
    for (Node node : cluster.nodes()) {
      free.put(node.name(), new HashMap<>(node.amounts()));
      labels.put(node.name(), node.label());
    }
    addPaths(cluster.queues(), List.of());
    mayPreempt = cluster.needs().contains(Need.PREEMPTION);
    missing = new LinkedHashSet<>(cluster.needs());
    missing.removeAll(apply(cluster).supports());
  }

  /** Returns what the case needs and the adapter does not support. */
  Set<Need> missing() {
    return missing;
  }

  private void addPaths(QueueTree queue, List<String> above) {
    List<String> path = new ArrayList<>(above);
    path.add(queue.name());
    paths.put(queue.name(), path);
    queue.queues().forEach(child -> addPaths(child, path));
  }

  /** Returns the applications in the order of submission. */
  List<RunningApplication> applications() {
    return List.copyOf(applications.values());
  }

  /** Returns an application by its name. */
  RunningApplication application(String name) {
    RunningApplication application = applications.get(name);
    if (application == null) {
      throw new IllegalArgumentException("no application " + name);
    }
    return application;
  }

  void submit(Event.Submit submit) throws AdapterException {
    applications.put(submit.application(), new RunningApplication(submit));
    apply(submit);
  }

  /** Submits an application equal to one that has left. */
  void resubmit(RunningApplication application) throws AdapterException {
    followers++;
    submit(application.submitted().named("follower" + followers));
  }

  /** Ends one task, on the first node that has one. */
  void end(RunningApplication application, boolean again) throws AdapterException {
    String node = application.end(again);
    add(node, application.demand(), 1);
    apply(new Event.End(application.name(), node, again));
  }

  void leave(RunningApplication application) throws AdapterException {
    while (application.running() > 0) {
      add(application.end(false), application.demand(), 1);
    }
    applications.remove(application.name());
    apply(new Event.Leave(application.name()));
  }

  /** Applies an event, and ends and starts the tasks that the adapter answers. */
  Answer apply(Event event) throws AdapterException {
    Answer answer = adapter.apply(event);
    for (Placement preemption : answer.preemptions()) {
      preempt(preemption);
    }
    for (Placement placement : answer.placements()) {
      start(placement);
    }
    for (Placement placement : answer.placements()) {
      checkGang(AdapterException.known(applications, placement.application(), "application"));
    }
    return answer;
  }

  /** Returns the number of tasks that a queue or an application holds, or of those preempted. */
  long held(String name) {
    if (mayPreempt && name.equals(CaseEvent.Expect.PREEMPTED)) {
      return preempted;
    }
    long held = 0;
    for (RunningApplication application : applications.values()) {
      if (application.name().equals(name)
          || paths.getOrDefault(application.queue(), List.of()).contains(name)) {
        held += application.running();
      }
    }
    return held;
  }

  private void preempt(Placement preemption) throws AdapterException {
    RunningApplication application = applications.get(preemption.application());
    if (!mayPreempt
        || application == null
        || !free.containsKey(preemption.node())
        || !application.preempt(preemption.node())) {
      throw new AdapterException(
          "adapter %s: preempts a task of %s on %s: %s"
              .formatted(
                  adapter.name(),
                  preemption.application(),
                  preemption.node(),
                  mayPreempt ? "none runs there" : "the case has no preemption"));
    }
    add(preemption.node(), application.demand(), 1);
    preempted++;
  }

  private void start(Placement placement) throws AdapterException {
    RunningApplication application = applications.get(placement.application());
    if (application == null || application.pending() == 0) {
      throw refused(placement, "the application has no pending task");
    }
    Map<String, Long> onNode = free.get(placement.node());
    if (onNode == null) {
      throw refused(placement, "no such node");
    }
    String label = application.submitted().label();
    if (!label.equals(labels.get(placement.node()))) {
      throw refused(
          placement,
          "needs a node of label \"%s\", this one's is \"%s\""
              .formatted(label, labels.get(placement.node())));
    }
    for (Map.Entry<String, Long> amount : application.demand().entrySet()) {
      long available = onNode.getOrDefault(amount.getKey(), 0L);
      if (available < amount.getValue()) {
        throw refused(
            placement,
            "needs %d %s, %d are free".formatted(amount.getValue(), amount.getKey(), available));
      }
    }
    add(placement.node(), application.demand(), -1);
    application.start(placement.node());
  }

  private void checkGang(RunningApplication application) throws AdapterException {
    if (application.hasPartOfGang()) {
      throw new AdapterException(
          "adapter %s: starts %d of the first %d tasks of %s, which start together"
              .formatted(
                  adapter.name(),
                  application.started(),
                  application.submitted().gang(),
                  application.name()));
    }
  }

  private AdapterException refused(Placement placement, String reason) {
    return new AdapterException(
        "adapter %s: places a task of %s on %s: %s"
            .formatted(adapter.name(), placement.application(), placement.node(), reason));
  }

  private void add(String node, Map<String, Long> demand, int sign) {
    Map<String, Long> onNode = Objects.requireNonNull(free.get(node));
    demand.forEach((resource, amount) -> onNode.merge(resource, sign * amount, Long::sum));
  }
}
