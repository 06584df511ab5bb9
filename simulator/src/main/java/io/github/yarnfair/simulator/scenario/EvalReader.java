// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.simulator.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads cases of the kind "eval". */
final class EvalReader {
  /**
   * Names that these cases use for other rules. Their keys are by the formulas in which a queue
   * counts for its least application.
   */
  private static final Map<String, Rule> OTHER_NAMES =
      Map.of(
          "H-DRF-LITERAL", Rule.H_DRF_PUBLISHED,
          "H-DRF-CORRECTED", Rule.LEAST_APPLICATION,
          "DFF", Rule.LEAST_APPLICATION_DFF);

  private EvalReader() {}

  static EvalScenario scenario(String id, Field json) throws ScenarioException {
    Setting setting = SettingReader.setting(json);
    Names names = new Names(setting);
    Map<Rule, EvalScenario.Expected> expected = new TreeMap<>();
    for (Map.Entry<String, Field> rule : json.get("expected").members().entrySet()) {
      expected.put(rule(rule.getKey(), rule.getValue()), expected(rule.getValue(), names));
    }
    double tolerance = json.get("tolerance").get("key").number();
    EvalScenario.State state = state(json.get("state"), names);
    return new EvalScenario(id, ScenarioFile.strict(json), setting, state, expected, tolerance);
  }

  private static EvalScenario.State state(Field json, Names names) throws ScenarioException {
    Map<String, Long> running = new LinkedHashMap<>();
    for (Map.Entry<String, Field> leaf : names.checked(json.get("running")).entrySet()) {
      running.put(leaf.getKey(), leaf.getValue().count());
    }
    Map<String, Boolean> pending = new LinkedHashMap<>();
    for (Map.Entry<String, Field> leaf : names.checked(json.get("has_pending")).entrySet()) {
      pending.put(leaf.getKey(), leaf.getValue().bool());
    }
    List<Long> free = new ArrayList<>();
    for (long amount : json.get("free").counts(names.resources())) {
      free.add(amount);
    }
    return new EvalScenario.State(running, pending, free);
  }

  private static EvalScenario.Expected expected(Field json, Names names) throws ScenarioException {
    Map<String, Double> keys = json.has("key") ? names.nodes(json.get("key")) : Map.of();
    boolean noChoice = json.has("choice_none") && json.get("choice_none").bool();
    boolean unique = json.has("choice_is_unique") && json.get("choice_is_unique").bool();
    String choice = unique && !noChoice ? names.leaf(json.get("choice")) : "";
    Map<String, List<Double>> fairResources =
        json.has("fair_resource") ? fairResources(json.get("fair_resource"), names) : Map.of();
    return new EvalScenario.Expected(
        keys, choice, noChoice, fairResources, names.flatWeights(json));
  }

  private static Map<String, List<Double>> fairResources(Field json, Names names)
      throws ScenarioException {
    Map<String, List<Double>> fairResources = new LinkedHashMap<>();
    for (Map.Entry<String, Field> node : names.checked(json).entrySet()) {
      List<Double> amounts = new ArrayList<>();
      for (Field amount : node.getValue().elements()) {
        amounts.add(amount.fraction());
      }
      fairResources.put(node.getKey(), amounts);
    }
    return fairResources;
  }

  private static Rule rule(String name, Field json) throws ScenarioException {
    return Optional.ofNullable(OTHER_NAMES.get(name))
        .or(() -> Rule.named(name))
        .orElseThrow(() -> json.error("this under the name of a rule"));
  }
}
