// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static io.github.yarnfair.core.scenario.TreeSpec.leaf;
import static io.github.yarnfair.core.scenario.TreeSpec.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of DFF and MCH, and against them. */
class OtherPapersTest {
  /** The job that needs little of the first resource claims some of it and runs more tasks. */
  @Test
  void dffRewardsFalseDemands() {
    TreeSpec honest = queue("root", leaf("a", 0, 5), leaf("b", 2, 1));
    TreeSpec lying = queue("root", leaf("a", 1, 5), leaf("b", 2, 1));
    assertThat(tasks(honest, Rule.DFF, 1200, 1200).get("a")).isBetween(119L, 121L);
    assertThat(tasks(lying, Rule.DFF, 1200, 1200).get("a")).isBetween(159L, 161L);
    long truth = tasks(honest, Rule.H_DRF, 1200, 1200).get("a");
    assertThat(tasks(lying, Rule.H_DRF, 1200, 1200).get("a")).isLessThanOrEqualTo(truth);
  }

  /** A third of a half is 100 tasks. */
  @Test
  void publishedMchBreaksTheShareGuaranteeInThePapersOwnModel() {
    TreeSpec root =
        queue(
            "root", queue("q", leaf("a", 0, 1), leaf("b", 1, 1), leaf("c", 0, 1)), leaf("d", 1, 0));
    assertThat(tasks(root, Rule.MCH, 600, 600).get("b")).isLessThan(90);
    assertThat(tasks(root, Rule.MCH_UNIFORM, 600, 600).get("b")).isEqualTo(150);
    assertThat(tasks(root, Rule.MCH_EXACT, 600, 600).get("b")).isEqualTo(150);
    assertThat(tasks(root, Rule.H_DRF, 600, 600).get("b")).isEqualTo(150);
  }

  private static Map<String, Long> tasks(TreeSpec root, Rule rule, long... capacity) {
    return new TaskSimulation(root, rule::over, capacity).submitAll().running();
  }
}
