// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.cases;

import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the events of one case, each of which may name what earlier ones have submitted. */
final class CaseEventReader {
  private static final int MOST_COPIES = 1000;
  private static final int MOST_ROUNDS = 1000;

  private final Set<String> resources;
  private final Set<String> leafQueues;
  private final Set<String> labels;

  /** Queues by their own names; then applications by the names of their queues. */
  private final Set<String> queues;

  /** What is held under other names. */
  private final Set<String> counted;

  private final Map<String, String> applications = new LinkedHashMap<>();
  private final Set<String> streamed = new LinkedHashSet<>();
  private final Set<String> moments = new LinkedHashSet<>();

  /**
   * @param preempts whether tasks may be preempted
   */
  CaseEventReader(Event.Cluster cluster, boolean preempts) {
    counted = preempts ? Set.of(CaseEvent.Expect.PREEMPTED) : Set.of();
    resources = Set.copyOf(cluster.resources());
    labels = Set.copyOf(cluster.labels());
    queues = new LinkedHashSet<>();
    leafQueues = new LinkedHashSet<>();
    cluster
        .queues()
        .forEach(
            queue -> {
              queues.add(queue.name());
              if (queue.queues().isEmpty()) {
                leafQueues.add(queue.name());
              }
            });
  }

  CaseEvent read(Field json) throws FormatException {
    Map<String, Field> members =
        json.only("submit", "end", "leave", "weight", "churn", "expect").members();
    if (members.size() != 1) {
      throw json.error("one of submit, end, leave, weight, churn, expect");
    }
    String kind = members.keySet().iterator().next();
    Field event = json.get(kind);
    return switch (kind) {
      case "submit" -> submit(event);
      case "end" ->
          new CaseEvent.End(
              application(event.only("application", "tasks").get("application")),
              event.get("tasks").count(1));
      case "leave" -> leave(event);
      case "weight" ->
          new CaseEvent.Weight(
              known(event.only("queue", "weight").get("queue"), queues, "a queue"),
              event.get("weight").positive());
      case "churn" -> churn(event.only("rounds", "batch", "streams"));
      default -> expect(event.only("moment", "holds", "tolerance"));
    };
  }

  private CaseEvent submit(Field json) throws FormatException {
    List<CaseEvent.Application> submitted = new ArrayList<>();
    for (Field application : json.elements()) {
      submitted.add(
          submitted(
              application.only(
                  "application", "queue", "demand", "tasks", "label", "gang", "copies")));
    }
    return new CaseEvent.Submit(submitted);
  }

  private CaseEvent.Application submitted(Field json) throws FormatException {
    String name = json.get("application").text();
    String queue = known(json.get("queue"), leafQueues, "a queue without children");
    long copies = json.has("copies") ? json.get("copies").count(1) : 1;
    if (copies > MOST_COPIES) {
      throw json.get("copies").error("at most " + MOST_COPIES);
    }
    for (long copy = 1; copy <= copies; copy++) {
      String each = json.has("copies") ? name + copy : name;
      if (queues.contains(each)
          || counted.contains(each)
          || applications.putIfAbsent(each, queue) != null) {
        throw json.get("application").error("a name that no queue and no other application has");
      }
    }
    Map<String, Long> demand = amounts(json.get("demand"));
    if (demand.values().stream().allMatch(amount -> amount == 0)) {
      throw json.get("demand").error("an amount above 0");
    }
    long tasks = json.has("tasks") ? json.get("tasks").count(1) : Event.ENDLESS;
    String label = json.has("label") ? known(json.get("label"), labels, "a node's label") : "";
    long gang = json.has("gang") ? json.get("gang").count(2) : 0;
    if (gang > tasks) {
      throw json.get("gang").error("at most its tasks, " + tasks);
    }
    return new CaseEvent.Application(
        new Event.Submit(name, queue, demand, tasks, label, gang), json.has("copies") ? copies : 0);
  }

  private CaseEvent leave(Field json) throws FormatException {
    List<String> names = new ArrayList<>();
    for (Field name : json.elements()) {
      names.add(application(name));
      applications.remove(name.text());
    }
    return new CaseEvent.Leave(names);
  }

  private CaseEvent churn(Field json) throws FormatException {
    long rounds = json.get("rounds").count(1);
    if (rounds > MOST_ROUNDS) {
      throw json.get("rounds").error("at most " + MOST_ROUNDS);
    }
    Set<String> streams = new LinkedHashSet<>();
    if (json.has("streams")) {
      for (Field queue : json.get("streams").elements()) {
        streams.add(known(queue, leafQueues, "a queue without children"));
      }
    }
    streamed.addAll(streams);
    return new CaseEvent.Churn(rounds, json.has("batch") ? json.get("batch").count() : 0, streams);
  }

  private CaseEvent expect(Field json) throws FormatException {
    String moment = json.get("moment").text();
    if (!moments.add(moment)) {
      throw json.get("moment").error("a moment that the case does not have already");
    }
    return new CaseEvent.Expect(moment, holds(json.get("holds")), json.get("tolerance").count());
  }

  /** Reads numbers of tasks by queue or application. */
  Map<String, Long> holds(Field json) throws FormatException {
    for (Map.Entry<String, Field> held : json.members().entrySet()) {
      if (!queues.contains(held.getKey()) && !counted.contains(held.getKey())) {
        String queue = applications.get(held.getKey());
        if (queue == null || streamed.contains(queue)) {
          throw held.getValue()
              .error("this under the name of a queue or of an application that is there");
        }
      }
    }
    return json.counts();
  }

  /** Reads amounts of the cluster's resources. */
  Map<String, Long> amounts(Field json) throws FormatException {
    for (Map.Entry<String, Field> amount : json.members().entrySet()) {
      if (!resources.contains(amount.getKey())) {
        throw amount.getValue().error("this under the name of a resource, one of " + resources);
      }
    }
    return json.counts();
  }

  private String application(Field json) throws FormatException {
    String name = known(json, applications.keySet(), "an application that is there");
    if (streamed.contains(applications.get(name))) {
      throw json.error("an application whose queue is no stream");
    }
    return name;
  }

  private static String known(Field json, Set<String> names, String expected)
      throws FormatException {
    if (!names.contains(json.text())) {
      throw json.error(expected);
    }
    return json.text();
  }
}
