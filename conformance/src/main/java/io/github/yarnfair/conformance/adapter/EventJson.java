// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The protocol: one line of JSON for an event, one for its answer. */
final class EventJson {
  private EventJson() {}

  static String write(Event event) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (event instanceof Event.Cluster cluster) {
      write(json.put("event", "cluster"), cluster);
    } else if (event instanceof Event.Submit submit) {
      json.put("event", "submit").put("application", submit.application());
      json.put("queue", submit.queue());
      amounts(json.putObject("demand"), submit.demand());
      if (submit.tasks() != Event.ENDLESS) {
        json.put("tasks", submit.tasks());
      }
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
      case "cluster" -> readCluster(json.only("event", "resources", "nodes", "queues"));
      case "submit" ->
          new Event.Submit(
              json.only("event", "application", "queue", "demand", "tasks")
                  .get("application")
                  .text(),
              json.get("queue").text(),
              json.get("demand").counts(),
              json.has("tasks") ? json.get("tasks").count(1) : Event.ENDLESS);
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

  static String write(List<Placement> placements) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    var array = json.putArray("placements");
    for (Placement placement : placements) {
      array.addObject().put("application", placement.application()).put("node", placement.node());
    }
    return json.toString();
  }

  static List<Placement> readAnswer(Field json) throws FormatException {
    List<Placement> placements = new ArrayList<>();
    for (Field placement : json.only("placements").get("placements").elements()) {
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
      amounts(nodes.addObject().put("name", node.name()).putObject("amounts"), node.amounts());
    }
    cluster.queues().write(json.putObject("queues"));
  }

  private static Event readCluster(Field json) throws FormatException {
    List<Node> nodes = new ArrayList<>();
    for (Field node : json.get("nodes").elements()) {
      node.only("name", "amounts");
      nodes.add(new Node(node.get("name").text(), node.get("amounts").counts()));
    }
    return new Event.Cluster(
        json.get("resources").texts(), nodes, QueueTree.read(json.get("queues")));
  }

  private static void amounts(ObjectNode json, Map<String, Long> amounts) {
    amounts.forEach(json::put);
  }
}
