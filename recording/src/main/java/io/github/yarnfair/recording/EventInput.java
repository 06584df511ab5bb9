// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.tree.Demand;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Decodes the parts of events that {@link EventBuffer} encodes.
 *
 * <p>What is not as it should be throws {@link Malformed}: a block with the right checksum was
 * written so.
 */
final class EventInput {
  private byte[] bytes = {};
  private int at;
  private int end;

  /** An event that is not as it should be. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String expected;

    Malformed(String found, String expected) {
      super(found);
      this.expected = expected;
    }

    String expected() {
      return expected;
    }
  }

  void open(byte[] events, int length) {
    bytes = events;
    at = 0;
    end = length;
  }

  boolean hasMore() {
    return at < end;
  }

  int position() {
    return at;
  }

  int readByte() {
    if (at >= end) {
      throw new Malformed("the block ends within an event", "whole events");
    }
    return bytes[at++] & 0xFF;
  }

  /** Reads a number that is not negative. */
  long read() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new Malformed("a number of more than 10 bytes", "at most 10");
  }

  long readSigned() {
    long value = read();
    return (value >>> 1) ^ -(value & 1);
  }

  /** Reads a number below a bound. */
  int readBelow(long bound) {
    long value = read();
    if (value < 0 || value >= bound) {
      throw new Malformed("number " + value, "0 to " + (bound - 1));
    }
    return (int) value;
  }

  /** Reads a number from 0 to that of an {@code int}. */
  int readInt() {
    return readBelow(1L + Integer.MAX_VALUE);
  }

  /** Reads how many of something follow, each of which takes at least a byte. */
  int readCount() {
    return readBelow(end - at + 1L);
  }

  double readDouble() {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bits |= (long) readByte() << shift;
    }
    return Double.longBitsToDouble(bits);
  }

  /** Fills in a vector. */
  long[] readVector(long[] into) {
    Arrays.fill(into, 0);
    int index = -1;
    for (long distance = read(); distance != 0; distance = read()) {
      if (distance < 0 || distance >= into.length - index) {
        throw new Malformed(
            "an amount " + distance + " entries after entry " + index,
            "a vector of " + into.length);
      }
      index += (int) distance;
      into[index] = readSigned();
    }
    return into;
  }

  /** Reads how many vectors follow, which may take far more memory than bytes. */
  int readVectors(int length) {
    int count = readCount();
    if ((long) count * length > Format.MOST_AMOUNTS_OF_EVENT) {
      throw new Malformed(
          "%d vectors of %d amounts".formatted(count, length),
          "at most " + Format.MOST_AMOUNTS_OF_EVENT + " amounts");
    }
    return count;
  }

  /** Reads how many tasks start together. */
  long readTogether() {
    long together = read();
    if (together < 1) {
      throw new Malformed(together + " tasks that start together", "1 or more");
    }
    return together;
  }

  Demand readDemand(int length) {
    int size = readVectors(length);
    Demand.Builder demand = new Demand.Builder();
    for (int i = 0; i < size; i++) {
      demand.add(readVector(new long[length]), read());
    }
    return demand.build();
  }

  int[] readInts() {
    int[] values = new int[readCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = readInt();
    }
    return values;
  }

  String readText() {
    int length = readCount();
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /** Reads a text that is printed: one that would control a terminal is malformed. */
  String readName() {
    String name = readText();
    if (name.length() > Format.MOST_NAME) {
      throw new Malformed(
          "a name of " + name.length() + " characters", "at most " + Format.MOST_NAME);
    }
    for (int i = 0; i < name.length(); i++) {
      if (isControl(name.charAt(i))) {
        throw new Malformed(
            String.format(Locale.ROOT, "a name with the character \\u%04x", (int) name.charAt(i)),
            "printable ones");
      }
    }
    return name;
  }

  private static boolean isControl(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  List<String> readNames() {
    int count = readCount();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(readName());
    }
    return names;
  }
}
