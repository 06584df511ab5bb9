// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.interleavings.Schedules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.junit.jupiter.api.Test;

/** The thread that decides appends events, another one writes them: each once, in their order. */
class ChunkSchedulesTest {
  @Test
  void eachEventIsWrittenOnceInOrder() {
    Schedules.keep(Stream.class);
  }

  @Test
  void readerThatAsksInTheOtherOrderLosesEvents() {
    Schedules.breakIt(ReadInTheOtherOrder.class);
  }

  @Test
  void chunkThatIsUsedAgainBeforeItIsReadIsWrittenWrong() {
    Schedules.breakIt(UsedAgainTooEarly.class);
  }

  /** Each event is a byte, two of which fill a chunk; a chunk that was read is used again. */
  public static class Stream {
    private static final int LENGTH = 2;

    private final ChunkPool unused = new ChunkPool(LENGTH);
    private final List<Integer> written = new ArrayList<>();
    private final Chunk first = new Chunk(LENGTH);
    private final ChunkReader reader = new ChunkReader(first, this::recycle);
    private Chunk chunk = first;
    private int at;
    private int last;

    @Operation(nonParallelGroup = "decides")
    public void append() {
      if (at == LENGTH) {
        Chunk taken = unused.take();
        Chunk following = taken == null ? new Chunk(LENGTH) : taken;
        chunk.append(following, false);
        chunk = following;
        at = 0;
      }
      last++;
      chunk.bytes[at] = (byte) last;
      at++;
      chunk.publish(at);
    }

    /** Returns what was written by this call. */
    @Operation(nonParallelGroup = "writes")
    public List<Integer> write() throws IOException {
      written.clear();
      drain(new Sink());
      return List.copyOf(written);
    }

    void drain(ChunkReader.Sink sink) throws IOException {
      reader.drain(sink);
    }

    Chunk first() {
      return first;
    }

    void recycle(Chunk read) {
      read.reset();
      unused.give(read);
    }

    private final class Sink implements ChunkReader.Sink {
      @Override
      public void beginFile() {}

      @Override
      public void write(byte[] events, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
          written.add((int) events[i]);
        }
      }
    }
  }

  /** What readers that break the promise have in common. */
  abstract static class OwnReader extends Stream {
    Chunk read = first();
    private int from;

    final void writeUpTo(int to, ChunkReader.Sink sink) throws IOException {
      sink.write(read.bytes, from, to - from);
      from = to;
    }

    final void proceedTo(Chunk next) {
      read = next;
      from = 0;
    }
  }

  /** Asks how far a chunk is before it asks whether another one follows. */
  public static final class ReadInTheOtherOrder extends OwnReader {
    @Override
    void drain(ChunkReader.Sink sink) throws IOException {
      Chunk next;
      do {
        int to = read.published();
        next = read.next();
        writeUpTo(to, sink);
        if (next != null) {
          proceedTo(next);
        }
      } while (next != null);
    }
  }

  /** Gives a chunk back before it reads it. */
  public static final class UsedAgainTooEarly extends OwnReader {
    @Override
    void drain(ChunkReader.Sink sink) throws IOException {
      Chunk next;
      do {
        next = read.next();
        int to = read.published();
        if (next != null) {
          recycle(read);
        }
        writeUpTo(to, sink);
        if (next != null) {
          proceedTo(next);
        }
      } while (next != null);
    }
  }
}
