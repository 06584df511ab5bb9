// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.master;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** What heartbeats took, and the masters' calls that follow each of them; wall time. */
public final class CallTimes {
  /** No garbage collection is shorter. */
  private static final long MAY_HAVE_COLLECTED_NANOS = 200_000;

  private final LongSupplier collections;
  private double[] heartbeats = new double[1024];
  private int count;
  private double heartbeatSum;
  private double allocateSum;
  private double heartbeatBytes;
  private long collectionsBefore;

  public CallTimes() {
    this(CallTimes::garbageCollections);
  }

  /**
   * @param collections tells how often all threads were stopped so far for garbage to be collected
   */
  public CallTimes(LongSupplier collections) {
    this.collections = collections;
    collectionsBefore = collections.getAsLong();
  }

  private static long garbageCollections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  /**
   * Adds one heartbeat.
   *
   * @param heartbeatNanos of the scheduler's work
   * @param allocateNanos of the masters' calls together
   * @param bytes what the scheduler's work allocated
   */
  public void add(long heartbeatNanos, long allocateNanos, long bytes) {
    if (count == heartbeats.length) {
      heartbeats = Arrays.copyOf(heartbeats, 2 * count);
    }
    heartbeats[count++] = heartbeatNanos;
    heartbeatBytes += bytes;
    if (!wasInterrupted(heartbeatNanos + allocateNanos)) {
      heartbeatSum += heartbeatNanos;
      allocateSum += allocateNanos;
    }
  }

  /** Garbage is collected for thousands of calls at once, and by whose clock is chance. */
  private boolean wasInterrupted(long nanos) {
    if (nanos < MAY_HAVE_COLLECTED_NANOS) {
      return false;
    }
    long now = collections.getAsLong();
    boolean collected = now != collectionsBefore;
    collectionsBefore = now;
    return collected;
  }

  public void forget() {
    count = 0;
    heartbeatSum = 0;
    allocateSum = 0;
    heartbeatBytes = 0;
  }

  /** Returns the heartbeats' times in nanoseconds. */
  public double[] heartbeats() {
    return Arrays.copyOf(heartbeats, count);
  }

  /** Returns what all heartbeats together allocated. */
  public double heartbeatBytes() {
    return heartbeatBytes;
  }

  /** Returns what part of the time of all calls was the heartbeats'; garbage collection is not. */
  public double heartbeatPart() {
    return heartbeatSum / (heartbeatSum + allocateSum);
  }
}
