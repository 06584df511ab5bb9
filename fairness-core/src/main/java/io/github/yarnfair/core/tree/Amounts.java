// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

/**
 * Arithmetic on amounts: m exact {@code long}s, one for each resource, that stand in an array, from
 * an offset on where one is given. Unless said otherwise m is the length of the array that has no
 * offset.
 */
public final class Amounts {
  private Amounts() {}

  /** Returns whether a task fits what is free: needs no more of any resource. */
  public static boolean fits(long[] task, long[] free) {
    return fits(task, free, 0);
  }

  /** Returns whether a task fits what is free from the offset on. */
  public static boolean fits(long[] task, long[] free, int offset) {
    for (int j = 0; j < task.length; j++) {
      if (task[j] > free[offset + j]) {
        return false;
      }
    }
    return true;
  }

  /** Adds amounts to a sum. */
  public static void add(long[] sum, long[] amounts) {
    for (int j = 0; j < amounts.length; j++) {
      sum[j] += amounts[j];
    }
  }

  /**
   * Adds a multiple of amounts to a sum.
   *
   * @param m the number of resources
   */
  static void add(long[] sum, int offset, long[] amounts, int amountsOffset, long times, int m) {
    for (int j = 0; j < m; j++) {
      sum[offset + j] += times * amounts[amountsOffset + j];
    }
  }

  /** Subtracts amounts from others. */
  public static void subtract(long[] from, long[] amounts) {
    subtract(from, amounts, amounts.length);
  }

  /** Subtracts the first m of some amounts from others. */
  public static void subtract(long[] from, long[] amounts, int m) {
    for (int j = 0; j < m; j++) {
      from[j] -= amounts[j];
    }
  }

  /** Returns whether none of m amounts, from the offset on, is other than 0. */
  static boolean areZero(long[] amounts, int offset, int m) {
    for (int j = offset; j < offset + m; j++) {
      if (amounts[j] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an amount is below 0. */
  static boolean hasNegative(long[] amounts) {
    for (long amount : amounts) {
      if (amount < 0) {
        return true;
      }
    }
    return false;
  }

  /** Compares m amounts, from an offset on, with the first m of others; the first one decides. */
  static int compare(long[] amounts, int offset, long[] others, int m) {
    for (int j = 0; j < m; j++) {
      if (amounts[offset + j] != others[j]) {
        return amounts[offset + j] < others[j] ? -1 : 1;
      }
    }
    return 0;
  }
}
