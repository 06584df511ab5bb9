// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TestSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How near the shares come to the ideal ones after a join, one task ending at a time, for each way
 * to keep room on nodes. {@code -Dyarnfair.joins} sets how many joins are tried.
 */
@Tag("experiment")
class JoinTest {
  private static final int CASES = Integer.getInteger("yarnfair.joins", TestSize.of(200));
  private static final long FIRST_SEED = 20_261_121;
  private static final int TURNOVERS = 10;
  private static final double NEAR = 0.05;

  @Test
  void byDefaultSharesComeNearTheIdealAtLittleCost() throws Exception {
    List<Join.Result> none = run("none");
    List<Join.Result> reservation = run("reservation");
    run("largest-task");

    assertThat(near(reservation)).isGreaterThanOrEqualTo(0.95);
    assertThat(utilisation(reservation)).isGreaterThanOrEqualTo(0.97 * utilisation(none));
    assertThat(near(none)).as("without headroom").isLessThan(0.7);
  }

  private static List<Join.Result> run(String headroom) throws Exception {
    List<Join.Result> results = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      results.add(Join.of(FIRST_SEED + i).run(headroom, TURNOVERS));
    }
    System.out.printf(
        Locale.ROOT,
        "%-13s within %.2f of ideal: %.1f %% of %d joins (seeds from %d); utilisation %.3f; mean"
            + " distance over time %s%n",
        headroom,
        NEAR,
        100 * near(results),
        CASES,
        FIRST_SEED,
        utilisation(results),
        IntStream.rangeClosed(0, TURNOVERS)
            .mapToObj(t -> String.format(Locale.ROOT, "%.3f", distance(results, t)))
            .collect(Collectors.joining(" ")));
    return results;
  }

  private static double near(List<Join.Result> results) {
    return results.stream().filter(result -> result.finalDistance() <= NEAR).count()
        / (double) results.size();
  }

  private static double utilisation(List<Join.Result> results) {
    return results.stream().mapToDouble(Join.Result::utilisation).average().orElseThrow();
  }

  private static double distance(List<Join.Result> results, int turnover) {
    return results.stream()
        .mapToDouble(result -> result.distance().get(turnover))
        .average()
        .orElseThrow();
  }
}
