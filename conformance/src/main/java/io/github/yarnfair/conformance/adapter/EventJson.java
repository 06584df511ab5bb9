// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The protocol: one line of JSON for an event, one for its answer. */
final class EventJson {
  private EventJson() {}

  static String write(Event event) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (event instanceof Event.Cluster cluster) {
      write(json.put("event", "cluster"), cluster);
    } else if (event instanceof Event.Submit submit) {
      write(json.put("event", "submit"), submit);
    } else if (event instanceof Event.End end) {
      json.put("event", "end").put("application", end.application());
      json.put("node", end.node()).put("again", end.again());
    } else if (event instanceof Event.Leave leave) {
      json.put("event", "leave").put("application", leave.application());
    } else if (event instanceof Event.Weight weight) {
      json.put("event", "weight").put("queue", weight.queue()).put("weight", weight.weight());
    } else {
      json.put("event", "offer");
    }
    return json.toString();
  }

  static Event read(Field json) throws FormatException {
    String event = json.get("event").text();
    return switch (event) {
      case "cluster" -> readCluster(json.only("event", "resources", "nodes", "queues", "needs"));
      case "submit" ->
          readSubmit(
              json.only("event", "application", "queue", "demand", "tasks", "label", "gang"));
      case "end" ->
          new Event.End(
              json.only("event", "application", "node", "again").get("application").text(),
              json.get("node").text(),
              json.get("again").bool());
      case "leave" -> new Event.Leave(json.only("event", "application").get("application").text());
      case "weight" ->
          new Event.Weight(
              json.only("event", "queue", "weight").get("queue").text(),
              json.get("weight").positive());
      case "offer" -> {
        json.only("event");
        yield new Event.Offer();
      }
      default -> throw json.get("event").error("one of cluster, submit, end, leave, weight, offer");
    };
  }

  static String write(Answer answer) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (!answer.preemptions().isEmpty()) {
      write(json.putArray("preemptions"), answer.preemptions());
    }
    write(json.putArray("placements"), answer.placements());
    write(json, "supports", answer.supports());
    return json.toString();
  }

  static Answer readAnswer(Field json) throws FormatException {
    json.only("preemptions", "placements", "supports");
    return new Answer(
        json.has("preemptions") ? readPlacements(json.get("preemptions")) : List.of(),
        readPlacements(json.get("placements")),
        readNeeds(json, "supports"));
  }

  private static void write(ArrayNode json, List<Placement> placements) {
    for (Placement placement : placements) {
      json.addObject().put("application", placement.application()).put("node", placement.node());
    }
  }

  private static List<Placement> readPlacements(Field json) throws FormatException {
    List<Placement> placements = new ArrayList<>();
    for (Field placement : json.elements()) {
      placement.only("application", "node");
      placements.add(
          new Placement(placement.get("application").text(), placement.get("node").text()));
    }
    return placements;
  }

  private static void write(ObjectNode json, Event.Cluster cluster) {
    var resources = json.putArray("resources");
    cluster.resources().forEach(resources::add);
    var nodes = json.putArray("nodes");
    for (Node node : cluster.nodes()) {
      ObjectNode written = nodes.addObject().put("name", node.name());
      writeLabel(written, node.label());
      amounts(written.putObject("amounts"), node.amounts());
    }
    cluster.queues().write(json.putObject("queues"));
    write(json, "needs", cluster.needs());
  }

  private static void write(ObjectNode json, Event.Submit submit) {
    json.put("application", submit.application()).put("queue", submit.queue());
    amounts(json.putObject("demand"), submit.demand());
    if (submit.tasks() != Event.ENDLESS) {
      json.put("tasks", submit.tasks());
    }
    writeLabel(json, submit.label());
    if (submit.gang() > 0) {
      json.put("gang", submit.gang());
    }
  }

  private static void writeLabel(ObjectNode json, String label) {
    if (!label.isEmpty()) {
      json.put("label", label);
    }
  }

  /** Writes no key for none: adapters from before there were needs know no such key. */
  private static void write(ObjectNode json, String key, Set<Need> needs) {
    if (!needs.isEmpty()) {
      var array = json.putArray(key);
      needs.forEach(need -> array.add(need.toString()));
    }
  }

  private static Set<Need> readNeeds(Field json, String key) throws FormatException {
    return json.has(key) ? Need.read(json.get(key)) : Set.of();
  }

  private static Event readCluster(Field json) throws FormatException {
    List<Node> nodes = new ArrayList<>();
    for (Field node : json.get("nodes").elements()) {
      node.only("name", "label", "amounts");
      nodes.add(
          new Node(
              node.get("name").text(), node.textOr("label", ""), node.get("amounts").counts()));
    }
    return new Event.Cluster(
        json.get("resources").texts(),
        nodes,
        QueueTree.read(json.get("queues")),
        readNeeds(json, "needs"));
  }

  private static Event readSubmit(Field json) throws FormatException {
    return new Event.Submit(
        json.get("application").text(),
        json.get("queue").text(),
        json.get("demand").counts(),
        json.has("tasks") ? json.get("tasks").count(1) : Event.ENDLESS,
        json.textOr("label", ""),
        json.has("gang") ? json.get("gang").count(2) : 0);
  }

  private static void amounts(ObjectNode json, Map<String, Long> amounts) {
    amounts.forEach(json::put);
  }
}
