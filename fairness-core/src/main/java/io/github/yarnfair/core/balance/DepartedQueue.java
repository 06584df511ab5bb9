// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A queue that is no longer in the tree but still has a balance: until the epoch ends, and if it
 * has a name, until that is small or the queue is back.
 */
final class DepartedQueue {
  private final @Nullable String name;
  private final double[] weights;
  private final long[] integral;
  private final double[] balance;
  private boolean isOfThisEpoch;

  /**
   * @param name null if it does not come back
   * @param weights as configured
   * @param integral what it held in this epoch until it left, by entry of a share
   * @param balance by entry of a share
   * @param isOfThisEpoch whether it was in the tree in this epoch
   */
  DepartedQueue(
      @Nullable String name,
      double[] weights,
      long[] integral,
      double[] balance,
      boolean isOfThisEpoch) {
    this.name = name;
    this.weights = weights;
    this.integral = integral;
    this.balance = balance;
    this.isOfThisEpoch = isOfThisEpoch;
  }

  @Nullable String name() {
    return name;
  }

  double[] weights() {
    return weights;
  }

  long[] integral() {
    return integral;
  }

  double[] balance() {
    return balance;
  }

  boolean isOfThisEpoch() {
    return isOfThisEpoch;
  }

  /** The epoch in which it left has ended. */
  void endEpoch() {
    Arrays.fill(integral, 0);
    isOfThisEpoch = false;
  }
}
