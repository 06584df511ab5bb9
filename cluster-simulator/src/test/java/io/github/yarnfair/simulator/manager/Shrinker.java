// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds a short list of happenings after which the same invariant is violated: leaves out chunks,
 * each half as large as those before, as long as the failure stays (delta debugging, Zeller and
 * Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002).
 */
final class Shrinker {
  private final long seed;
  private final Setting setting;
  private final String invariant;
  private int runsLeft;

  private Shrinker(long seed, Setting setting, String invariant, int mostRuns) {
    this.seed = seed;
    this.setting = setting;
    this.invariant = invariant;
    runsLeft = mostRuns;
  }

  /**
   * Returns a part of the happenings that fails as all of them do.
   *
   * @param outcome of all
   * @param mostRuns to try
   */
  static List<Happening> shrink(
      long seed, Setting setting, List<Happening> happenings, Run.Outcome outcome, int mostRuns) {
    String invariant = outcome.violation().invariant();
    Shrinker shrinker = new Shrinker(seed, setting, invariant, mostRuns);
    return shrinker.shrink(happenings.subList(0, outcome.happened()));
  }

  private List<Happening> shrink(List<Happening> failing) {
    List<Happening> shortest = failing;
    for (int chunk = Math.max(1, failing.size() / 2);
        runsLeft > 0;
        chunk = Math.max(1, chunk / 2)) {
      int before = shortest.size();
      for (int from = shortest.size() - chunk; from > -chunk && runsLeft > 0; from -= chunk) {
        List<Happening> without = new ArrayList<>(shortest);
        without.subList(Math.max(0, from), Math.min(without.size(), from + chunk)).clear();
        if (without.size() < shortest.size() && fails(without)) {
          shortest = without;
        }
      }
      if (chunk == 1 && shortest.size() == before) {
        return shortest;
      }
    }
    return shortest;
  }

  private boolean fails(List<Happening> happenings) {
    runsLeft--;
    Violation violation = Run.of(seed, setting, happenings, false).violation();
    return violation != null && violation.invariant().equals(invariant);
  }
}
