// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.simulator.rule.Rule;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is timed for figure 5 of the MCH paper schedules all jobs; times are not tested. */
class TreeRunTimesTest {
  private static List<Rule> timed() {
    return List.of(Rule.H_DRF, Rule.MCH, Rule.MCH_EXACT, Rule.CH);
  }

  @ParameterizedTest
  @MethodSource("timed")
  void allJobsAreScheduled(Rule rule) {
    for (int levels = 2; levels <= 5; levels++) {
      assertThat(TreeRunTimes.schedule(rule::over, levels, 500, new Random(levels))).isEqualTo(500);
    }
  }
}
