// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The layout of a recording's file: a header, then blocks of whole events. Numbers of the header
 * and of blocks are big-endian.
 *
 * <pre>
 *   header, 40 bytes                          block
 *    0  magic, 8 bytes                         0  length of the payload
 *    8  version, 2 bytes                       4  number in the file, from 0
 *   10  length of the header, 2 bytes          8  CRC-32C of bytes 0 to 7 and the payload
 *   12  number of the file in the recording   12  payload
 *   16  begin of the recording, ms
 *   24  begin of the file, ms
 *   32  0, 4 bytes
 *   36  CRC-32C of bytes 0 to 35
 * </pre>
 */
final class Format {
  /** Not text, and altered by transfers that translate line ends: as in PNG. */
  static final long MAGIC = 0x89_59_46_52_0D_0A_1A_0AL;

  /**
   * Of files that are written. From version 2 on a snapshot names the revision of the rule, from 3
   * on a demand may name tasks that are not to be served now.
   */
  static final int VERSION = 3;

  /** Of the oldest files that are read. */
  static final int OLDEST_VERSION = 1;

  static final int HEADER = 40;
  static final int BLOCK_HEADER = 12;

  /** The most bytes of a payload; more is damage. */
  static final int MOST_PAYLOAD = 1 << 28;

  /** Bound of the numbers of nodes in an index, which are small ones. */
  static final int MOST_NODES = 1 << 24;

  /** The most amounts of a vector: machine classes times resources. */
  static final int MOST_AMOUNTS = 1 << 16;

  /** The most amounts of all vectors of an event together: 1 GB. */
  static final long MOST_AMOUNTS_OF_EVENT = 1 << 27;

  /** The most characters of a name. */
  static final int MOST_NAME = 1 << 16;

  /** How a file's name ends. */
  static final String SUFFIX = ".yfr";

  private static final int CHECKED = 36;

  private Format() {}

  /** Returns the header of a file, ready to be written. */
  static ByteBuffer header(int number, long recordingMillis, long fileMillis) {
    ByteBuffer into = ByteBuffer.allocate(HEADER);
    into.putLong(MAGIC).putShort((short) VERSION).putShort((short) HEADER).putInt(number);
    into.putLong(recordingMillis).putLong(fileMillis).putInt(0);
    into.putInt(headerChecksum(into.array()));
    into.flip();
    return into;
  }

  /** Returns the checksum that a header must have. */
  static int headerChecksum(byte[] header) {
    CRC32C checksum = new CRC32C();
    checksum.update(header, 0, CHECKED);
    return (int) checksum.getValue();
  }

  /** Returns the checksum of a block, whose first 8 bytes are its length and its number. */
  static int checksum(CRC32C reused, byte[] header, byte[] payload, int offset, int length) {
    reused.reset();
    reused.update(header, 0, 8);
    reused.update(payload, offset, length);
    return (int) reused.getValue();
  }
}
