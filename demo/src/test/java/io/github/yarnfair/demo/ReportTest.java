// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.minicluster.Job;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which measured shares the summary accepts. */
class ReportTest {
  private static final String INDEX = "root.product.index";

  private final Scenario scenario = Scenario.figure8(1);

  @Test
  void idealSharesAreAccepted() {
    Report report = report(0);
    assertThat(String.join("\n", report.lines())).doesNotContain("off", "starved");
    assertThat(report.off()).isZero();
  }

  @Test
  void aTaskMoreOrLessIsAccepted() {
    Report report = report(1);
    report.lines();
    assertThat(report.off()).isZero();
  }

  @Test
  void aStarvedApplicationIsNot() {
    Report report = report(-3);
    // It has nothing in the second phase, where 3 tasks are its share, and too little in two more.
    assertThat(report.lines()).anyMatch(line -> line.contains("index") && line.contains("starved"));
    assertThat(report.off()).isEqualTo(3);
    assertThat(report.verdict()).startsWith("3 shares were off");
  }

  @Test
  void aPhaseWithoutMeasurementsIsNot() {
    Report report = new Report(scenario, Map.of());
    assertThat(report.lines()).anyMatch(line -> line.contains("ended before"));
    assertThat(report.off()).isEqualTo(scenario.phases().size());
  }

  /** A report on ideal allocations, but for some tasks more or less of one application. */
  private Report report(int moreTasks) {
    Map<Phase, PhaseAverage> averages = new LinkedHashMap<>();
    Map<String, Long> capacity = scenario.capacity();
    for (Phase phase : scenario.phases()) {
      Map<String, Double> ideal = IdealShares.of(scenario.queues(), phase.jobs(), capacity);
      Map<String, Map<String, Long>> held = new HashMap<>();
      for (Job job : phase.jobs()) {
        long tasks =
            Math.round(ideal.get(job.queue()) / job.taskShare(capacity))
                + (job.queue().equals(INDEX) ? moreTasks : 0);
        Map<String, Long> units = new HashMap<>();
        job.demand().units().forEach((resource, each) -> units.put(resource, each * tasks));
        held.put(job.queue(), units);
      }
      PhaseAverage average = new PhaseAverage();
      average.add(new Holdings(capacity, held, Map.of()), scenario.queues());
      averages.put(phase, average);
    }
    return new Report(scenario, averages);
  }
}
