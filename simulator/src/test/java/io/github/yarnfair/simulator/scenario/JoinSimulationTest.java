// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.simulator.scenario.JoinSimulation.Headroom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * How near H-DRF's shares come to the ideal ones after a join, one task ending at a time, for each
 * way to keep room on nodes. Without room whoever cannot enter never does, under any rule.
 */
class JoinSimulationTest {
  private static final int CASES = TestSize.of(200);
  private static final long FIRST_SEED = Seed.of("JoinSimulationTest", 20_261_121);
  private static final int TURNOVERS = 10;
  private static final double NEAR = 0.05;

  private record Result(List<Double> distance, double utilisation) {}

  @Test
  void withReservationsSharesComeNearTheIdealAtLittleCost() {
    List<Result> none = run(Headroom.NONE);
    List<Result> reservation = run(Headroom.RESERVATION);
    run(Headroom.LARGEST_TASK);

    assertThat(near(reservation)).isGreaterThanOrEqualTo(0.95);
    assertThat(utilisation(reservation)).isGreaterThanOrEqualTo(0.97 * utilisation(none));
    assertThat(near(none)).as("without headroom").isLessThan(0.7);
  }

  private static List<Result> run(Headroom headroom) {
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      JoinSimulation simulation = new JoinSimulation(FIRST_SEED + i, headroom);
      simulation.join();
      List<Double> distance = new ArrayList<>(List.of(simulation.distance()));
      double used = 0.0;
      for (int turnover = 0; turnover < TURNOVERS; turnover++) {
        double utilisation = simulation.turnOver();
        used += turnover < TURNOVERS / 2 ? 0.0 : utilisation;
        distance.add(simulation.distance());
      }
      results.add(new Result(distance, used / (TURNOVERS - TURNOVERS / 2)));
    }
    System.out.printf(
        Locale.ROOT,
        "%-12s within %.2f of ideal: %.1f %% of %d joins; utilisation %.3f; mean distance %s%n",
        headroom,
        NEAR,
        100 * near(results),
        CASES,
        utilisation(results),
        meanDistances(results));
    return results;
  }

  private static double near(List<Result> results) {
    return results.stream().filter(result -> result.distance.get(TURNOVERS) <= NEAR).count()
        / (double) results.size();
  }

  private static double utilisation(List<Result> results) {
    return results.stream().mapToDouble(Result::utilisation).average().orElseThrow();
  }

  private static String meanDistances(List<Result> results) {
    List<String> means = new ArrayList<>();
    for (int t = 0; t <= TURNOVERS; t++) {
      int turnover = t;
      double mean =
          results.stream().mapToDouble(r -> r.distance.get(turnover)).average().orElseThrow();
      means.add(String.format(Locale.ROOT, "%.3f", mean));
    }
    return means.stream().collect(Collectors.joining(" "));
  }
}
