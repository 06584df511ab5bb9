// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.sls.synthetic.SynthJob;
import org.apache.hadoop.yarn.sls.synthetic.SynthTraceJobProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticLoadTest {
  @TempDir Path directory;

  private static LoadSettings settings() {
    return new LoadSettings(10, 20, 1000, 300, 7, null, null, null, 65_536, 32, "1g", Map.of());
  }

  @Test
  void simulatorReadsJobsForEachLeafQueueThatKeepTheClusterFull() throws Exception {
    Path file = directory.resolve("load.json");
    new ObjectMapper().writeValue(file.toFile(), new SyntheticLoad(200, settings()).json());
    SynthTraceJobProducer jobs =
        new SynthTraceJobProducer(
            new Configuration(false), new org.apache.hadoop.fs.Path(file.toUri()));
    Map<String, Integer> tasks = new TreeMap<>();
    long memory = 0;
    boolean isSpread = false;
    for (SynthJob job = next(jobs); job != null; job = next(jobs)) {
      tasks.merge(job.getQueueName(), job.getTasks().size(), Integer::sum);
      memory += job.getTasks().stream().mapToLong(SynthJob.SynthTask::getMemory).sum();
      isSpread |= job.getSubmissionTime() > 5000;
    }
    assertThat(tasks.keySet()).hasSameElementsAs(SyntheticLoad.QUEUES.leafPaths("root"));
    assertThat(memory).isGreaterThan(200L * 65_536);
    assertThat(isSpread).isTrue();
  }

  private static SynthJob next(SynthTraceJobProducer jobs) throws Exception {
    return (SynthJob) jobs.getNextJob();
  }
}
