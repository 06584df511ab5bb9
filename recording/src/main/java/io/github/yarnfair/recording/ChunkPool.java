// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Chunks that are not used. One thread takes them and another one gives them back; neither waits,
 * and nothing is allocated.
 */
final class ChunkPool {
  private final AtomicReferenceArray<@Nullable Chunk> places;

  /** Of the thread that takes. */
  private int nextTaken;

  /** Of the thread that gives back. */
  private int nextGiven;

  ChunkPool(int most) {
    places = new AtomicReferenceArray<>(most);
  }

  /** Returns a chunk, null if there is none. */
  @Nullable Chunk take() {
    Chunk taken = places.getAcquire(nextTaken);
    if (taken != null) {
      places.setRelease(nextTaken, null);
      nextTaken = (nextTaken + 1) % places.length();
    }
    return taken;
  }

  /** Gives a chunk back; drops it if there are enough. */
  void give(Chunk unused) {
    if (places.getAcquire(nextGiven) == null) {
      places.setRelease(nextGiven, unused);
      nextGiven = (nextGiven + 1) % places.length();
    }
  }

  /** Returns how many there are. */
  int size() {
    int size = 0;
    for (int i = 0; i < places.length(); i++) {
      size += places.getAcquire(i) == null ? 0 : 1;
    }
    return size;
  }
}
