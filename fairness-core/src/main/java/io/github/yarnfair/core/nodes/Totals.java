// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import java.util.Arrays;

/** The copy of the cluster's total that a score keeps. */
final class Totals {
  private Totals() {}

  /**
   * Replaces what is kept by the current total; returns whether they differed.
   *
   * @throws IllegalArgumentException if the total has another number of resources
   */
  static boolean replace(long[] kept, long[] current) {
    if (current.length != kept.length) {
      throw new IllegalArgumentException(
          "a cluster total of " + current.length + " amounts: expected " + kept.length);
    }
    if (Arrays.equals(kept, current)) {
      return false;
    }
    System.arraycopy(current, 0, kept, 0, kept.length);
    return true;
  }
}
