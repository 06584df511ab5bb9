/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The pods of Alibaba's clusterdata, cluster-trace-gpu-v2023: each is a job of one task, which runs
 * from creation_time to deletion_time (seconds), at least a millisecond. Vcores are thousandths of
 * a CPU; GPUs are whole. The task is bound to the GPU models that gpu_spec names.
 */
final class OpenbJobs implements JobReader {
  private static final long MILLIS = 1_000;

  @Override
  public List<ReadJob> read(
      Path file, ClusterNodes cluster, ReadOptions options, List<String> notes) throws IOException {
    CsvTable table = CsvTable.read(file);
    table.require("name", "cpu_milli", "memory_mib", "num_gpu", "creation_time", "deletion_time");
    List<ReadJob> jobs = new ArrayList<>();
    for (CsvTable.Row row : table.rows()) {
      Map<String, Long> amounts =
          Map.of(
              ResourceNames.MEMORY, row.number("memory_mib", 0),
              ResourceNames.VCORES, row.number("cpu_milli", 0),
              ResourceNames.GPU, row.number("num_gpu", 0));
      long begin = row.number("creation_time", 0);
      long end = row.number("deletion_time", 0);
      if (end < begin) {
        throw row.where().refuse("deletion_time " + end, "at least creation_time, " + begin);
      }
      long[] demand = cluster.resources().demand(row.where(), amounts);
      long duration = Math.max(1, (end - begin) * MILLIS);
      TaskGroup task = new TaskGroup(1, demand, duration, row.optional("gpu_spec"));
      String queue = options.queue(row, "qos");
      jobs.add(
          new ReadJob(row.where(), row.text("name"), queue, "", begin * MILLIS, List.of(task)));
    }
    return jobs;
  }
}
