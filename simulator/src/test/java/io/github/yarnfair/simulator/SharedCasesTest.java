// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.ScenarioCase;
import io.github.yarnfair.simulator.cases.Tally;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.scenario.Allocation;
import io.github.yarnfair.simulator.scenario.Outcome;
import io.github.yarnfair.simulator.scenario.Outcome.Status;
import io.github.yarnfair.simulator.scenario.Scenario;
import io.github.yarnfair.simulator.scenario.ScenarioException;
import io.github.yarnfair.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The case files that lie beside the project, computed elsewhere in exact arithmetic. */
class SharedCasesTest {
  private static final String STARVATION = "dynamic_hdrf_starvation.json";

  @BeforeAll
  static void casesAreThere() {
    ScenarioCase.assumeThere();
  }

  @Test
  void everyCasePassesUnderItsOwnRule() throws Exception {
    int passed = 0;
    for (Path file : files()) {
      Tally tally = new Tally();
      for (Scenario scenario : ScenarioFile.read(file)) {
        Outcome outcome = scenario.run(null);
        tally.count(outcome);
        assertThat(outcome.misses()).as("%s, %s", file, scenario.id()).isEmpty();
      }
      System.out.println(file.getFileName() + ": " + tally);
      passed += tally.passed();
    }
    assertThat(passed).isGreaterThan(200);
  }

  /** What the paper claims, and Algorithm 3 as printed does not keep. */
  @Test
  void printedRuleFailsWhatItIsKnownToFail() throws Exception {
    assertThat(failed(Rule.H_DRF_PUBLISHED, read(STARVATION))).hasSize(read(STARVATION).size());
    List<Scenario> ofHdrf = read("paper.json");
    ofHdrf.removeIf(
        scenario -> scenario instanceof Allocation allocation && allocation.rule() != Rule.H_DRF);
    assertThat(failed(Rule.H_DRF_PUBLISHED, ofHdrf))
        .containsExactlyInAnyOrder(
            "paper-eps", "cex-literal-starves", "cex-ignore-saturated", "paper-52-hdrf");
  }

  @Test
  void naiveRuleFailsEveryStarvationCase() throws Exception {
    assertThat(failed(Rule.NAIVE, read(STARVATION))).hasSize(read(STARVATION).size());
  }

  @Test
  void exactMchPassesEveryStaticHdrfCase() throws Exception {
    int run = 0;
    for (String file : List.of("paper.json", "static_h_drf.json")) {
      for (Scenario scenario : read(file)) {
        boolean ofHdrf =
            scenario instanceof Allocation allocation && allocation.rule() == Rule.H_DRF;
        if (ofHdrf && scenario.kind().equals("static")) {
          assertThat(scenario.run(Rule.MCH_EXACT).misses()).as(scenario.id()).isEmpty();
          run++;
        }
      }
    }
    assertThat(run).isGreaterThan(30);
  }

  @Test
  void everyCaseOfServersIsRun() throws Exception {
    List<Scenario> scenarios = read("drfh.json");
    assertThat(scenarios).isNotEmpty().allMatch(scenario -> scenario.kind().equals("drfh"));
    for (Scenario scenario : scenarios) {
      assertThat(scenario.run(null).status()).as(scenario.id()).isEqualTo(Status.PASSED);
    }
  }

  /** The corrected algorithm agrees with the advisory cases too, where the printed one differs. */
  @Test
  void everyCaseOfJobsPassesAdvisoryOnesIncluded() throws Exception {
    List<Scenario> scenarios = read("udrf.json");
    assertThat(scenarios).isNotEmpty().allMatch(scenario -> scenario.kind().equals("udrf"));
    for (Scenario scenario : scenarios) {
      assertThat(scenario.run(null).status()).as(scenario.id()).isEqualTo(Status.PASSED);
    }
  }

  private static List<String> failed(@Nullable Rule forced, List<Scenario> scenarios) {
    return scenarios.stream()
        .filter(scenario -> scenario.run(forced).status() == Status.FAILED)
        .map(Scenario::id)
        .toList();
  }

  private static List<Scenario> read(String file) throws ScenarioException {
    return new ArrayList<>(ScenarioFile.read(ScenarioCase.folder().resolve(file)));
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(ScenarioCase.folder())) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }
}
