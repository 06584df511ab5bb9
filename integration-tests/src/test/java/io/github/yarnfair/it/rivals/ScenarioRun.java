// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.core.scenario.ScenarioCase;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One dynamic scenario case under a real scheduler.
 *
 * @param misses what is not as the case expects, one line a leaf; empty if all is
 * @param starved how many leaves end with less than a tenth of what is expected
 */
record ScenarioRun(List<String> misses, int starved) {

  /** Runs a case from its first to its last step. */
  static ScenarioRun of(ScenarioCase scenario, Rival rival) throws Exception {
    Workload workload =
        new Workload(
            scenario.tree(),
            ResourceKind.named(names(scenario.json().path("resources"))),
            scenario.nodes(),
            1);
    List<String> misses = new ArrayList<>();
    int starved = 0;
    // One container a heartbeat: cases fill the nodes in turn, one task a visit.
    try (ChurnDriver driver = new ChurnDriver(rival, workload, 1)) {
      for (JsonNode op : scenario.json().path("ops")) {
        if (op.path("op").asText().equals("expect")) {
          misses.addAll(misses(op, driver.running()));
          starved = starved(op, driver.running());
        } else {
          step(driver, op);
        }
      }
      if (!driver.agreesWithScheduler()) {
        misses.add(rival + " and the applications differ in what runs");
      }
    }
    return new ScenarioRun(misses, starved);
  }

  private static void step(ChurnDriver driver, JsonNode op) {
    String leaf = op.path("leaf").asText();
    int rounds = op.path("rounds").asInt();
    int batch = op.path("batch").asInt();
    switch (op.path("op").asText()) {
      case "submit" ->
          driver.submit(
              leaf, op.path("tasks").isNull() ? Demand.ENDLESS : op.path("tasks").asLong());
      case "schedule" -> driver.schedule();
      case "leave" -> driver.leave(leaf);
      case "churn" -> {
        if (batch == 0) {
          driver.churn(rounds);
        } else {
          driver.churn(rounds, batch);
        }
      }
      default -> throw new IllegalArgumentException("unknown step " + op);
    }
  }

  private static List<String> misses(JsonNode expect, Map<String, Integer> running) {
    List<String> misses = new ArrayList<>();
    for (Map.Entry<String, JsonNode> expected : expect.path("running").properties()) {
      String leaf = expected.getKey();
      double tolerance = expect.path("tol_tasks").path(leaf).asDouble();
      if (Math.abs(running.get(leaf) - expected.getValue().asDouble()) > tolerance) {
        misses.add(
            "%s: %d tasks, expected %s ± %s"
                .formatted(leaf, running.get(leaf), expected.getValue(), tolerance));
      }
    }
    return misses;
  }

  private static int starved(JsonNode expect, Map<String, Integer> running) {
    return Math.toIntExact(
        expect.path("running").properties().stream()
            .filter(leaf -> running.get(leaf.getKey()) < 0.1 * leaf.getValue().asDouble())
            .count());
  }

  private static List<String> names(JsonNode array) {
    List<String> names = new ArrayList<>();
    array.forEach(name -> names.add(name.asText()));
    return Collections.unmodifiableList(names);
  }
}
