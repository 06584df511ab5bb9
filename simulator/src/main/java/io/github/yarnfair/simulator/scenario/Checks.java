// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import java.util.ArrayList;
import java.util.List;

/** Compares what came out with what a case says, and collects what differs. */
final class Checks {
  private final List<Miss> misses = new ArrayList<>();

  /** Expects a number within a tolerance; whatever is not a number is a miss. */
  void near(String what, double expected, double tolerance, double actual) {
    if (!(Math.abs(actual - expected) <= tolerance)) {
      misses.add(Miss.of(what, expected, tolerance, actual));
    }
  }

  void same(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      misses.add(new Miss(what, expected.toString(), actual.toString()));
    }
  }

  /** What came of the case; one that is not strict cannot fail. */
  Outcome outcome(boolean strict) {
    Outcome outcome = Outcome.of(List.copyOf(misses));
    return strict ? outcome : outcome.advisory();
  }
}
