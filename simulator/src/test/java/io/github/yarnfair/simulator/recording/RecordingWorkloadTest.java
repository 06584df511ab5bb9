// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.recording.RecordingException;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.TaskGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording becomes a workload. */
class RecordingWorkloadTest {
  @TempDir private Path directory;

  @Test
  void containersBecomeTasksWithTheTimesThatTheyRan() throws Exception {
    SmallRecording.write(directory, new NaivePolicy(), "naive");
    RecordingWorkload read = RecordingWorkload.read(directory, false);
    assertThat(read.workload().resources()).containsExactly("memory-mb", "vcores");
    assertThat(read.workload().nodes())
        .singleElement()
        .satisfies(
            node -> {
              assertThat(node.name()).isEqualTo("n1:1");
              assertThat(node.capacity()).containsExactly(8192, 8);
            });
    List<RunJob> jobs = read.workload().jobs();
    assertThat(jobs)
        .extracting(RunJob::id, RunJob::queue, RunJob::user, RunJob::submitMillis)
        .containsExactly(
            tuple("application_1700000000000_0001", "root.a", "alice", 0L),
            tuple("application_1700000000000_0002", "root.b", "bob", 100L));
    // Of eight containers a queue of weight 3 has six; those that go on count up to the end.
    assertThat(jobs.get(0).groups())
        .extracting(TaskGroup::count, TaskGroup::durationMillis)
        .containsExactlyInAnyOrder(tuple(1, 4_000L), tuple(5, 8_000L));
    assertThat(jobs.get(1).groups())
        .extracting(TaskGroup::count, TaskGroup::durationMillis)
        .containsExactly(tuple(2, 8_000L));
    assertThat(jobs.get(1).groups().get(0).demand()).containsExactly(1024, 1);
    assertThat(read.queueFile()).isEqualTo("<configuration>small</configuration>");
    assertThat(read.head().scheduler()).isEqualTo("SmallScheduler");
    assertThat(read.endMillis() - read.beginMillis()).isEqualTo(9_000);
  }

  @Test
  void damageIsRefusedUnlessSalvaged() throws Exception {
    Path file = SmallRecording.write(directory, new NaivePolicy(), "naive");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(() -> RecordingWorkload.read(file, false))
        .isInstanceOf(RecordingException.class);
    Files.write(file, Arrays.copyOf(whole, whole.length + 3));
    RecordingWorkload salvaged = RecordingWorkload.read(file, true);
    assertThat(salvaged.damages()).hasSize(1);
    assertThat(salvaged.workload().jobs()).hasSize(2);
  }
}
