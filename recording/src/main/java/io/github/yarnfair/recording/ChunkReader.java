// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * The reading end of a stream of chunks: passes on what was published, in order and once. One
 * thread, beside the one that appends.
 */
final class ChunkReader {
  private final Consumer<Chunk> recycle;
  private Chunk chunk;

  /** Where the part of the chunk begins that was not passed on. */
  private int from;

  /** Receives the stream. */
  interface Sink {
    /** What follows belongs to another file. */
    void beginFile() throws IOException;

    /** Receives whole events. */
    void write(byte[] events, int offset, int length) throws IOException;
  }

  /**
   * @param first chunk of the stream
   * @param recycle takes a chunk of which nothing is left to read
   */
  ChunkReader(Chunk first, Consumer<Chunk> recycle) {
    chunk = first;
    this.recycle = recycle;
  }

  /** Passes on all that was published before the call. */
  void drain(Sink sink) throws IOException {
    Chunk next;
    do {
      next = chunk.next();
      int to = chunk.published(); // After next: a chunk that has one does not grow.
      if (to > from) {
        sink.write(chunk.bytes, from, to - from);
        from = to;
      }
      if (next != null) {
        Chunk done = chunk;
        chunk = next;
        from = 0;
        recycle.accept(done);
        if (chunk.beginsFile()) {
          sink.beginFile();
        }
      }
    } while (next != null);
  }
}
