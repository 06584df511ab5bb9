// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.sls.AMDefinitionSynth;
import org.apache.hadoop.yarn.sls.appmaster.AMSimulator;
import org.apache.hadoop.yarn.sls.scheduler.TaskRunner;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Masters are submitted when their file says. SLS 3.4.2 submits all at once. */
class MastersTest {
  private static final int SUBMISSION_SECONDS = 600;

  @TempDir Path directory;

  static Stream<AMSimulator> masters() {
    return Stream.of(new MapReduceMaster(), new StreamMaster(), new DagMaster());
  }

  @ParameterizedTest
  @MethodSource("masters")
  void waitUntilTheTimeOfTheirFile(AMSimulator master) throws Exception {
    Path file = Files.writeString(directory.resolve("load.json"), LOAD);
    Masters.readSubmissions(new Configuration(false), file.toString());
    AMDefinitionSynth definition =
        AMDefinitionSynth.Builder.create()
            .withTaskContainers(List.of())
            .withQueue("root.a")
            .withJobStartTime(TimeUnit.SECONDS.toMillis(SUBMISSION_SECONDS))
            .build();
    master.init(definition, null, null, false, 0, 1000, Map.of());
    new TaskRunner().schedule(master);
    assertThat(master.getDelay(TimeUnit.SECONDS)).isBetween(1L, (long) SUBMISSION_SECONDS);
    assertThat(Masters.count()).isOne();
  }

  private static final String LOAD =
      """
      {"num_nodes": 1, "nodes_per_rack": 1, "num_jobs": 1, "rand_seed": 1, "workloads": [
        {"workload_name": "w", "workload_weight": 1, "queue_name": "root.a", "job_classes": [
          {"class_name": "c", "user_name": "u", "class_weight": 1, "type": "mapreduce",
           "deadline_factor": {"val": 0}, "duration": {"val": 1}, "reservation": {"val": -1},
           "tasks": [{"type": "map", "priority": 20, "count": {"val": 1}, "time": {"val": 1},
             "max_memory": {"val": 1024}, "max_vcores": {"val": 1}}]}],
         "time_distribution": [{"time": %d, "weight": 1}]}]}
      """
          .formatted(SUBMISSION_SECONDS);
}
