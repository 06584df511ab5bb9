// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.util.Clock;

/** Time passes by heartbeats: each node sends one per second. */
final class SimulatedClock implements Clock {
  private static final long SECOND = 1_000_000_000L;

  private final long nanosPerHeartbeat;
  private final AtomicLong nanos = new AtomicLong(1_000_000 * SECOND);

  SimulatedClock(int nodes) {
    nanosPerHeartbeat = SECOND / nodes;
  }

  void heartbeat() {
    nanos.addAndGet(nanosPerHeartbeat);
  }

  /** Returns the time in milliseconds. */
  @Override
  public long getTime() {
    return nanos.get() / 1_000_000;
  }
}
