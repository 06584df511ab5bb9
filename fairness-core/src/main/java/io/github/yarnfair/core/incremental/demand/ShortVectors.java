// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

/**
 * Arithmetic on vectors of few numbers, four at once. What a compiler does to a loop so that many
 * rounds are fast costs more than a few rounds are worth. A <i>row</i> is such a vector with zeros
 * behind it, so that its length is a multiple of four.
 */
public final class ShortVectors {
  /** The length of a row is a multiple of this. */
  public static final int STEP = 4;

  private ShortVectors() {}

  /** Copies numbers. */
  public static void copy(double[] from, int fromOffset, double[] to, int toOffset, int length) {
    int j = 0;
    for (; j + STEP <= length; j += STEP) {
      to[toOffset + j] = from[fromOffset + j];
      to[toOffset + j + 1] = from[fromOffset + j + 1];
      to[toOffset + j + 2] = from[fromOffset + j + 2];
      to[toOffset + j + 3] = from[fromOffset + j + 3];
    }
    for (; j < length; j++) {
      to[toOffset + j] = from[fromOffset + j];
    }
  }

  /** Sets numbers to 0. */
  public static void clear(double[] numbers, int offset, int length) {
    int j = 0;
    for (; j + STEP <= length; j += STEP) {
      numbers[offset + j] = 0.0;
      numbers[offset + j + 1] = 0.0;
      numbers[offset + j + 2] = 0.0;
      numbers[offset + j + 3] = 0.0;
    }
    for (; j < length; j++) {
      numbers[offset + j] = 0.0;
    }
  }

  /** Returns the largest of some numbers, at least 0. */
  public static double max(double[] numbers, int offset, int length) {
    double largest = 0.0;
    int j = 0;
    for (; j + STEP <= length; j += STEP) {
      int at = offset + j;
      largest = max(largest, numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]);
    }
    for (; j < length; j++) {
      largest = Math.max(largest, numbers[offset + j]);
    }
    return largest;
  }

  /** Returns the largest product of a number and its factor, at least 0. */
  static double maxOfProducts(double[] numbers, int offset, double[] factors) {
    double largest = 0.0;
    int j = 0;
    for (; j + STEP <= factors.length; j += STEP) {
      int at = offset + j;
      largest =
          max(
              largest,
              numbers[at] * factors[j],
              numbers[at + 1] * factors[j + 1],
              numbers[at + 2] * factors[j + 2],
              numbers[at + 3] * factors[j + 3]);
    }
    for (; j < factors.length; j++) {
      largest = Math.max(largest, numbers[offset + j] * factors[j]);
    }
    return largest;
  }

  private static double max(double a, double b, double c, double d, double e) {
    return Math.max(a, Math.max(Math.max(b, c), Math.max(d, e)));
  }

  /** Returns how many numbers a row of m takes. */
  public static int stride(int resources) {
    return (resources + STEP - 1) / STEP * STEP;
  }

  /** Adds a row to another. */
  public static void add(double[] to, int at, double[] row, int offset, int stride) {
    addStep(to, at, row, offset);
    for (int j = STEP; j < stride; j += STEP) {
      addStep(to, at + j, row, offset + j);
    }
  }

  /** Adds a row, multiplied, to another. */
  public static void add(double[] to, int at, double[] row, int offset, double factor, int stride) {
    addStep(to, at, row, offset, factor);
    for (int j = STEP; j < stride; j += STEP) {
      addStep(to, at + j, row, offset + j, factor);
    }
  }

  /**
   * Lets a row be a multiple of another.
   *
   * @param shift where it is put, from the same place on, by how much the row has changed
   */
  public static void turn(
      double[] row, int at, double[] to, int offset, double factor, double[] shift, int stride) {
    turnStep(row, at, to, offset, factor, shift);
    for (int j = STEP; j < stride; j += STEP) {
      turnStep(row, at + j, to, offset + j, factor, shift);
    }
  }

  private static void addStep(double[] to, int at, double[] row, int offset) {
    to[at] += row[offset];
    to[at + 1] += row[offset + 1];
    to[at + 2] += row[offset + 2];
    to[at + 3] += row[offset + 3];
  }

  private static void addStep(double[] to, int at, double[] row, int offset, double factor) {
    to[at] += row[offset] * factor;
    to[at + 1] += row[offset + 1] * factor;
    to[at + 2] += row[offset + 2] * factor;
    to[at + 3] += row[offset + 3] * factor;
  }

  private static void turnStep(
      double[] row, int at, double[] to, int offset, double factor, double[] shift) {
    double a = to[offset] * factor;
    double b = to[offset + 1] * factor;
    double c = to[offset + 2] * factor;
    double d = to[offset + 3] * factor;
    shift[at] = a - row[at];
    shift[at + 1] = b - row[at + 1];
    shift[at + 2] = c - row[at + 2];
    shift[at + 3] = d - row[at + 3];
    row[at] = a;
    row[at + 1] = b;
    row[at + 2] = c;
    row[at + 3] = d;
  }
}
