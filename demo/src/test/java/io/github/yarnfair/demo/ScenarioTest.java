// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.minicluster.Job;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What should come out of the demo: Figure 9 of the H-DRF paper, all MICs for their one user, and
 * shares by weight however many applications a department has.
 */
class ScenarioTest {
  private static final String SIMULATE = "root.research.simulate";
  private static final String TRAIN = "root.research.train";
  private static final String REPORT = "root.product.report";
  private static final String INDEX = "root.product.index";
  private static final String RENDER = "root.product.render";
  private static final String SWEEP = "root.sweep";

  private final Scenario scenario = Scenario.figure8(1);

  @Test
  void idealSharesAreThoseOfThePaper() {
    assertIdeal(0, Map.of(SIMULATE, 0.0, TRAIN, 0.0, REPORT, 0.5, INDEX, 0.5, RENDER, 1.0));
    assertIdeal(1, Map.of(SIMULATE, 0.8, TRAIN, 1.0, REPORT, 0.1, INDEX, 0.1, RENDER, 1.0));
    assertIdeal(2, Map.of(SIMULATE, 0.0, TRAIN, 1.0, REPORT, 0.5, INDEX, 0.5, RENDER, 1.0));
    assertIdeal(3, Map.of(SIMULATE, 0.0, TRAIN, 1.0, REPORT, 1.0, INDEX, 0.0, RENDER, 1.0));
    assertIdeal(4, Map.of(TRAIN, 1.0, REPORT, 25.0 / 30, RENDER, 1.0, SWEEP, 5.0 / 30));
  }

  @Test
  void sweepHasMoreApplicationsThanItsShareHasTasks() {
    Phase last = scenario.phases().get(4);
    Job sweep =
        last.jobs().stream().filter(job -> job.queue().equals(SWEEP)).findFirst().orElseThrow();
    assertThat(scenario.applications(sweep)).isEqualTo(10);
    assertThat(last.jobs().stream().filter(job -> scenario.applications(job) > 1))
        .containsExactly(sweep);
  }

  @Test
  void idealSharesAreWholeTasks() {
    Map<String, Long> capacity = scenario.capacity();
    for (Phase phase : scenario.phases()) {
      Map<String, Double> ideal = IdealShares.of(scenario.queues(), phase.jobs(), capacity);
      for (Job job : phase.jobs()) {
        double tasks = ideal.get(job.queue()) / job.taskShare(capacity);
        assertThat(tasks).as(job.name()).isCloseTo(Math.rint(tasks), within(1e-6));
      }
    }
  }

  @Test
  void aPhaseBeginsWhereTheOneBeforeEnds() {
    assertThat(scenario.phaseAt(scenario.start(2) - 0.1)).isEqualTo(1);
    assertThat(scenario.phaseAt(scenario.start(2))).isEqualTo(2);
  }

  private void assertIdeal(int phase, Map<String, Double> expected) {
    Map<String, Double> ideal =
        IdealShares.of(scenario.queues(), scenario.phases().get(phase).jobs(), scenario.capacity());
    expected.forEach(
        (queue, share) -> assertThat(ideal.get(queue)).as(queue).isCloseTo(share, within(1e-9)));
  }
}
