// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.core.tree.Demand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One scenario of the case files that lie beside the project, in {@code ../shared/cases} or where
 * the system property {@code yarnfair.cases} says: a cluster, a tree, what happens and what must
 * come out.
 */
public final class ScenarioCase {
  private final JsonNode json;

  private ScenarioCase(JsonNode json) {
    this.json = json;
  }

  /** Returns the folder of the case files, seen from the folder of a module. */
  public static Path folder() {
    return Path.of(System.getProperty("yarnfair.cases", "../../shared/cases"));
  }

  /** Skips the test, and says so, if the case files are not there. */
  public static void assumeThere() {
    String skipped = "skipped: no case files in " + folder().toAbsolutePath().normalize();
    if (!Files.isDirectory(folder())) {
      System.out.println(skipped);
    }
    assumeTrue(Files.isDirectory(folder()), skipped);
  }

  /** Returns the cases of one kind and algorithm in a file, in its order. */
  public static Stream<ScenarioCase> read(String file, String kind, String algorithm) {
    try {
      List<ScenarioCase> cases = new ArrayList<>();
      for (JsonNode json : new ObjectMapper().readTree(folder().resolve(file).toFile())) {
        if (json.path("kind").asText().equals(kind)
            && json.path("algorithm").asText().equals(algorithm)
            && json.path("strict").asBoolean()) {
          cases.add(new ScenarioCase(json));
        }
      }
      return cases.stream();
    } catch (IOException e) {
      throw new UncheckedIOException("case file " + file, e);
    }
  }

  /** Returns the case's name. */
  public String id() {
    return json.path("id").asText();
  }

  /** Returns everything the case says. */
  public JsonNode json() {
    return json;
  }

  /** Returns what the cluster has. */
  public long[] capacity() {
    return longs(json.path("capacity"));
  }

  /** Returns what each node has; one node is the whole cluster if the case names none. */
  public List<long[]> nodes() {
    if (json.path("nodes").isEmpty()) {
      return List.of(capacity());
    }
    List<long[]> nodes = new ArrayList<>();
    json.path("nodes").forEach(node -> nodes.add(longs(node)));
    return nodes;
  }

  /** Returns the tree; leaves of dynamic cases have no task until one is submitted. */
  public TreeSpec tree() {
    return tree(json.path("tree"));
  }

  /** Reads an array of numbers. */
  public static long[] longs(JsonNode array) {
    long[] values = new long[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).asLong();
    }
    return values;
  }

  @Override
  public String toString() {
    return id();
  }

  private static TreeSpec tree(JsonNode json) {
    String name = json.path("name").asText();
    double weight = json.path("weight").asDouble();
    if (json.has("demand")) {
      return TreeSpec.leaf(name, longs(json.path("demand"))).tasks(tasks(json)).weighing(weight);
    }
    List<TreeSpec> children = new ArrayList<>();
    json.path("children").forEach(child -> children.add(tree(child)));
    return TreeSpec.queue(name, children).weighing(weight);
  }

  private static long tasks(JsonNode json) {
    return json.path("tasks").isNull() ? Demand.ENDLESS : json.path("tasks").asLong();
  }
}
