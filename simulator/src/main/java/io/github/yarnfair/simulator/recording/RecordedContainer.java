// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.recording;

import io.github.yarnfair.simulator.run.RunNode;

/** A container of a recording, by its times in milliseconds. */
final class RecordedContainer {
  private static final long RUNNING = Long.MAX_VALUE;

  private final long started;
  private final long[] demand;
  private final RunNode node;
  private long ended = RUNNING;

  /** The number of the last snapshot that it was in, or after which it has started. */
  private long seenIn;

  RecordedContainer(long started, long[] demand, RunNode node) {
    this.started = started;
    this.demand = demand;
    this.node = node;
  }

  long[] demand() {
    return demand;
  }

  /** Returns the node on which it ran. */
  RunNode node() {
    return node;
  }

  boolean isRunning() {
    return ended == RUNNING;
  }

  void see(long snapshot) {
    seenIn = snapshot;
  }

  boolean isSeenIn(long snapshot) {
    return seenIn == snapshot;
  }

  void end(long millis) {
    ended = millis;
  }

  /**
   * Returns how long it ran; up to the recording's end if it still did then. 0 if the clock was set
   * back meanwhile: a later file may begin before an earlier one has ended.
   */
  long duration(long recordingEnd) {
    return Math.max(0, Math.min(ended, recordingEnd) - started);
  }
}
