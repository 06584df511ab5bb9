/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
  void follow(Chunk following, boolean inAnotherFile) {
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
