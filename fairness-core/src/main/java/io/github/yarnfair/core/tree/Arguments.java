// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/** Checks of the numbers that a share tree is given. */
final class Arguments {
  private Arguments() {}

  /**
   * Checks a vector of amounts.
   *
   * @throws IllegalArgumentException if it has another length or a negative amount
   */
  static void checkVector(long[] amounts, int length) {
    if (amounts.length != length) {
      throw new IllegalArgumentException(
          "a vector of " + amounts.length + " amounts: expected " + length);
    }
    if (Amounts.hasNegative(amounts)) {
      throw new IllegalArgumentException(
          Arrays.toString(amounts) + ": amounts must not be negative");
    }
  }

  /**
   * Checks a number of tasks.
   *
   * @throws IllegalArgumentException if it is negative
   */
  static void checkCount(long count) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " tasks: the number must not be negative");
    }
  }

  /**
   * Returns a weight.
   *
   * @throws IllegalArgumentException if it is not positive and finite
   */
  static double checkedWeight(double weight) {
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "weight " + weight + ": expected a positive, finite number");
    }
    return weight;
  }
}
