// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.recording.Recorder.Due;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ring keeps its bounds; what goes wrong with the disk ends the recording and nothing else. */
class FlightRecorderTest {
  private static final long NEVER = 1L << 40;

  @TempDir private Path directory;

  private FlightRecorder recorder(long bytes, long millis) throws IOException {
    return new FlightRecorder(
        new RecordingSettings(directory, bytes, millis),
        "T",
        System::currentTimeMillis,
        e -> {},
        null);
  }

  private List<Path> files() throws IOException {
    return RecordedFiles.of(directory);
  }

  @Test
  void theRingKeepsTheNewestFilesWithinItsSize() throws Exception {
    long most = 1 << 18;
    ShareTree tree = new ShareTree(3);
    long told = 0;
    long written;
    try (FlightRecorder flight = recorder(most, NEVER)) {
      snapshot(flight.recorder(), tree, Reason.START);
      while (flight.bytesWritten() < 4 * most) {
        if (flight.recorder().at(1) == Due.SNAPSHOT) {
          snapshot(flight.recorder(), tree, flight.recorder().reason());
          told += most / 8;
          while (flight.bytesWritten() < told) {
            Thread.onSpinWait(); // the disk may be slow
          }
        }
        flight.recorder().nodeGone(1 << 20);
      }
      flight.close();
      written = flight.bytesWritten();
    }
    assertThat(written).as("bytes written").isGreaterThan(3 * most);
    assertThat(kept()).as("bytes kept of %d", written).isBetween(most / 2, most);
    assertThat(files()).hasSizeGreaterThan(4);
    assertThat(files().get(0).getFileName().toString()).doesNotEndWith("-000000.yfr");
  }

  private long kept() throws IOException {
    long kept = 0;
    for (Path file : files()) {
      kept += Files.size(file);
    }
    return kept;
  }

  /** Each file is four times as long as its snapshot, here three times an eighth of the ring. */
  @Test
  void theRingKeepsWithinItsSizeWithLongSnapshots() throws Exception {
    long most = 1 << 20;
    String queues = "x".repeat((int) (3 * most / 8 / 4));
    ShareTree tree = new ShareTree(3);
    try (FlightRecorder flight = recorder(most, NEVER)) {
      Recorder recorder = flight.recorder();
      for (int file = 0; file < 6; file++) {
        recorder.beginSnapshot(head(tree, Reason.NEXT_FILE), tree);
        recorder.queueFile("queues", queues);
        recorder.endSnapshot();
        while (recorder.at(1) == Due.NOTHING) {
          recorder.nodeGone(1 << 20);
        }
      }
    }
    assertThat(files()).hasSize(2);
    assertThat(kept()).isBetween(most / 2, most);
  }

  @Test
  void filesThatAreTooOldAreRemovedAndOthersAreLeftAlone() throws Exception {
    Path old = Files.createFile(directory.resolve("T-20200101T000000000Z-000000.yfr"));
    Path recent = Files.createFile(directory.resolve("T-20200101T000000000Z-000001.yfr"));
    Path foreign = Files.createFile(directory.resolve("U-20200101T000000000Z-000000.yfr"));
    FileTime longAgo = FileTime.fromMillis(System.currentTimeMillis() - 2 * 60_000);
    Files.setLastModifiedTime(old, longAgo);
    Files.setLastModifiedTime(foreign, longAgo);
    try (FlightRecorder flight = recorder(1 << 20, 60_000)) {
      new RecordedTree(new Random(1), 10).record(flight.recorder(), Reason.START);
    }
    assertThat(old).doesNotExist();
    assertThat(recent).exists();
    assertThat(foreign).exists();
  }

  @Test
  void aFileThatIsOldEnoughIsFollowedByAnother() throws Exception {
    try (FlightRecorder flight = recorder(1 << 20, 8_000)) {
      RecordedTree tree = new RecordedTree(new Random(1), 10);
      tree.record(flight.recorder(), Reason.START);
      assertThat(flight.recorder().at(tree.now() + 999)).isEqualTo(Due.NOTHING);
      assertThat(flight.recorder().at(tree.now() + 1_000)).isEqualTo(Due.SNAPSHOT);
      assertThat(flight.recorder().reason()).isEqualTo(Reason.NEXT_FILE);
    }
  }

  /** No duration is negative, whatever the clocks say. */
  @Test
  void timeStandsStillWhileTheClockIsSetBack() throws Exception {
    List<String> times = new ArrayList<>();
    try (FlightRecorder flight = recorder(1 << 20, NEVER)) {
      Recorder recorder = flight.recorder();
      snapshot(recorder, new ShareTree(3), Reason.START);
      for (long clock : new long[] {5_000, 3_000, 5_001}) {
        recorder.at(clock);
        recorder.container(0, 1, clock, 1, false, 5_500, new long[3]);
      }
    }
    RecordingReader.read(
        files().get(0),
        false,
        new RecordingVisitor() {
          private long now;

          @Override
          public void at(long offset, long millis) {
            now = millis;
          }

          @Override
          public void container(
              int leaf, int attempt, long id, int node, boolean isMaster, long millis, long[] all) {
            times.add(id + " at " + now + " since " + millis);
          }
        });
    assertThat(times)
        .containsExactly(
            "5000 at 5000 since 5000", "3000 at 5000 since 5000", "5001 at 5001 since 5001");
  }

