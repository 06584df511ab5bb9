// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.util.List;

/** Encodes the head of a snapshot. */
final class SnapshotText {
  private final EventBuffer buffer;

  SnapshotText(EventBuffer buffer) {
    this.buffer = buffer;
  }

  @SuppressWarnings("EnumOrdinal") // the format has positions
  void put(SnapshotHead head) {
    int most =
        7 * EventBuffer.NUMBER
            + EventBuffer.most(head.software())
            + EventBuffer.most(head.scheduler())
            + EventBuffer.most(head.policy())
            + EventBuffer.most(head.nodeChoice())
            + most(head.resources())
            + most(head.classes());
    if (buffer.begin(EventCode.SNAPSHOT, most)) {
      buffer.putSigned(head.millis());
      buffer.put(head.reason().ordinal());
      buffer.putText(head.software());
      buffer.putText(head.scheduler());
      buffer.putText(head.policy());
      buffer.put(head.revision());
      buffer.putText(head.nodeChoice());
      buffer.put(head.space().kind().ordinal());
      put(head.resources());
      put(head.classes());
      buffer.end();
    }
  }

  private static int most(List<String> texts) {
    return EventBuffer.NUMBER + texts.stream().mapToInt(EventBuffer::most).sum();
  }

  private void put(List<String> texts) {
    buffer.put(texts.size());
    texts.forEach(buffer::putText);
  }
}
