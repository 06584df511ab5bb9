// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import io.github.yarnfair.recording.replay.Replay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no recording, of a later version, cut off or altered is refused, and named. */
class RecordingDamageTest {
  private static byte[] recorded = {};

  /** The events of a recording that is not ended: a snapshot and a step. */
  private static byte[] begun = {};

  @TempDir private Path directory;
  private byte[] whole = {};
  private Path file = Path.of("");

  private static final RecordingVisitor IGNORING = new RecordingVisitor() {};

  @BeforeAll
  static void record(@TempDir Path directory, @TempDir Path shorter) throws Exception {
    RecordingSettings settings = new RecordingSettings(directory, 1 << 24, 1L << 40);
    RecordedTree tree = new RecordedTree(new Random(3), 8);
    try (FlightRecorder flight =
        new FlightRecorder(settings, "T", System::currentTimeMillis, e -> {}, null)) {
      tree.record(flight.recorder(), Reason.START);
      for (int i = 0; i < 40; i++) {
        long before = flight.bytesWritten();
        tree.step();
        while (i % 10 == 0 && flight.bytesWritten() == before) {
          Thread.onSpinWait(); // ends a block
        }
      }
    }
    recorded = Files.readAllBytes(RecordedFiles.of(directory).get(0));
    begun = recordBegin(shorter);
  }

  /** Records a snapshot and a step. The blocks end where the machine lets them. */
  private static byte[] recordBegin(Path directory) throws IOException {
    RecordingSettings settings = new RecordingSettings(directory, 1 << 24, 1L << 40);
    try (FlightRecorder flight =
        new FlightRecorder(settings, "T", System::currentTimeMillis, e -> {}, null)) {
      RecordedTree tree = new RecordedTree(new Random(3), 8);
      tree.record(flight.recorder(), Reason.START);
      tree.step();
    }
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    try (BlockReader blocks = new BlockReader(RecordedFiles.of(directory).get(0))) {
      while (blocks.next()) {
        events.write(blocks.payload(), 0, blocks.length());
      }
    }
    byte[] all = events.toByteArray();
    assertThat(all[all.length - 1]).isEqualTo((byte) EventCode.END);
    return Arrays.copyOf(all, all.length - 1);
  }

  @BeforeEach
  void copy() {
    file = directory.resolve("recording.yfr");
    whole = recorded.clone();
  }

  private RecordingReader.Result read(byte[] bytes, boolean salvage) throws IOException {
    Files.write(file, bytes);
    return RecordingReader.read(file, salvage, IGNORING);
  }

  private void assertRefused(byte[] bytes, long offset, String found, String expected) {
    assertThatThrownBy(() -> read(bytes, false))
        .isInstanceOf(RecordingException.class)
        .hasMessage("%s: offset %d: %s; expected %s", file, offset, found, expected);
  }

  @Test
  void aWholeFileHasItsEnd() throws Exception {
    RecordingReader.Result result = read(whole, false);
    assertThat(result.isEnded()).isTrue();
    assertThat(result.events()).isGreaterThan(100);
    assertThat(result.damage()).isNull();
  }

  @Test
  void anotherFileIsRefused() {
    assertRefused(
        "<configuration>".getBytes(StandardCharsets.UTF_8),
        0,
        "3C 63 6F 6E 66 69 67 75",
        "89 59 46 52 0D 0A 1A 0A, a recording");
    assertRefused(new byte[0], 0, "an empty file", "89 59 46 52 0D 0A 1A 0A, a recording");
    assertRefused(new byte[] {1, 2}, 0, "01 02", "89 59 46 52 0D 0A 1A 0A, a recording");
  }

  @Test
  void aLaterVersionIsRefusedEvenInSalvage() {
    ByteBuffer.wrap(whole).putShort(8, (short) 4);
    String message =
        file
            + ": offset 8: version 4 of the format; expected version 1 to 3, which this simulator"
            + " reads";
    assertThatThrownBy(() -> read(whole, false)).hasMessage(message);
    assertThatThrownBy(() -> read(whole, true)).hasMessage(message);
  }

  @Test
  void anAlteredHeaderIsRefused() {
    whole[13] ^= 1;
    assertThatThrownBy(() -> read(whole, true))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining(file + ": offset 36: checksum ");
  }

  /**
   * Wherever a file is cut off, also between two blocks, it is refused, and what is left of it can
   * be salvaged.
   */
  @Test
  void aFileThatIsCutOffIsRefusedUnlessSalvaged() throws Exception {
    long before = 0;
    for (int length = 40; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      RecordingReader.Result salvaged = read(cut, true);
      assertThat(salvaged.events()).as("events of %d bytes", length).isGreaterThanOrEqualTo(before);
      assertThat(salvaged.isEnded()).isFalse();
      RecordingException damage = Objects.requireNonNull(salvaged.damage());
      assertThatThrownBy(() -> read(cut, false))
          .hasMessage(damage.getMessage())
          .hasMessageContaining(": the file ends after ");
      assertThat(damage.offset()).isLessThan(length);
      before = salvaged.events();
    }
    assertThat(before).isGreaterThan(50);
  }

