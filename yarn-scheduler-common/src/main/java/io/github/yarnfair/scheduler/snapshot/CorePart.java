// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import java.util.function.LongSupplier;

/**
 * Keeps what a thread does from time to time within a part of one core, by CPU time: on a busy
 * machine a short task lasts long. Of one thread.
 */
public final class CorePart {
  private final LongSupplier cpuNanos;
  private final LongSupplier nanos;
  private long allowance;
  private long next;

  /**
   * @param cpuNanos returns the CPU time that the thread has taken, in nanoseconds
   * @param nanos returns the time, in nanoseconds; its zero may be any
   * @param allowance CPU time in nanoseconds that does not count: the first tasks load classes and
   *     run code that is not compiled yet
   */
  public CorePart(LongSupplier cpuNanos, LongSupplier nanos, long allowance) {
    this.cpuNanos = cpuNanos;
    this.nanos = nanos;
    this.allowance = allowance;
    next = nanos.getAsLong();
  }

  /**
   * Runs a task, unless earlier ones have taken so much that it is not yet due.
   *
   * @param percent most part of one core to take, 0 to 100
   */
  public void run(int percent, Runnable task) {
    if (percent == 0 || nanos.getAsLong() - next < 0) {
      return;
    }
    long begin = cpuNanos.getAsLong();
    task.run();
    long taken = cpuNanos.getAsLong() - begin;
    long free = Math.min(taken, allowance);
    allowance -= free;
    next = nanos.getAsLong() + (taken - free) * (100 - percent) / percent;
  }
}
