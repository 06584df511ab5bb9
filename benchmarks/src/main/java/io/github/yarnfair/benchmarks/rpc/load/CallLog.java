// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long calls took, counted in buckets that are at most 1/64 of their value wide. Thread-safe;
 * what is added while a quantile is read may be in it or not.
 */
final class CallLog {
  private static final int SUB_BITS = 6;
  private static final int SUB_BUCKETS = 1 << SUB_BITS;

  private final AtomicLongArray buckets = new AtomicLongArray((Long.SIZE - SUB_BITS) * SUB_BUCKETS);

  /**
   * Adds a call.
   *
   * @param nanos at least 0
   */
  void add(long nanos) {
    buckets.incrementAndGet(bucket(nanos));
  }

  private static int bucket(long nanos) {
    int shift = Math.max(0, Long.SIZE - SUB_BITS - 1 - Long.numberOfLeadingZeros(nanos));
    return shift * SUB_BUCKETS + (int) (nanos >>> shift);
  }

  /** Returns the middle of a bucket, in nanoseconds. */
  private static double value(int bucket) {
    int shift = Math.max(0, bucket / SUB_BUCKETS - 1);
    long low = (long) (bucket - shift * SUB_BUCKETS) << shift;
    return low + ((1L << shift) - 1) / 2.0;
  }

  /** Forgets all calls. */
  void clear() {
    for (int i = 0; i < buckets.length(); i++) {
      buckets.set(i, 0);
    }
  }

  /** Returns how many calls there were. */
  long count() {
    long count = 0;
    for (int i = 0; i < buckets.length(); i++) {
      count += buckets.get(i);
    }
    return count;
  }

  /**
   * Returns the time within which a part of the calls returned, in nanoseconds; 0 if there were
   * none.
   *
   * @param part from 0 to 1
   */
  double quantile(double part) {
    long rank = Math.max(1, (long) Math.ceil(part * count()));
    long below = 0;
    for (int i = 0; i < buckets.length(); i++) {
      below += buckets.get(i);
      if (below >= rank) {
        return value(i);
      }
    }
    return 0;
  }
}
