// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import java.util.Locale;

/**
 * A result that is not as a case expects.
 *
 * @param what the checked quantity, a leaf's tasks for instance
 * @param expected the expected value, with the tolerance if there is one
 * @param actual the actual value
 */
public record Miss(String what, String expected, String actual) {
  /** Returns a miss of a number that had to be within a tolerance. */
  static Miss of(String what, double expected, double tolerance, double actual) {
    return new Miss(what, number(expected) + " ± " + number(tolerance), number(actual));
  }

  @Override
  public String toString() {
    return what + ": expected " + expected + ", got " + actual;
  }

  /** Writes a number with at most six decimals. */
  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6f", value).replaceFirst("\\.?0+$", "");
  }
}
