// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed leaves a file with all that it had recorded, but for the last moment.
 */
class KilledProcessTest {
  private static final int WRITES = 5;

  @TempDir private Path directory;

  /** The process: tells how many events are in the file whenever some have been written. */
  public static final class Main {
    private Main() {}

    /** Records events, numbered from 1, until it is killed. */
    public static void main(String[] arguments) throws IOException {
      RecordingSettings settings = new RecordingSettings(Path.of(arguments[0]), 1 << 26, 1L << 40);
      FlightRecorder flight =
          new FlightRecorder(
              settings, "T", System::currentTimeMillis, IOException::printStackTrace, null);
      ShareTree tree = new ShareTree(1);
      Recorder recorder = flight.recorder();
      recorder.beginSnapshot(
          new SnapshotHead(
              1, Reason.START, "", "", "", 1, "heartbeat", tree.space(), List.of("r"), List.of("")),
          tree);
      recorder.endSnapshot();
      long written = 0;
      for (int events = 1; ; events++) {
        long before = events - 1L; // recorded before the bytes are counted
        long now = flight.bytesWritten();
        if (now > written) {
          written = now;
          System.out.println(before);
          System.out.flush();
        }
        recorder.nodeGone(events);
        LockSupport.parkNanos(10_000);
      }
    }
  }

  /** Reads numbered events. */
  private static final class Numbers implements RecordingVisitor {
    private int last;

    @Override
    public void nodeGone(int number) {
      assertThat(number).isEqualTo(last + 1);
      last = number;
    }
  }

  /**
   * What had been recorded when a write was told is in the file when the second write after it is
   * told: the next one may have been under way.
   */
  @Test
  void eventsWrittenBeforeTheKillAreReadable() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                classPath(),
                Main.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long told = 0;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < WRITES; i++) {
        told = i == WRITES - 3 ? Long.parseLong(out.readLine()) : skip(out, told);
      }
    } finally {
      process.destroyForcibly(); // SIGKILL
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 9);
    Numbers numbers = new Numbers();
    Path file = RecordedFiles.of(directory).get(0);
    RecordingReader.Result read = RecordingReader.read(file, true, numbers);
    assertThat(read.isEnded()).isFalse();
    assertThat(told).isPositive();
    assertThat(numbers.last).as("events in the file").isGreaterThanOrEqualTo((int) told);
  }

  private static String classPath() {
    return Stream.of(Main.class, FlightRecorder.class, ShareTree.class)
        .map(each -> each.getProtectionDomain().getCodeSource().getLocation().getPath())
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static long skip(BufferedReader out, long told) throws IOException {
    assertThat(out.readLine()).isNotNull();
    return told;
  }
}
