// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.ScenarioCase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scenario cases of dynamic H-DRF under YARN's schedulers and ours. */
@Tag("experiment")
class RivalScenariosTest {
  private static final List<String> FILES =
      List.of(
          "paper.json",
          "dynamic_hdrf_single.json",
          "dynamic_hdrf_batch.json",
          "dynamic_hdrf_multinode.json",
          "dynamic_hdrf_starvation.json");

  @Test
  void oursAloneReachesTheExpectedAllocationInEveryCase() throws Exception {
    ScenarioCase.assumeThere();
    List<ScenarioCase> cases =
        FILES.stream().flatMap(file -> ScenarioCase.read(file, "dynamic", "H-DRF")).toList();

    assertThat(missed(Rival.HDRF, cases)).isEmpty();
    assertThat(missed(Rival.FAIR, cases)).isNotEmpty();
    assertThat(missed(Rival.CAPACITY, cases)).isNotEmpty();
  }

  /** Runs and counts; returns the cases that are not as expected, each with what is not. */
  private static List<String> missed(Rival rival, List<ScenarioCase> cases) throws Exception {
    List<String> missed = new ArrayList<>();
    int starved = 0;
    for (ScenarioCase scenario : cases) {
      ScenarioRun run = ScenarioRun.of(scenario, rival);
      starved += run.starved();
      if (!run.misses().isEmpty()) {
        missed.add(scenario.id() + " " + run.misses());
      }
    }
    System.out.printf(
        "%-8s reaches the expected allocation in %d of %d cases; leaves starved: %d%n",
        rival, cases.size() - missed.size(), cases.size(), starved);
    return missed;
  }
}
