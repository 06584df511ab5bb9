// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.recording.replay.Replay;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording that was made to harm its reader is refused, with file and offset. */
class HostileRecordingTest {
  @TempDir private Path directory;

  /** Writes a file of one block with the right checksum. */
  private Path forge(Consumer<EventBuffer> events) throws Exception {
    EventBuffer buffer = new EventBuffer(() -> {});
    buffer.beginSnapshot(false);
    events.accept(buffer);
    buffer.end();
    FileRing ring =
        new FileRing(
            new RecordingSettings(directory, 1 << 24, 1L << 40), "T", System::currentTimeMillis);
    try (RecordingFile made = ring.next()) {
      made.write(buffer.first().bytes, 0, buffer.first().published());
      return made.path();
    }
  }

  private static void head(
      EventBuffer into, String scheduler, List<String> resources, List<String> classes) {
    into.begin(EventCode.SNAPSHOT, 100);
    into.putSigned(1);
    into.put(0);
    into.putText("software");
    into.putText(scheduler);
    into.putText(RecordedTree.POLICY);
    into.put(RecordedTree.REVISION);
    into.putText("heartbeat");
    into.put(1); // by class
    into.put(resources.size());
    resources.forEach(into::putText);
    into.put(classes.size());
    classes.forEach(into::putText);
  }

  /** A tree with one leaf, whose handle is 1, and two resources. */
  private static void leaf(EventBuffer into) {
    head(into, "s", List.of("memory", "vcores"), List.of(""));
    into.begin(EventCode.TREE, 100);
    into.put(2);
    into.put(0);
    into.put(1);
    into.put(1);
    into.put(0);
    into.putByte(1);
  }

  private void assertRefused(Consumer<EventBuffer> events, String found) throws Exception {
    Path file = forge(events);
    assertThatThrownBy(() -> new Replay(file, RecordedTree::policy).run(false))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining(file + ": offset ")
        .hasMessageContaining(found)
        .hasMessageContaining("; expected ")
        .satisfies(
            refusal ->
                assertThat(refusal.getMessage().chars().filter(Character::isISOControl)).isEmpty());
  }

  private static void charge(EventBuffer into, long[] task, long count) {
    into.begin(EventCode.CHARGE, 100);
    into.put(1);
    into.put(count);
    into.putVector(task);
  }

  @Test
  void dimensionsThatMultiplyAreRefused() throws Exception {
    List<String> many = Collections.nCopies(30_000, "x");
    assertRefused(into -> head(into, "s", many, many), "30000 machine classes and 30000 resources");
  }

  @Test
  void vectorsThatMultiplyAreRefused() throws Exception {
    List<String> many = Collections.nCopies(240, "x");
    assertRefused(
        into -> {
          head(into, "s", many, many);
          into.begin(EventCode.SHAPES, 100);
          into.put(100_000);
          for (int i = 0; i < 100_000; i++) {
            into.putByte(0);
          }
        },
        "100000 vectors of 57601 amounts");
  }

  @Test
  void namesThatControlATerminalAreRefused() throws Exception {
    for (String name : List.of("\u001b[2J", "a\nb", "a\u202eb", "\u0007")) {
      assertRefused(into -> head(into, name, List.of("memory"), List.of("")), "with the character");
      assertRefused(
          into -> {
            leaf(into);
            into.begin(EventCode.APPLICATION, 100);
            into.put(1);
            into.putSigned(1);
            into.put(1);
            into.putText(name);
            into.putText("root.a");
          },
          "with the character");
    }
  }

  @Test
  void sumsBeyondALongAreRefused() throws Exception {
    assertRefused(
        into -> {
          leaf(into);
          charge(into, new long[] {1L << 40, 1}, 1L << 40);
        },
        "the sum exceeds 2^63 - 1");
    assertRefused(
        into -> {
          leaf(into);
          charge(into, new long[] {1L << 62, 1}, 1);
          charge(into, new long[] {1L << 62, 1}, 1);
        },
        "the sum exceeds 2^63 - 1");
    assertRefused(
        into -> {
          leaf(into);
          charge(into, new long[] {1, 0}, Long.MAX_VALUE);
          charge(into, new long[] {0, 1}, 1);
        },
        "the sum exceeds 2^63 - 1");
    assertRefused(
        into -> {
          head(into, "s", List.of("memory"), List.of("", "x"));
          into.begin(EventCode.CAPACITY, 100);
          into.putVector(new long[] {Long.MAX_VALUE, 1, 0});
        },
        "the sum is below 0 or exceeds 2^63 - 1");
  }

  // ------------------------------------------------------------------------------ what is written

  private static Demand sizes(int count) {
    Demand.Builder demand = new Demand.Builder();
    for (int i = 1; i <= count; i++) {
      long[] amounts = new long[100];
      amounts[0] = i;
      amounts[1] = 1;
      demand.add(amounts, 1);
    }
    return demand.build();
  }

  private static boolean put(EventBuffer buffer, Demand demand) {
    boolean isTold = buffer.begin(EventCode.DEMAND, EventBuffer.most(demand, 100));
    if (isTold) {
      buffer.putDemand(demand, 100);
      buffer.end();
    }
    return isTold;
  }

  /** Without a writer all that is kept is within the bound, whatever the sizes of events are. */
  @Test
  void eventsOfManySizesKeepWithinTheBoundOfTheBuffer() {
    for (int count : new int[] {10, 10_000, 20_000}) {
      EventBuffer buffer = new EventBuffer(() -> {});
      buffer.beginSnapshot(false);
      buffer.endSnapshot();
      Demand demand = sizes(count);
      int told = 0;
      while (put(buffer, demand)) {
        told++;
      }
      assertThat(told).as(count + " sizes").isPositive();
      long kept = 0;
      for (Chunk chunk = buffer.first(); chunk != null; chunk = chunk.next()) {
        kept += chunk.bytes.length;
      }
      assertThat(kept).isLessThanOrEqualTo((long) EventBuffer.CHUNK * EventBuffer.CHUNKS);
      assertThat(kept).isGreaterThan(EventBuffer.CHUNK * EventBuffer.CHUNKS / 2);
      for (Chunk chunk = buffer.first(); chunk.next() != null; ) {
        Chunk next = chunk.next();
        buffer.recycle(chunk);
        chunk = next;
      }
      assertThat(buffer.mayRecover()).isTrue();
      buffer.beginSnapshot(false);
      buffer.endSnapshot();
      assertThat(put(buffer, demand)).isTrue();
    }
  }
}