  @Test
  void othersMayNotReadIt() throws Exception {
    try (FlightRecorder flight = recorder(1 << 20, NEVER)) {
      new RecordedTree(new Random(1), 10).record(flight.recorder(), Reason.START);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().get(0))))
        .matches("rw-[r-]-----");
  }

  @Test
  void aDirectoryThatIsAFileIsRefused() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    RecordingSettings settings = new RecordingSettings(file, 1 << 20, NEVER);
    assertThat(failureOf(settings)).hasMessageContaining(file.toString());
  }

  @Test
  void aDiskWithTooLittleRoomIsRefused() throws Exception {
    RecordingSettings settings = new RecordingSettings(directory, Long.MAX_VALUE / 4, NEVER);
    assertThat(failureOf(settings))
        .hasMessageMatching(".* has [\\d,]+ bytes free; a file of the recording needs [\\d,]+");
  }

  private static IOException failureOf(RecordingSettings settings) throws Exception {
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    try (FlightRecorder flight =
        new FlightRecorder(settings, "T", System::currentTimeMillis, failure::complete, null)) {
      IOException found = failure.get(1, TimeUnit.MINUTES);
      assertThat(flight.isActive()).isFalse();
      assertThat(flight.recorder().at(1)).isEqualTo(Due.CLOSE);
      return found;
    }
  }

  /** Who has the scheduler's lock makes a recorder, tells it things and ends it. */
  @Test
  void hangingDiskDelaysNoCaller() throws Exception {
    CountDownLatch diskIsBack = new CountDownLatch(1);
    RecordingSettings hanging = new RecordingSettings(hanging(diskIsBack), 1 << 20, NEVER);
    FlightRecorder former =
        new FlightRecorder(hanging, "T", System::currentTimeMillis, e -> {}, null);
    new RecordedTree(new Random(1), 10).record(former.recorder(), Reason.START);
    former.end();
    RecordingSettings settings = new RecordingSettings(directory, 1 << 20, NEVER);
    FlightRecorder latter =
        new FlightRecorder(settings, "T", System::currentTimeMillis, e -> {}, former);
    new RecordedTree(new Random(2), 10).record(latter.recorder(), Reason.START);
    latter.end();
    assertThat(former.isActive()).isFalse();
    assertThat(former.bytesWritten()).isZero();

    diskIsBack.countDown();
    latter.close();
    assertThat(latter.hasFailed()).isFalse();
    assertThat(kept()).isGreaterThan(Format.HEADER).isEqualTo(latter.bytesWritten());
  }

  /** Returns a directory on a disk that does not answer before the latch is counted down. */
  private Path hanging(CountDownLatch answers) {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getFileSystem")) {
                answers.await();
              }
              return method.invoke(directory, arguments);
            });
  }

  /** The scheduler is told at its next event, and goes on. */
  @Test
  void aFailureToWriteEndsTheRecording() throws Exception {
    Path inner = directory.resolve("inner");
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    RecordingSettings settings = new RecordingSettings(inner, 1 << 20, NEVER);
    try (FlightRecorder flight =
        new FlightRecorder(settings, "T", System::currentTimeMillis, failure::complete, null)) {
      while (!flight.isActive()) {
        Thread.onSpinWait();
      }
      Files.delete(inner);
      RecordedTree tree = new RecordedTree(new Random(1), 10);
      tree.record(flight.recorder(), Reason.START);
      assertThat(failure.get(1, TimeUnit.MINUTES)).hasMessageContaining("inner");
      assertThat(flight.recorder().at(tree.now())).isEqualTo(Due.CLOSE);
    }
  }

  private interface Damage {
    void to(Path file) throws IOException;
  }

  /** Nothing is written meanwhile: the file is looked at. */
  private void assertNoticed(String name, Damage damage, String found) throws Exception {
    Path inner = directory.resolve(name);
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    RecordingSettings settings = new RecordingSettings(inner, 1 << 20, NEVER);
    try (FlightRecorder flight =
        new FlightRecorder(settings, "T", System::currentTimeMillis, failure::complete, null)) {
      RecordedTree tree = new RecordedTree(new Random(1), 10);
      tree.record(flight.recorder(), Reason.START);
      while (flight.bytesWritten() <= Format.HEADER) {
        Thread.onSpinWait();
      }
      Path file = RecordedFiles.of(inner).get(0);
      damage.to(file);
      assertThat(failure.get(10, TimeUnit.SECONDS)).hasMessageContainingAll(file.toString(), found);
      assertThat(flight.hasFailed()).isTrue();
      assertThat(flight.recorder().at(tree.now())).isEqualTo(Due.CLOSE);
    }
  }

  @Test
  void filesThatAreGoneOrNotWholeAreNoticedWithinTenSeconds() throws Exception {
    assertNoticed("removed", Files::delete, "it was removed");
    assertNoticed(
        "renamed",
        file -> Files.move(file.getParent(), directory.resolve("elsewhere")),
        "it was removed");
    assertNoticed(
        "replaced",
        file -> {
          Files.move(file, file.resolveSibling("old"));
          Files.copy(file.resolveSibling("old"), file);
        },
        "another file has its name");
    assertNoticed(
        "truncated",
        file -> {
          try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            other.truncate(100);
          }
        },
        "it has 100 bytes, of ");
  }

  /** With a disk that is too slow the scheduler does not wait: events are lost until a snapshot. */
  @Test
  void unwrittenEventsAreLostUntilASnapshot() {
    EventBuffer buffer = new EventBuffer(() -> {});
    buffer.beginSnapshot(true);
    buffer.endSnapshot();
    long told = 0;
    while (put(buffer)) {
      told++;
    }
    assertThat(told).isGreaterThan(1_000_000);
    assertThat(put(buffer)).isFalse();
    assertThat(buffer.lost()).isEqualTo(2);
    assertThat(buffer.mayRecover()).isFalse();
    Chunk chunk = buffer.first();
    for (int i = 0; i < EventBuffer.CHUNKS / 2; i++) {
      Chunk next = chunk.next();
      buffer.recycle(chunk);
      chunk = next;
    }
    assertThat(put(buffer)).as("told before a snapshot").isFalse();
    assertThat(buffer.mayRecover()).isTrue();
    buffer.beginSnapshot(false);
    assertThat(put(buffer)).isTrue();
    assertThat(buffer.lost()).isZero();
  }

  private static void snapshot(Recorder recorder, ShareTree tree, Reason reason) {
    recorder.beginSnapshot(head(tree, reason), tree);
    recorder.endSnapshot();
  }

  private static SnapshotHead head(ShareTree tree, Reason reason) {
    return new SnapshotHead(
        1, reason, "", "", "", 1, "heartbeat", tree.space(), List.of("a", "b", "c"), List.of(""));
  }

  private static boolean put(EventBuffer buffer) {
    boolean isTold = buffer.begin(EventCode.REMOVE, EventBuffer.NUMBER);
    if (isTold) {
      buffer.put(7);
      buffer.end();
    }
    return isTold;
  }

  @Test
  void aDecisionIsRecordedWithoutAllocation() throws Exception {
    ShareTree tree = new ShareTree(3);
    int queue = tree.addQueue(ShareTree.ROOT, 1.0);
    int leaf = tree.addLeaf(queue, 1.0);
    tree.setCapacity(new long[] {1 << 20, 1 << 10, 64});
    Offer offer = new Offer(3);
    long[] task = {2048, 1, 1};
    long[] free = {8192, 4, 2};
    NodeIndex index = new NodeIndex(3, NodeChoice.FRAGMENTATION.newScore(3));
    for (int node = 0; node < 4; node++) {
      index.put(node, new long[] {1 << 20, 1 << 10, 64}, free);
    }
    IntPredicate odd = node -> node % 2 == 1;
    try (FlightRecorder flight = recorder(1 << 28, NEVER)) {
      Recorder recorder = flight.recorder();
      snapshot(recorder, tree, Reason.START);
      recorder.addIndex(index, 0, 3);
      Runnable decision =
          () -> {
            recorder.at(offer.round());
            offer.open(free);
            recorder.decided(offer, leaf);
            tree.charge(leaf, task);
            index.choose(task);
            index.choose(task, odd);
            recorder.container(leaf, 1, offer.round(), 1, false, offer.round(), task);
            offer.take(task);
            offer.skip(leaf);
            recorder.decided(offer, ShareTree.NONE);
            tree.release(leaf, task);
            recorder.containerEnded(leaf, 1, offer.round(), 0);
          };
      long least = Long.MAX_VALUE;
      for (int round = 0; round < 10 && least > 0; round++) {
        least = Math.min(least, allocated(decision));
      }
      assertThat(least).as("bytes that 20,000 decisions allocate").isZero();
    }
  }

  /**
   * Returns what decisions allocate, of several chunks; the virtual machine itself does at first.
   */
  private static long allocated(Runnable decision) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long idle = threads.getCurrentThreadAllocatedBytes() - before;
    before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 20_000; i++) {
      decision.run();
    }
    return threads.getCurrentThreadAllocatedBytes() - before - idle;
  }
}
