// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/**
 * Growing of arrays that are indexed by small numbers. A <i>table</i> is an array of rows of equal
 * width, so that a place is row · width + column.
 */
public final class Growth {
  private Growth() {}

  /**
   * Returns a length to which an array grows: at least twice what it was, so that growing costs
   * O(1) for each place on average.
   *
   * @param needed the least length that is enough
   */
  public static int length(int needed, int former) {
    return Math.max(needed, 2 * former);
  }

  /** Returns a longer copy of an array, filled up with a value. */
  public static double[] extend(double[] array, int length, double value) {
    double[] longer = Arrays.copyOf(array, length);
    Arrays.fill(longer, array.length, length, value);
    return longer;
  }

  /** Returns a copy of a table with room for more, filled up with a value. */
  public static double[] widen(double[] table, int width, int rows, int newWidth, double value) {
    double[] wider = new double[rows * newWidth];
    if (value != 0.0) {
      Arrays.fill(wider, value);
    }
    for (int from = 0, to = 0; from < table.length; from += width, to += newWidth) {
      System.arraycopy(table, from, wider, to, width);
    }
    return wider;
  }

  /** Returns a copy of a table with room for more, filled up with a value. */
  public static int[] widen(int[] table, int width, int rows, int newWidth, int value) {
    int[] wider = new int[rows * newWidth];
    if (value != 0) {
      Arrays.fill(wider, value);
    }
    for (int from = 0, to = 0; from < table.length; from += width, to += newWidth) {
      System.arraycopy(table, from, wider, to, width);
    }
    return wider;
  }

  /** Returns a copy of a table with room for more, filled up with zeros. */
  public static long[] widen(long[] table, int width, int rows, int newWidth) {
    long[] wider = new long[rows * newWidth];
    for (int from = 0, to = 0; from < table.length; from += width, to += newWidth) {
      System.arraycopy(table, from, wider, to, width);
    }
    return wider;
  }
}
