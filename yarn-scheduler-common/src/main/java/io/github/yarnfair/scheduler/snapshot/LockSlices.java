// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Reads under a lock in slices, so that no scheduling decision waits long for a reader. Any thread.
 */
public final class LockSlices {
  /** Length of a slice: a third of the time that a decision may wait. */
  private static final long SLICE_NANOS = 30_000;

  private static final int STOPPED = -1;

  private final Lock lock;
  private final AtomicLong longest = new AtomicLong();

  /**
   * @param lock is held in each slice
   */
  public LockSlices(Lock lock) {
    this.lock = lock;
  }

  /** Runs a short reader under the lock. */
  public <T> T read(Supplier<T> reader) {
    lock.lock();
    long begun = System.nanoTime();
    try {
      return reader.get();
    } finally {
      longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
      lock.unlock();
    }
  }

  /** Runs a short action under the lock. */
  public void run(Runnable action) {
    read(
        () -> {
          action.run();
          return true;
        });
  }

  /**
   * Runs a step for each number from 0 on, several in each hold of the lock.
   *
   * @param count how many steps
   * @param isValid whether the next slice may begin; asked under the lock
   * @return false if a slice could not begin: the steps after it were not run
   */
  public boolean forEach(int count, BooleanSupplier isValid, IntConsumer step) {
    int next = 0;
    while (next < count) {
      int start = next;
      next = read(() -> isValid.getAsBoolean() ? slice(start, count, step) : STOPPED);
      if (next == STOPPED) {
        return false;
      }
    }
    return true;
  }

  /** Returns where to go on. */
  private static int slice(int start, int count, IntConsumer step) {
    long begun = System.nanoTime();
    int next = start;
    do {
      step.accept(next++);
    } while (next < count && System.nanoTime() - begun <= SLICE_NANOS);
    return next;
  }

  /** Returns the longest hold of the lock since it was taken last, in nanoseconds. */
  public long longestNanos() {
    return longest.get();
  }

  /** Returns the same and begins again at 0. */
  public long takeLongestNanos() {
    return longest.getAndSet(0);
  }
}
