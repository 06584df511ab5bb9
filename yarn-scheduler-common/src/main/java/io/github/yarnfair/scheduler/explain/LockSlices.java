// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

/** Reads under a lock in slices, so that no scheduling decision waits long for a reader. */
final class LockSlices {
  /** Length of a slice: a third of the time that a decision may wait. */
  private static final long SLICE_NANOS = 30_000;

  private final Lock lock;
  private final AtomicLong longest = new AtomicLong();
  private long begun;

  LockSlices(Lock lock) {
    this.lock = lock;
  }

  /** Runs a short reader under the lock. */
  <T> T read(Supplier<T> reader) {
    lock.lock();
    long start = System.nanoTime();
    try {
      begun = start;
      return reader.get();
    } finally {
      longest.accumulateAndGet(System.nanoTime() - start, Math::max);
      lock.unlock();
    }
  }

  /** Returns whether the slice has reached its length. To be called within {@link #read}. */
  boolean isOver() {
    return System.nanoTime() - begun > SLICE_NANOS;
  }

  /** Returns the longest hold of the lock so far, in nanoseconds. */
  long longestNanos() {
    return longest.get();
  }
}
