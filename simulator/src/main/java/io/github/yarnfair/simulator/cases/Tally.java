// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import io.github.yarnfair.simulator.scenario.Outcome;

/** How many cases ended in which way. */
public final class Tally {
  private int passed;
  private int failed;
  private int skipped;

  /** Counts a case. */
  public void count(Outcome outcome) {
    switch (outcome.status()) {
      case PASSED -> passed++;
      case FAILED -> failed++;
      case SKIPPED -> skipped++;
    }
  }

  void add(Tally other) {
    passed += other.passed;
    failed += other.failed;
    skipped += other.skipped;
  }

  /** Returns how many cases passed. */
  public int passed() {
    return passed;
  }

  int failed() {
    return failed;
  }

  int skipped() {
    return skipped;
  }

  @Override
  public String toString() {
    return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped);
  }
}
