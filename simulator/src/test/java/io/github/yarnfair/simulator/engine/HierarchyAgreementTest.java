// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.scenario.Allocation;
import io.github.yarnfair.simulator.scenario.ScenarioFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A cluster that fills from empty has the shares that {@code compare} shows for the same tree. */
class HierarchyAgreementTest {
  /** Figure 4 of the H-DRF paper with weights: what n2,1 leaves, its sibling cannot use. */
  private static final String CASE =
      """
      [{"id": "tree", "kind": "static", "algorithm": "H-DRF", "resources": ["a", "b", "c"],
        "capacity": [600, 600, 600],
        "tree": {"name": "root", "weight": 1, "children": [
          {"name": "n1", "weight": 2, "children": [
            {"name": "x", "weight": 1, "demand": [1, 0, 0], "tasks": null},
            {"name": "y", "weight": 3, "demand": [0, 1, 0], "tasks": null}]},
          {"name": "n2", "weight": 1, "children": [
            {"name": "z", "weight": 1, "demand": [1, 1, 0], "tasks": null},
            {"name": "v", "weight": 1, "demand": [0, 2, 1], "tasks": 50}]}]},
        "expected": {"dominant_share": {}}, "tolerance": {"dominant_share": 0}}]
      """;

  private static final RunQueue TREE =
      RunQueue.of(
          "root",
          1,
          RunQueue.of("root.n1", 2, RunQueue.of("root.n1.x", 1), RunQueue.of("root.n1.y", 3)),
          RunQueue.of("root.n2", 1, RunQueue.of("root.n2.z", 1), RunQueue.of("root.n2.v", 1)));

  @TempDir private Path folder;

  private static List<Rule> ofTrees() {
    return List.of(Rule.H_DRF, Rule.DFF, Rule.MCH_EXACT, Rule.MCH_UNIFORM, Rule.MCH, Rule.NAIVE);
  }

  @ParameterizedTest
  @MethodSource("ofTrees")
  void filledClusterHasTheSharesOfTheCase(Rule rule) throws Exception {
    Path file = Files.writeString(folder.resolve("case.json"), CASE);
    Map<String, Double> expected = ((Allocation) ScenarioFile.read(file).get(0)).under(rule);
    EventLog log = new EventLog();
    SmallWorkload workload = new SmallWorkload().node(600, 600, 600);
    workload.job("root.n1.x", 0, tasks(1_000, 1, 0, 0));
    workload.job("root.n1.y", 0, tasks(1_000, 0, 1, 0));
    workload.job("root.n2.z", 0, tasks(1_000, 1, 1, 0));
    workload.job("root.n2.v", 0, tasks(50, 0, 2, 1));
    new RunSession(workload.build(), TREE, 1, Sampling.every(1_000))
        .run(new RuleContender(rule, NodeChoice.HEARTBEAT), List.of(log));
    for (String leaf : List.of("n1.x", "n1.y", "n2.z", "n2.v")) {
      assertThat(log.samples.get(1_000L).get("root." + leaf).held())
          .as(leaf)
          .isCloseTo(
              expected.getOrDefault(leaf.substring(leaf.length() - 1), Double.NaN), within(1e-9));
    }
  }

  private static TaskGroup tasks(int count, long... demand) {
    return new TaskGroup(count, demand, 1_000_000, "");
  }
}