  /**
   * A bit that has flipped never gives other events; those of the blocks before can be salvaged.
   */
  @Test
  void anAlteredBlockIsRefusedUnlessSalvaged() throws Exception {
    long events = read(whole, false).events();
    for (int at = 40; at < whole.length; at += 7) {
      byte[] altered = whole.clone();
      altered[at] ^= 16;
      assertThatThrownBy(() -> read(altered, false)).isInstanceOf(RecordingException.class);
      RecordingReader.Result salvaged = read(altered, true);
      assertThat(salvaged.damage()).isNotNull();
      assertThat(salvaged.events()).isLessThan(events);
    }
  }

  @Test
  void zerosBehindTheEndAreDamage() {
    assertRefused(
        Arrays.copyOf(whole, whole.length + 100),
        whole.length,
        "a block of 0 bytes",
        "1 to 268435456");
  }

  /** Writes a file of one block, whose checksum is right. */
  private static Path forge(Path directory, byte[] events, int length) throws IOException {
    RecordingSettings settings = new RecordingSettings(directory, 1 << 24, 1L << 40);
    FileRing ring = new FileRing(settings, "forged", System::currentTimeMillis);
    try (RecordingFile made = ring.next()) {
      made.write(events, 0, length);
      return made.path();
    }
  }

  @Test
  void anUnknownEventIsNamed() throws Exception {
    file = forge(directory, new byte[] {(byte) 99}, 1);
    assertThatThrownBy(() -> RecordingReader.read(file, false, IGNORING))
        .hasMessage(
            "%s: offset 52: an event of code 99: no snapshot before it; expected a snapshot", file);
  }

  /** Writes the events of the recording that is not ended, and more. */
  private Path follow(int... more) throws IOException {
    byte[] events = Arrays.copyOf(begun, begun.length + more.length);
    for (int i = 0; i < more.length; i++) {
      events[begun.length + i] = (byte) more[i];
    }
    return forge(directory, events, events.length);
  }

  private void assertRefusedAfterwards(int code, String found, String expected, int... parts)
      throws IOException {
    int[] event = new int[parts.length + 1];
    event[0] = code;
    System.arraycopy(parts, 0, event, 1, parts.length);
    file = follow(event);
    long offset = Files.size(file) - event.length;
    assertThatThrownBy(() -> new Replay(file, RecordedTree::policy).run(false))
        .isInstanceOf(RecordingException.class)
        .hasMessage(
            "%s: offset %d: an event of code %d: %s; expected %s",
            file, offset, code, found, expected);
    assertThat(new Replay(file, RecordedTree::policy).run(true).damage().offset())
        .isEqualTo(offset);
  }

  @Test
  void aNegativeDurationIsNamed() throws Exception {
    assertRefusedAfterwards(EventCode.TIME, "time passes by -3 ms", "0 or more", 5);
    assertRefusedAfterwards(
        EventCode.CONTAINER, "a container that has run for -4 ms", "0 or more", 2, 1, 1, 1, 0, 7);
  }

  @Test
  void aNodeAndAnApplicationThatNeverWereAreNamed() throws Exception {
    String expected = "one that follows from those before";
    assertRefusedAfterwards(EventCode.NODE_GONE, "node 77, which never was", expected, 77);
    assertRefusedAfterwards(
        EventCode.CHOICE, "node 77 of index 0, which never was", expected, 0, 0, 0, 78);
    assertRefusedAfterwards(
        EventCode.CONTAINER, "leaf 99, which never was", expected, 99, 1, 1, 1, 0, 0, 0);
    assertRefusedAfterwards(EventCode.DECISION, "leaf 99, which never was", expected, 2, 0, 0, 100);
  }

  /** Checksums find what disks do; a writer with a mistake must not break its reader either. */
  @Test
  void anAlteredEventWithTheRightChecksumIsRefusedOrReplayed() throws Exception {
    Random random = Seed.random(Seed.of("RecordingDamageTest", 20_261_123), 0);
    int begin = Format.HEADER + Format.BLOCK_HEADER;
    int length = begun.length;
    long refused = 0;
    for (int i = 0; i < TestSize.of(20_000, 1_000); i++) {
      byte[] events = begun.clone();
      events[random.nextInt(length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      file = forge(directory, events, length);
      try {
        new Replay(file, RecordedTree::policy).run(false);
      } catch (RecordingException e) {
        refused++;
        assertThat(e).hasMessageContaining("; expected ");
        assertThat(e.offset()).isBetween((long) begin, (long) begin + length);
      }
      Files.delete(file);
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aDirectoryWithoutRecordingsAndAMissingFileAreNamed(@TempDir Path empty) {
    assertThatThrownBy(() -> RecordedFiles.of(empty))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(empty + ": no file *.yfr; expected a recording");
    assertThatThrownBy(() -> RecordedFiles.of(empty.resolve("gone")))
        .hasMessageContaining("gone: not there; expected a recording");
  }
}
