// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static io.github.yarnfair.core.scenario.TreeSpec.leaf;
import static io.github.yarnfair.core.scenario.TreeSpec.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * What the paper claims, and the counter-examples to what it prints. Every claim names a rival rule
 * that fails it, so that passing means something.
 */
class HdrfPaperTest {
  private static final Function<ShareTree, Selection> CORRECTED = Rule.H_DRF::over;
  private static final Function<ShareTree, Selection> PRINTED = Rule.H_DRF_PUBLISHED::over;
  private static final Function<ShareTree, Selection> NAIVE = Rule.NAIVE::over;
  private static final Function<ShareTree, Selection> RESCALE_ONLY = Rule.RESCALE_ONLY::over;

  private static final TreeSpec FIGURE_4 =
      queue(
          "root",
          queue("n1", leaf("n1,1", 1, 0)),
          queue("n2", leaf("n2,1", 1, 0), leaf("n2,2", 0, 1)));
  private static final TreeSpec FIGURE_5 =
      queue(
          "root",
          queue("n1", leaf("n1,1", 1, 0)),
          queue("n2", leaf("n2,1", 1, 0)),
          queue("n3", leaf("n3,1", 1, 0), leaf("n3,2", 0, 1)),
          queue("n4", leaf("n4,1", 0, 1)));

  /** Filled from empty the rules agree: this alone proves nothing. */
  @Test
  void figure4FilledFromEmptyIsTheSameUnderTheNaiveRule() {
    Map<String, Long> half = Map.of("n1,1", 5L, "n2,1", 5L, "n2,2", 10L);
    assertThat(new TaskSimulation(FIGURE_4, CORRECTED, 10, 10).submitAll().running())
        .isEqualTo(half);
    assertThat(new TaskSimulation(FIGURE_4, NAIVE, 10, 10).submitAll().running()).isEqualTo(half);
  }

  @Test
  void figure4UnderChurnKeepsItsHalfWhereTheNaiveRuleStarvesIt() {
    expect(FIGURE_4, CORRECTED, 0, 10, 10).running("n1,1", 5, "n2,1", 5, "n2,2", 10);
    expect(FIGURE_4, PRINTED, 0, 10, 10).running("n1,1", 5, "n2,1", 5, "n2,2", 10);
    expect(FIGURE_4, NAIVE, 0, 10, 10).running("n1,1", 10, "n2,1", 0, "n2,2", 10);
  }

  @Test
  void figure5SharesTheGpusInHalvesWhereRescalingAloneGivesTwoThirds() {
    expect(FIGURE_5, CORRECTED, 1, 60, 60)
        .running("n1,1", 20, "n2,1", 20, "n3,1", 20, "n3,2", 30, "n4,1", 30);
    expect(FIGURE_5, PRINTED, 1, 60, 60)
        .running("n1,1", 20, "n2,1", 20, "n3,1", 20, "n3,2", 30, "n4,1", 30);
    expect(FIGURE_5, RESCALE_ONLY, 1, 60, 60).running("n3,2", 40, "n4,1", 20);
  }

  /** With tasks of 3 CPUs one CPU of 100 is always left, and still n3,1 has to count as blocked. */
  @Test
  void figure5WithAScrapOfCpuLeftOver() {
    TreeSpec root =
        queue(
            "root",
            queue("n1", leaf("n1,1", 3, 0)),
            queue("n2", leaf("n2,1", 3, 0)),
            queue("n3", leaf("n3,1", 3, 0), leaf("n3,2", 0, 3)),
            queue("n4", leaf("n4,1", 0, 3)));
    expect(root, CORRECTED, 1, 100, 100).running("n3,2", 16.5, "n4,1", 16.5);
    expect(root, RESCALE_ONLY, 1, 100, 100).running("n3,2", 22, "n4,1", 11);
  }

  @Test
  void blockedChildrenHaveToBeScaled() {
    TreeSpec root =
        queue(
            "root",
            queue("n1", leaf("a", 1, 1, 0), leaf("b", 0, 5, 1)),
            queue("n2", leaf("c", 1, 0, 0)),
            queue("n3", leaf("d", 1, 0, 0)));
    expect(root, CORRECTED, 2, 99, 990, 99).running("a", 33, "b", 99, "c", 33, "d", 33);
    expect(root, PRINTED, 0, 99, 990, 99).running("a", 0, "b", 99);
  }

  @Test
  void saturatedResourcesHaveToCountAtQueues() {
    TreeSpec root =
        queue(
            "root",
            queue("n1", leaf("a", 1, 0), leaf("b1", 0, 1), leaf("b2", 0, 1)),
            queue("n2", leaf("c", 1, 0)));
    expect(root, CORRECTED, 1, 90, 90).running("a", 30, "b1", 45, "b2", 45, "c", 60);
    expect(root, RivalPolicy.IGNORING_SATURATED::over, 1, 90, 90)
        .running("a", 45, "b1", 45, "b2", 45, "c", 45);
    expect(root, PRINTED, 1, 90, 90).running("a", 45, "b1", 45, "b2", 45, "c", 45);
  }

  @Test
  void theMinimumHasToBeWeighted() {
    TreeSpec root =
        queue(
            "root",
            queue("n1", leaf("a", 1, 0).weighing(4), leaf("b", 0, 1)),
            queue("n2", leaf("c", 1, 0)));
    TaskSimulation corrected = new TaskSimulation(root, CORRECTED, 200, 2000).submitAll();
    assertThat(corrected.running()).isEqualTo(Map.of("a", 100L, "b", 2000L, "c", 100L));
    expect(root, CORRECTED, 2, 200, 2000).running("a", 100, "b", 2000, "c", 100);
    TaskSimulation rival =
        new TaskSimulation(root, RivalPolicy.UNWEIGHTED_MINIMUM::over, 200, 2000).submitAll();
    assertThat(rival.running()).isEqualTo(Map.of("a", 160L, "b", 2000L, "c", 40L));
  }

  private static Churned expect(
      TreeSpec root, Function<ShareTree, Selection> policy, double tolerance, long... capacity) {
    TaskSimulation simulator = new TaskSimulation(root, policy, capacity).submitAll().churn(200);
    return new Churned(simulator, tolerance);
  }

  /** A cluster after 200 rounds in which each leaf in turn ended a task. */
  private record Churned(TaskSimulation simulator, double tolerance) {
    /** Takes names and numbers of tasks in turn. */
    void running(Object... namesAndTasks) {
      for (int i = 0; i < namesAndTasks.length; i += 2) {
        String leaf = (String) namesAndTasks[i];
        assertThat((double) simulator.running(leaf))
            .as("%s of %s", leaf, simulator.running())
            .isCloseTo(((Number) namesAndTasks[i + 1]).doubleValue(), within(tolerance));
      }
    }
  }
}
