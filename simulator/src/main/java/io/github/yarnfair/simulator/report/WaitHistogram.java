// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

/**
 * Waiting times by their order of magnitude: eight buckets for each doubling, so that a quantile is
 * off by at most 5 %.
 */
final class WaitHistogram {
  private static final int PER_DOUBLING = 8;

  /** Up to 2^40 ms, some 35 years. */
  private static final int BUCKETS = 2 + 40 * PER_DOUBLING;

  private final int[] counts = new int[BUCKETS];
  private long count;
  private long longest;

  /** Counts one wait, in milliseconds. */
  void add(long millis) {
    counts[bucket(millis)]++;
    count++;
    longest = Math.max(longest, millis);
  }

  private static int bucket(long millis) {
    if (millis < 1) {
      return 0;
    }
    double doublings = Math.log((double) millis) / Math.log(2);
    return Math.min(BUCKETS - 1, 1 + (int) (doublings * PER_DOUBLING));
  }

  long count() {
    return count;
  }

  /** Returns the longest wait, in milliseconds. */
  long longest() {
    return longest;
  }

  /** Returns the wait in milliseconds that a fraction of all waits, 0 to 1, do not exceed. */
  long quantile(double fraction) {
    long rank = Math.max(1, (long) Math.ceil(fraction * count));
    long below = 0;
    for (int i = 0; i < BUCKETS && rank < count; i++) {
      below += counts[i];
      if (below >= rank) {
        return i == 0 ? 0 : Math.min(longest, Math.round(middle(i)));
      }
    }
    return longest;
  }

  private static double middle(int bucket) {
    return Math.pow(2, (bucket - 0.5) / PER_DOUBLING);
  }
}
