// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import com.codahale.metrics.Timer;

/**
 * Wall times of calls, in microseconds.
 *
 * @param count how many calls there were
 */
public record CallTimes(long count, double mean, double p50, double p99) {
  private static final double NANOS = 1000.0;

  /**
   * Returns the times of the calls since an earlier reading of a timer.
   *
   * @param before what {@link #read} returned then
   * @param keptCalls how many of its calls the timer keeps; if there were more, the times are those
   *     of the last ones
   */
  static CallTimes since(long[] before, Timer timer, int keptCalls) {
    long[] after = read(timer);
    return of(timer.getCount() > keptCalls ? after : difference(before, after));
  }

  /** Returns the times of all calls that a timer has kept, in nanoseconds, ascending. */
  static long[] read(Timer timer) {
    return timer.getSnapshot().getValues();
  }

  /**
   * Returns the elements that were added. A timer that has forgotten nothing has all the earlier
   * times among the later ones.
   *
   * @param before ascending
   * @param after ascending; has all elements of {@code before}
   */
  static long[] difference(long[] before, long[] after) {
    long[] added = new long[after.length - before.length];
    int n = 0;
    int b = 0;
    for (long time : after) {
      if (b < before.length && before[b] == time) {
        b++;
      } else {
        added[n++] = time;
      }
    }
    return added;
  }

  /**
   * @param nanos ascending
   */
  static CallTimes of(long[] nanos) {
    if (nanos.length == 0) {
      return new CallTimes(0, 0, 0, 0);
    }
    double sum = 0;
    for (long time : nanos) {
      sum += time;
    }
    return new CallTimes(
        nanos.length,
        sum / nanos.length / NANOS,
        nanos[(nanos.length - 1) / 2] / NANOS,
        nanos[(int) Math.ceil(0.99 * nanos.length) - 1] / NANOS);
  }
}
