// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.recording.Recorder.Due;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume that is remounted read-only while a file of the recording is open. */
class ReadOnlyVolumeTest {
  private static final long NEVER = 1L << 40;

  @TempDir private Path directory;

  /** No event comes meanwhile: fails if only a write that fails were noticed. */
  @Test
  void recordingEndsWithinTenSecondsAndTheNextOneBeginsOnceItCanBeWritten() throws Exception {
    RemountedVolume volume = new RemountedVolume();
    RecordingSettings settings = new RecordingSettings(volume.path(directory), 1 << 20, NEVER);
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    try (FlightRecorder flight = recorder(settings, failure, null)) {
      RecordedTree tree = new RecordedTree(new Random(1), 10);
      tree.record(flight.recorder(), Reason.START);
      while (flight.bytesWritten() <= Format.HEADER) {
        Thread.onSpinWait();
      }
      assertThat(flight.isActive()).isTrue();
      volume.remount(true);
      assertThat(failure.get(10, TimeUnit.SECONDS)).hasMessageContaining("it is read-only");
      assertThat(flight.isActive()).isFalse();
      assertThat(flight.recorder().at(tree.now())).isEqualTo(Due.CLOSE);

      CompletableFuture<IOException> again = new CompletableFuture<>();
      try (FlightRecorder refreshed = recorder(settings, again, flight)) {
        assertThat(again.get(1, TimeUnit.MINUTES)).hasMessageContaining("cannot be written");
        assertThat(refreshed.isActive()).isFalse();
      }
      volume.remount(false);
      try (FlightRecorder refreshed = recorder(settings, again, flight)) {
        new RecordedTree(new Random(2), 10).record(refreshed.recorder(), Reason.START);
        while (refreshed.bytesWritten() <= Format.HEADER) {
          assertThat(refreshed.hasFailed()).isFalse();
          Thread.onSpinWait();
        }
        assertThat(refreshed.isActive()).isTrue();
      }
    }
    assertThat(RecordedFiles.of(directory)).hasSize(2);
  }

  private static FlightRecorder recorder(
      RecordingSettings settings,
      CompletableFuture<IOException> failure,
      @Nullable FlightRecorder former) {
    if (former != null) {
      former.end();
    }
    return new FlightRecorder(settings, "T", System::currentTimeMillis, failure::complete, former);
  }
}
