// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Reads a file block by block, and refuses what {@link Format} does not say. */
final class BlockReader implements Closeable {
  private static final int SMALL = 1 << 16;

  private final Path file;
  private final InputStream in;
  private final CRC32C checksum = new CRC32C();
  private final byte[] blockHeader = new byte[Format.BLOCK_HEADER];
  private final int number;
  private final long recordingMillis;
  private final int version;
  private byte[] payload = new byte[SMALL];
  private int length;
  private long offset;
  private int blocks;

  /**
   * Opens a file and reads its header.
   *
   * @throws RecordingException if it is no recording that can be read
   */
  BlockReader(Path file) throws IOException {
    this.file = file;
    in = new BufferedInputStream(Files.newInputStream(file), 1 << 18);
    try {
      byte[] header = new byte[Format.HEADER];
      int there = in.readNBytes(header, 0, header.length);
      version = versionOf(header, there);
      checkBegin(header, there);
      ByteBuffer fields = ByteBuffer.wrap(header);
      number = fields.getInt(12);
      recordingMillis = fields.getLong(16);
      offset = Format.HEADER;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private int versionOf(byte[] header, int there) throws RecordingException {
    ByteBuffer fields = ByteBuffer.wrap(header);
    if (there < Long.BYTES || fields.getLong(0) != Format.MAGIC) {
      throw new RecordingException(
          file, 0, hex(header, Math.min(there, Long.BYTES)), hex(Format.MAGIC) + ", a recording");
    }
    int found = there >= 10 ? fields.getShort(8) : Format.VERSION;
    if (found < Format.OLDEST_VERSION || found > Format.VERSION) {
      throw new RecordingException(
          file,
          8,
          "version " + found + " of the format",
          "version %d to %d, which this simulator reads"
              .formatted(Format.OLDEST_VERSION, Format.VERSION));
    }
    return found;
  }

  private void checkBegin(byte[] header, int there) throws RecordingException {
    if (there < Format.HEADER) {
      throw truncated(there, "a header of " + Format.HEADER + " bytes");
    }
    int found = ByteBuffer.wrap(header).getInt(36);
    int correct = Format.headerChecksum(header);
    if (found != correct) {
      throw new RecordingException(file, 36, "checksum " + hex(found), hex(correct));
    }
  }

  /** Returns the version of the format that the file is in. */
  int version() {
    return version;
  }

  /** Returns the number of the file in its recording. */
  int number() {
    return number;
  }

  /** Returns when the recording began, in milliseconds. */
  long recordingMillis() {
    return recordingMillis;
  }

  /**
   * Reads the next block.
   *
   * @return false at the end of the file
   */
  boolean next() throws IOException {
    offset += blocks == 0 ? 0 : length;
    int there = in.readNBytes(blockHeader, 0, blockHeader.length);
    if (there == 0) {
      return false;
    }
    if (there < blockHeader.length) {
      throw truncated(there, "a block's header of " + Format.BLOCK_HEADER + " bytes");
    }
    ByteBuffer fields = ByteBuffer.wrap(blockHeader);
    length = fields.getInt(0);
    if (length < 1 || length > Format.MOST_PAYLOAD) {
      throw new RecordingException(
          file, offset, "a block of " + length + " bytes", "1 to " + Format.MOST_PAYLOAD);
    }
    if (fields.getInt(4) != blocks) {
      throw new RecordingException(
          file, offset + 4, "block " + fields.getInt(4), "block " + blocks);
    }
    readPayload();
    int correct = Format.checksum(checksum, blockHeader, payload, 0, length);
    if (fields.getInt(8) != correct) {
      throw new RecordingException(
          file, offset + 8, "checksum " + hex(fields.getInt(8)), hex(correct));
    }
    offset += Format.BLOCK_HEADER;
    blocks++;
    return true;
  }

  /** The length may be damage: memory is taken as bytes are there. */
  private void readPayload() throws IOException {
    int read = 0;
    while (read < length) {
      if (read == payload.length) {
        payload = Arrays.copyOf(payload, Math.min(length, 2 * payload.length));
      }
      int now = in.readNBytes(payload, read, Math.min(length, payload.length) - read);
      if (now == 0) {
        throw truncated(Format.BLOCK_HEADER + read, "a block of %d bytes".formatted(length));
      }
      read += now;
    }
  }

  private RecordingException truncated(int there, String expected) {
    return new RecordingException(
        file, offset, "the file ends after " + there + " bytes", expected);
  }

  /** Returns the events of the block; not a copy. */
  byte[] payload() {
    return payload;
  }

  int length() {
    return length;
  }

  /** Returns where in the file the events of the block begin. */
  long payloadOffset() {
    return offset;
  }

  private static String hex(byte[] bytes, int count) {
    return count == 0
        ? "an empty file"
        : HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes, 0, count);
  }

  private static String hex(long value) {
    return hex(ByteBuffer.allocate(Long.BYTES).putLong(value).array(), Long.BYTES);
  }

  private static String hex(int value) {
    return String.format(Locale.ROOT, "%08X", value);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
