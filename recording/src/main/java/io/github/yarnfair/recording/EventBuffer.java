// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.tree.Demand;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Encodes events into chunks that exist beforehand, and hands these on. One thread at a time, the
 * one that holds the scheduler's lock. Never waits: if the other thread is behind by all chunks,
 * events are lost until a snapshot.
 *
 * <p>Whole numbers are of variable length, 7 bits in each byte, the lowest first; signed ones have
 * their sign in the lowest bit. A vector is the pairs (distance from the entry before, from 1;
 * signed amount) of the entries that are not 0, and a 0.
 */
final class EventBuffer {
  static final int CHUNK = 1 << 18;

  /** All chunks together, whatever their length, have the bytes of as many, except in snapshots. */
  static final int CHUNKS = 32;

  /** The most bytes of a number. */
  static final int NUMBER = 10;

  private static final int TIME_MOST = 1 + NUMBER;

  private final ChunkPool unused = new ChunkPool(CHUNKS);
  private final Runnable onFullChunk;
  private final Chunk first;
  private Chunk chunk;
  private byte[] bytes;
  private int at;

  /** The bytes of earlier chunks. */
  private long before;

  private boolean mayAllocate = true;
  private boolean isLosing;
  private long lost;
  private long now;
  private long writtenTime;

  /**
   * @param onFullChunk is run when there is a chunk to be written
   */
  EventBuffer(Runnable onFullChunk) {
    this.onFullChunk = onFullChunk;
    for (int i = 1; i < CHUNKS; i++) {
      unused.give(new Chunk(CHUNK));
    }
    first = new Chunk(CHUNK);
    chunk = first;
    bytes = chunk.bytes;
  }

  /** Returns the chunk with which the stream begins. */
  Chunk first() {
    return first;
  }

  /** Takes a chunk back that has been written; a long one as those in whose place it was. */
  void recycle(Chunk written) {
    if (written.bytes.length == CHUNK) {
      written.reset();
      unused.give(written);
    } else {
      for (int i = places(written.bytes.length); i > 0; i--) {
        unused.give(new Chunk(CHUNK));
      }
    }
  }

  private static int places(int length) {
    return (length - 1) / CHUNK + 1;
  }

  /** Returns how many bytes all events have taken so far. */
  long total() {
    return before + at;
  }

  /** Returns how many events were lost since the last {@link #beginSnapshot}. */
  long lost() {
    return lost;
  }

  /** Returns whether events are being lost and enough chunks are free to resume. */
  boolean mayRecover() {
    return isLosing && unused.size() >= CHUNKS / 2;
  }

  /** Sets the time of the events that follow. */
  void setTime(long millis) {
    now = millis;
  }

  long time() {
    return now;
  }

  /**
   * From here on no event may be lost: chunks are created if there are none.
   *
   * @param inAnotherFile whether what follows is to begin a file
   */
  void beginSnapshot(boolean inAnotherFile) {
    mayAllocate = true;
    isLosing = false;
    lost = 0;
    if (inAnotherFile) {
      endFile();
      proceed(CHUNK, true);
    }
    writtenTime = now;
  }

  /** Says that another file follows, so that a reader can tell that this one is whole. */
  private void endFile() {
    if (total() > 0 && hasRoom(1)) {
      bytes[at++] = EventCode.FILE_END; // without the time, which is the next file's
      end();
    }
  }

  void endSnapshot() {
    mayAllocate = false;
  }

  /**
   * Begins an event of at most a number of bytes, of which its code is not one.
   *
   * @return false if the event is lost: nothing may be put then
   */
  boolean begin(int code, int most) {
    if (isLosing || !hasRoom(most + 1 + TIME_MOST)) {
      lost++;
      return false;
    }
    if (now != writtenTime) {
      bytes[at++] = EventCode.TIME;
      putSigned(now - writtenTime);
      writtenTime = now;
    }
    bytes[at++] = (byte) code;
    return true;
  }

  /** Ends the event. */
  void end() {
    chunk.publish(at);
  }

  private boolean hasRoom(int most) {
    return at + most <= bytes.length || proceed(Math.max(most, CHUNK), false);
  }

  private boolean proceed(int length, boolean inAnotherFile) {
    Chunk following = take(length);
    if (following == null) {
      if (!mayAllocate) {
        isLosing = true;
        return false;
      }
      following = new Chunk(length);
    }
    chunk.append(following, inAnotherFile);
    onFullChunk.run();
    chunk = following;
    bytes = following.bytes;
    before += at;
    at = 0;
    return true;
  }

  /**
   * Returns an unused chunk, or a longer one in the place of several; null if there are too few.
   */
  private @Nullable Chunk take(int length) {
    if (length == CHUNK) {
      return unused.take();
    }
    if (unused.size() < places(length)) {
      return null;
    }
    for (int i = places(length); i > 0; i--) {
      unused.take();
    }
    return new Chunk(length);
  }

  // ------------------------------------------------------------------------------- parts of events

  void putByte(int value) {
    bytes[at++] = (byte) value;
  }

  /** Puts a number that is not negative. */
  void put(long value) {
    long rest = value;
    while (rest > 0x7F) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
  }

  void putSigned(long value) {
    long rest = signed(value);
    while ((rest & ~0x7FL) != 0) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
  }

  void putDouble(double value) {
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[at++] = (byte) (bits >>> shift);
    }
  }

  /** Returns the most bytes of a vector. */
  static int most(long[] vector) {
    return 1 + vector.length * (NUMBER + 2);
  }

  /**
   * Returns the most bytes of a demand over vectors of a length, or its bytes if these might not
   * fit into a chunk.
   */
  static int most(Demand demand, int length) {
    long most = NUMBER + demand.size() * (1 + length * (NUMBER + 2L) + NUMBER);
    return (int) (most < CHUNK / 2 ? most : Math.min(bytes(demand, length), Integer.MAX_VALUE));
  }

  private static long bytes(Demand demand, int length) {
    long bytes = bytes(demand.size());
    for (int i = 0; i < demand.size(); i++) {
      int last = -1;
      for (int j = 0; j < length; j++) {
        long amount = demand.amount(i, j);
        if (amount != 0) {
          bytes += bytes(j - last) + bytes(signed(amount));
          last = j;
        }
      }
      bytes += 1 + bytes(demand.tasks(i));
    }
    return bytes;
  }

  /** Returns the bytes of a number that {@link #put} writes: 7 bits in each. */
  private static int bytes(long value) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
  }

  private static long signed(long value) {
    return (value << 1) ^ (value >> 63);
  }

  void putVector(long[] vector) {
    int last = -1;
    for (int j = 0; j < vector.length; j++) {
      if (vector[j] != 0) {
        put(j - last);
        putSigned(vector[j]);
        last = j;
      }
    }
    bytes[at++] = 0;
  }

  void putDemand(Demand demand, int length) {
    put(demand.size());
    for (int i = 0; i < demand.size(); i++) {
      int last = -1;
      for (int j = 0; j < length; j++) {
        long amount = demand.amount(i, j);
        if (amount != 0) {
          put(j - last);
          putSigned(amount);
          last = j;
        }
      }
      bytes[at++] = 0;
      put(demand.tasks(i));
    }
  }

  /** Returns the most bytes of a text. */
  static int most(String text) {
    return NUMBER + 3 * text.length();
  }

  /** Puts a text; allocates. */
  void putText(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    put(encoded.length);
    System.arraycopy(encoded, 0, bytes, at, encoded.length);
    at += encoded.length;
  }
}
