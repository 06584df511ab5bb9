// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

import java.util.Arrays;

/** A growing list of times, in milliseconds, for its mean and percentiles. */
public final class Times {
  private long[] values = new long[16];
  private int size;
  private boolean isSorted = true;

  /** Adds a time. */
  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
    isSorted = false;
  }

  /** Adds all times of another list. */
  public void addAll(Times others) {
    for (int i = 0; i < others.size; i++) {
      add(others.values[i]);
    }
  }

  /** Returns how many there are. */
  public int size() {
    return size;
  }

  /** Returns the mean in milliseconds; 0 of none. */
  public double mean() {
    return Arrays.stream(values, 0, size).average().orElse(0);
  }

  /**
   * Returns the least time that a part of all times does not exceed, in milliseconds; 0 of none.
   *
   * @param part above 0, at most 1
   */
  public long percentile(double part) {
    if (size == 0) {
      return 0;
    }
    if (!isSorted) {
      Arrays.sort(values, 0, size);
      isSorted = true;
    }
    return values[(int) Math.ceil(part * size) - 1];
  }
}
