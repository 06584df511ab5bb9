// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import io.github.yarnfair.scheduler.balance.QueueBalance.Entry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The bytes of a file of balances: a header, each pair of a machine class and a resource once, the
 * queues, whose entries refer to the pairs, and a CRC-32 of all before it. An entry takes 10 bytes,
 * and a queue those of its path besides.
 */
final class BalanceFormat {
  private static final int MAGIC = 0x59464231; // "YFB1"
  private static final int CHECKSUM_BYTES = Long.BYTES;

  private BalanceFormat() {}

  static byte[] encode(BalanceSnapshot snapshot) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeUTF(snapshot.cluster());
    out.writeLong(snapshot.millis());
    List<List<String>> pairs =
        snapshot.queues().stream()
            .flatMap(queue -> queue.entries().stream())
            .map(BalanceFormat::pair)
            .distinct()
            .toList();
    out.writeShort(pairs.size());
    for (List<String> pair : pairs) {
      out.writeUTF(pair.get(0));
      out.writeUTF(pair.get(1));
    }
    out.writeInt(snapshot.queues().size());
    for (QueueBalance queue : snapshot.queues()) {
      out.writeUTF(queue.queue());
      out.writeUTF(queue.user());
      out.writeShort(queue.entries().size());
      for (Entry entry : queue.entries()) {
        out.writeShort(pairs.indexOf(pair(entry)));
        out.writeDouble(entry.amount());
      }
    }
    out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    return bytes.toByteArray();
  }

  private static List<String> pair(Entry entry) {
    return List.of(entry.machineClass(), entry.resource());
  }

  private static long checksum(byte[] bytes, int length) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, length);
    return checksum.getValue();
  }

  /**
   * Reads what {@link #encode} has written.
   *
   * @throws IOException saying what is wrong with the bytes
   */
  static BalanceSnapshot decode(byte[] bytes) throws IOException {
    int length = bytes.length - CHECKSUM_BYTES;
    if (length < 0 || checksum(bytes, length) != checksumAtEnd(bytes, length)) {
      throw new IOException("the checksum does not fit: the file is damaged or cut off");
    }
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Arrays.copyOf(bytes, length)))) {
      if (in.readInt() != MAGIC) {
        throw new IOException("not a file of balances, or of a version that is not known");
      }
      return decode(in);
    } catch (EOFException | IndexOutOfBoundsException e) {
      throw new IOException("the file ends too early", e);
    }
  }

  private static long checksumAtEnd(byte[] bytes, int from) throws IOException {
    return new DataInputStream(new ByteArrayInputStream(bytes, from, CHECKSUM_BYTES)).readLong();
  }

  private static BalanceSnapshot decode(DataInputStream in) throws IOException {
    String cluster = in.readUTF();
    long millis = in.readLong();
    int pairCount = in.readUnsignedShort();
    List<List<String>> pairs = new ArrayList<>();
    for (int i = 0; i < pairCount; i++) {
      pairs.add(List.of(in.readUTF(), in.readUTF()));
    }
    int count = in.readInt();
    List<QueueBalance> queues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String queue = in.readUTF();
      String user = in.readUTF();
      int entryCount = in.readUnsignedShort();
      List<Entry> entries = new ArrayList<>();
      for (int e = 0; e < entryCount; e++) {
        List<String> pair = pairs.get(in.readUnsignedShort());
        entries.add(new Entry(pair.get(0), pair.get(1), finite(in.readDouble())));
      }
      queues.add(new QueueBalance(queue, user, entries));
    }
    return new BalanceSnapshot(cluster, millis, queues);
  }

  private static double finite(double amount) throws IOException {
    if (!Double.isFinite(amount)) {
      throw new IOException("a balance of " + amount);
    }
    return amount;
  }
}
