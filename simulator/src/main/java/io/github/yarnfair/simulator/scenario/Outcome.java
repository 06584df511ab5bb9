// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import java.util.List;

/**
 * How a case ended.
 *
 * @param status whether all results are as the case expects
 * @param misses the results that are not
 * @param reason why the case was skipped, empty if it was not
 */
public record Outcome(Status status, List<Miss> misses, String reason) {
  /** The ways to end. */
  public enum Status {
    /** All results are as the case expects. */
    PASSED,
    /** Some result is not. */
    FAILED,
    /** The case was not run, or is advisory only and some result is not as expected. */
    SKIPPED
  }

  static Outcome of(List<Miss> misses) {
    return new Outcome(misses.isEmpty() ? Status.PASSED : Status.FAILED, misses, "");
  }

  static Outcome skipped(String reason) {
    return new Outcome(Status.SKIPPED, List.of(), reason);
  }

  /** Returns the outcome of a case that only one of several sensible readings fulfils. */
  Outcome advisory() {
    return status == Status.FAILED
        ? new Outcome(Status.SKIPPED, misses, "advisory, and another reading")
        : this;
  }
}
