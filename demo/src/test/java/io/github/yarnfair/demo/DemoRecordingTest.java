// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo names its own recording, and not that of an earlier run. */
class DemoRecordingTest {
  @TempDir private Path directory;

  private DemoRecording recording(DemoScheduler scheduler) {
    return new DemoRecording(scheduler, directory.resolve("recording"));
  }

  @Test
  void theFileOfThisRunIsNamed() throws Exception {
    DemoRecording first = recording(DemoScheduler.named("hdrf"));
    first.clear();
    assertThat(first.settings())
        .containsEntry("yarn.scheduler.hdrf.recording.directory", directory + "/recording");
    Files.createFile(directory.resolve("recording/HdrfScheduler-2-000000.yfr"));
    DemoRecording second = recording(DemoScheduler.named("mch"));
    second.clear();
    assertThat(second.lines()).containsExactly("Nothing was recorded; the log says why.");
    Path file = Files.createFile(directory.resolve("recording/MchScheduler-1-000000.yfr"));
    assertThat(String.join("\n", second.lines()))
        .contains("Recording      " + file)
        .contains("simulator.jar replay " + file);
  }

  @Test
  void aRivalRecordsNothing() throws Exception {
    DemoRecording recording = recording(DemoScheduler.named("capacity"));
    recording.clear();
    assertThat(recording.settings()).isEmpty();
    assertThat(recording.lines()).isEmpty();
  }
}
