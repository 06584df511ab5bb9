// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import java.util.Arrays;

/** Checks of the numbers that an allocation is asked for. */
final class Amounts {
  private Amounts() {}

  /**
   * Checks a vector of amounts.
   *
   * @throws IllegalArgumentException if one is negative
   */
  static void check(long[] amounts) {
    for (long amount : amounts) {
      if (amount < 0) {
        throw new IllegalArgumentException(
            Arrays.toString(amounts) + ": amounts must not be negative");
      }
    }
  }
}
