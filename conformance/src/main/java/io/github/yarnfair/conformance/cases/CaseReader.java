// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.cases;

import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.Need;
import io.github.yarnfair.conformance.adapter.Node;
import io.github.yarnfair.conformance.adapter.QueueTree;
import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Reads case files, by the rules of {@code case.schema.json} and what no schema can say. */
public final class CaseReader {
  private static final int MOST_NODES = 100;

  private CaseReader() {}

  /** Reads all {@code *.json} of a folder, in the order of their names. */
  public static List<Case> readAll(Path folder) throws IOException, FormatException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    if (files.isEmpty()) {
      throw new FormatException(folder + ": no file *.json");
    }
    List<Case> cases = new ArrayList<>();
    for (Path file : files) {
      cases.add(read(file));
    }
    return cases;
  }

  /** Reads a file. */
  public static Case read(Path file) throws IOException, FormatException {
    Field json = Field.read(file.toString(), Files.readString(file));
    json.only(
        "name", "why", "resources", "nodes", "queues", "preemption", "events", "passes", "fails");
    String name = json.get("name").text();
    if (!Path.of(name + ".json").equals(file.getFileName())) {
      throw json.get("name").error("the name of the file without .json");
    }
    Event.Cluster cluster = cluster(json);
    boolean preempts = json.has("preemption") && json.get("preemption").bool();
    CaseEventReader reader = new CaseEventReader(cluster, preempts);
    List<CaseEvent> events = new ArrayList<>();
    for (Field event : json.get("events").elements()) {
      events.add(reader.read(event));
    }
    if (events.isEmpty() || !(events.get(events.size() - 1) instanceof CaseEvent.Expect)) {
      throw json.get("events").error("events that end with an expect");
    }
    Case read =
        new Case(
            name,
            json.get("why").text(),
            cluster.needing(needs(cluster, preempts, events)),
            events,
            new LinkedHashSet<>(json.get("passes").texts()),
            new ArrayList<>());
    readFailures(json.get("fails"), read);
    return read;
  }

  private static Event.Cluster cluster(Field json) throws FormatException {
    List<String> resources = json.get("resources").texts();
    if (resources.isEmpty() || Set.copyOf(resources).size() < resources.size()) {
      throw json.get("resources").error("at least one name, each once");
    }
    QueueTree queues = QueueTree.read(json.get("queues"));
    Set<String> names = new LinkedHashSet<>();
    Set<String> repeated = new LinkedHashSet<>();
    queues.forEach(
        queue -> {
          if (!names.add(queue.name())) {
            repeated.add(queue.name());
          }
        });
    if (!repeated.isEmpty() || queues.queues().isEmpty()) {
      throw json.get("queues").error("a root with children, each name once; repeated: " + repeated);
    }
    return new Event.Cluster(resources, nodes(json, resources, queues), queues);
  }

  private static List<Node> nodes(Field json, List<String> resources, QueueTree queues)
      throws FormatException {
    CaseEventReader amounts =
        new CaseEventReader(new Event.Cluster(resources, List.of(), queues), false);
    List<Node> nodes = new ArrayList<>();
    for (Field group : json.get("nodes").elements()) {
      Map<String, Long> each =
          amounts.amounts(group.only("count", "label", "amounts").get("amounts"));
      long count = group.has("count") ? group.get("count").count(1) : 1;
      if (nodes.size() + count > MOST_NODES) {
        throw json.get("nodes").error("at most " + MOST_NODES + " nodes");
      }
      for (long i = 0; i < count; i++) {
        nodes.add(new Node("node" + (nodes.size() + 1), group.textOr("label", ""), each));
      }
    }
    if (nodes.isEmpty()) {
      throw json.get("nodes").error("at least one node");
    }
    return nodes;
  }

  /** Returns what the case's content needs of an adapter. */
  private static Set<Need> needs(Event.Cluster cluster, boolean preempts, List<CaseEvent> events) {
    Set<Need> needs = EnumSet.noneOf(Need.class);
    if (!cluster.labels().isEmpty()) {
      needs.add(Need.LABELS);
    }
    if (events.stream().anyMatch(CaseReader::hasGang)) {
      needs.add(Need.GANGS);
    }
    if (preempts) {
      needs.add(Need.PREEMPTION);
    }
    return needs;
  }

  private static boolean hasGang(CaseEvent event) {
    return event instanceof CaseEvent.Submit submit
        && submit.applications().stream().anyMatch(application -> application.each().gang() > 0);
  }

  private static void readFailures(Field json, Case read) throws FormatException {
    for (Field failure : json.elements()) {
      failure.only("adapter", "moment", "gives");
      String moment = failure.get("moment").text();
      CaseEvent.Expect expect = read.expect(moment).orElse(null);
      if (expect == null) {
        throw failure.get("moment").error("a moment of the case's events");
      }
      Map<String, Long> gives = failure.get("gives").counts();
      if (!gives.keySet().equals(expect.holds().keySet())) {
        throw failure.get("gives").error("the names of the moment, " + expect.holds().keySet());
      }
      read.fails().add(new KnownFailure(failure.get("adapter").text(), moment, gives));
    }
    if (read.fails().isEmpty() && read.cluster().needs().isEmpty()) {
      throw json.error("at least one adapter that fails the case");
    }
  }
}
