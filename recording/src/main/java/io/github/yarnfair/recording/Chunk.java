// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A part of the stream of events on its way from the thread that decides to the one that writes.
 * The first appends whole events and publishes how far it is; the second reads up to there.
 */
final class Chunk {
  final byte[] bytes;

  private final AtomicInteger published = new AtomicInteger();
  private volatile @Nullable Chunk next;
  private boolean beginsFile;

  Chunk(int length) {
    bytes = new byte[length];
  }

  /** Makes it empty, to be used again. */
  void reset() {
    published.set(0);
    next = null;
    beginsFile = false;
  }

  /** Lets the other thread read the bytes before a position. */
  void publish(int end) {
    published.setRelease(end);
  }

  int published() {
    return published.getAcquire();
  }

  /** Ends this chunk: nothing is published here any more. */
  void append(Chunk following, boolean inAnotherFile) {
    following.beginsFile = inAnotherFile;
    next = following;
  }

  /** Returns the chunk that follows; null as long as this one may grow. */
  @Nullable Chunk next() {
    return next;
  }

  /** Returns whether its first event is the first one of a file. */
  boolean beginsFile() {
    return beginsFile;
  }
}
