// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.scenario.Allocation.Tolerated;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads files of scenario cases: a JSON array, or a single case. Everything is checked while
 * reading, so that a case that was read can be run.
 */
public final class ScenarioFile {
  private ScenarioFile() {}

  /**
   * Reads the cases of a file in their order.
   *
   * @throws ScenarioException if there is a mistake in it, which the message locates
   */
  public static List<Scenario> read(Path file) throws ScenarioException {
    Field root = Field.read(file);
    List<Scenario> scenarios = new ArrayList<>();
    for (Field json : root.isArray() ? root.elements() : List.of(root)) {
      scenarios.add(scenario(json));
    }
    return scenarios;
  }

  private static Scenario scenario(Field json) throws ScenarioException {
    String id = json.get("id").text();
    String kind = json.get("kind").text();
    return switch (kind) {
      case "static" -> staticScenario(id, json);
      case "dynamic" -> dynamicScenario(id, json);
      case "eval" -> EvalReader.scenario(id, json);
      case "drfh" -> DrfhReader.scenario(id, json);
      case "udrf" -> UdrfReader.scenario(id, json);
      default -> throw json.get("kind").error("static, dynamic, eval, drfh or udrf");
    };
  }

  private static Scenario staticScenario(String id, Field json) throws ScenarioException {
    Setting setting = SettingReader.setting(json);
    Names names = new Names(setting);
    Field expected = json.get("expected");
    double tolerance = json.get("tolerance").get("dominant_share").number();
    Map<String, Tolerated> shares = new LinkedHashMap<>();
    for (Map.Entry<String, Double> share :
        names.leaves(expected.get("dominant_share")).entrySet()) {
      shares.put(share.getKey(), new Tolerated(share.getValue(), tolerance));
    }
    Map<String, Double> exact =
        expected.has("exact") ? names.leaves(expected.get("exact")) : Map.of();
    FlatWeights weights = names.flatWeights(expected);
    return new StaticScenario(id, rule(json), strict(json), setting, shares, exact, weights);
  }

  private static Scenario dynamicScenario(String id, Field json) throws ScenarioException {
    Setting setting = SettingReader.setting(json);
    Names names = new Names(setting);
    List<DynamicScenario.Step> steps = new ArrayList<>();
    for (Field op : json.get("ops").elements()) {
      steps.add(step(op, steps.size(), names));
    }
    return new DynamicScenario(id, rule(json), strict(json), setting, steps);
  }

  private static DynamicScenario.Step step(Field op, int index, Names names)
      throws ScenarioException {
    return switch (op.get("op").text()) {
      case "submit" ->
          new DynamicScenario.Submit(
              names.leaf(op.get("leaf")), SettingReader.tasks(op.get("tasks")));
      case "schedule" -> new DynamicScenario.Schedule();
      case "leave" -> new DynamicScenario.Leave(names.leaf(op.get("leaf")));
      case "churn" ->
          new DynamicScenario.Churn(
              op.get("rounds").smallCount(), op.has("batch") ? op.get("batch").smallCount() : 0);
      case "expect" -> new DynamicScenario.Expect(index, running(op, names));
      default -> throw op.get("op").error("submit, schedule, leave, churn or expect");
    };
  }

  private static Map<String, Tolerated> running(Field expect, Names names)
      throws ScenarioException {
    Map<String, Tolerated> running = new LinkedHashMap<>();
    Field tolerances = expect.get("tol_tasks");
    for (Map.Entry<String, Double> leaf : names.leaves(expect.get("running")).entrySet()) {
      double tolerance = tolerances.get(leaf.getKey()).number();
      running.put(leaf.getKey(), new Tolerated(leaf.getValue(), tolerance));
    }
    return running;
  }

  private static Rule rule(Field json) throws ScenarioException {
    Field algorithm = json.get("algorithm");
    return Rule.named(algorithm.text()).orElseThrow(() -> algorithm.error("one of " + Rule.all()));
  }

  /** Returns whether the case is not one of several sensible readings only. */
  static boolean strict(Field json) throws ScenarioException {
    return !json.has("strict") || json.get("strict").bool();
  }
}
