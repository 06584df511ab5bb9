// SPDX-License-Identifier: Apache-2.0
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
  private static final String GPUS = "num_gpu";
  private static final String GPU_PART = "gpu_milli";
  private static final String BEGIN = "creation_time";
  private static final String END = "deletion_time";

  @Override
  public List<ReadJob> read(
      Path file, ClusterNodes cluster, ReadOptions options, List<String> notes) throws IOException {
    CsvTable table = CsvTable.read(file);
    table.require(BEGIN, END);
    return jobs(table, cluster, options);
  }

  /**
   * Returns whether a table has times. Some lists have none; their pods begin at 0 and end a
   * millisecond later.
   */
  static boolean hasTimes(CsvTable table) throws InputException {
    boolean has = table.columns().contains(BEGIN) || table.columns().contains(END);
    if (has) {
      table.require(BEGIN, END);
    }
    return has;
  }

  /** Returns the pods of a table, with or without times. */
  static List<ReadJob> jobs(CsvTable table, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    table.require("name", "cpu_milli", "memory_mib", GPUS);
    boolean hasTimes = hasTimes(table);
    List<ReadJob> jobs = new ArrayList<>();
    for (CsvTable.Row row : table.rows()) {
      Map<String, Long> amounts =
          Map.of(
              ResourceNames.MEMORY, row.number("memory_mib", 0),
              ResourceNames.VCORES, row.number("cpu_milli", 0),
              ResourceNames.GPU, row.number(GPUS, 0));
      long begin = hasTimes ? row.number(BEGIN, 0) : 0;
      long end = hasTimes ? row.number(END, 0) : 0;
      if (end < begin) {
        throw row.where().refuse(END + " " + end, "at least " + BEGIN + ", " + begin);
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

  /**
   * Returns how many of the GPUs that pods have as a whole they do not need: of a pod with one GPU,
   * what is missing to 1,000 in gpu_milli. 0 without such a column.
   */
  static double unneededGpus(CsvTable table) throws InputException {
    long millis = 0;
    for (CsvTable.Row row : table.rows()) {
      if (row.number(GPUS, 0) == 1 && !row.optional(GPU_PART).isEmpty()) {
        long part = row.number(GPU_PART, 0);
        if (part > MILLIS) {
          throw row.where().refuse(GPU_PART + " " + part, "at most " + MILLIS);
        }
        millis += MILLIS - part;
      }
    }
    return (double) millis / MILLIS;
  }
}
