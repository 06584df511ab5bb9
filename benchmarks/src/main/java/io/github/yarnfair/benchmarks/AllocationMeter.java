// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Counts what this thread allocates in a number of turns, exactly and without JMH's own part. */
public final class AllocationMeter {
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long bytes;
  private long turns;
  private double last;

  /** Runs turns for a while, at least one. */
  public void measure(Operation.Turn turn) {
    long deadline = System.nanoTime() + MOST_NANOS;
    long before = threads.getCurrentThreadAllocatedBytes();
    do {
      last = turn.run();
      turns++;
    } while (System.nanoTime() < deadline);
    bytes += threads.getCurrentThreadAllocatedBytes() - before;
  }

  public long bytes() {
    return bytes;
  }

  public long turns() {
    return turns;
  }

  /** Returns the result of the last turn, so that the compiler cannot leave a turn out. */
  double last() {
    return last;
  }
}
