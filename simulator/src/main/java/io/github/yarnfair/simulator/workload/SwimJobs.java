// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * SWIM's files: six columns without a heading, separated by tabs: name, submission and gap in
 * seconds, bytes of input, shuffle and output of a MapReduce job. They say nothing of tasks:
 *
 * <pre>
 *   maps     = input / map-mb, rounded up, at least 1; each takes start-ms, and its part of the input,
 *              and of the output if there is no reduce, at mb-per-second
 *   reduces  = (shuffle) / reduce-mb, rounded up; each takes start-ms, and its part of shuffle and
 *              output at mb-per-second
 * </pre>
 *
 * <p>All tasks of a job wait from its submission on; one vcore each.
 */
final class SwimJobs implements JobReader {
  static final int COLUMNS = 6;
  private static final long MB = 1L << 20;
  private static final long MILLIS = 1_000;
  private static final List<String> NAMES =
      List.of("name", "submission", "gap", "input", "shuffle", "output");

  @Override
  public List<ReadJob> read(
      Path file, ClusterNodes cluster, ReadOptions options, List<String> notes) throws IOException {
    List<ReadJob> jobs = new ArrayList<>();
    List<String> lines = TextFile.lines(file);
    for (int i = 0; i < lines.size(); i++) {
      Where where = new Where(file.toString(), i + 1);
      List<String> cells = List.of(lines.get(i).split("\t", -1));
      if (cells.size() != COLUMNS) {
        throw where.refuse(
            cells.size() + " columns",
            COLUMNS + ", separated by tabs: " + String.join(", ", NAMES));
      }
      List<Long> numbers = new ArrayList<>();
      for (int column = 1; column < COLUMNS; column++) {
        numbers.add(where.number(NAMES.get(column), cells.get(column), 0));
      }
      List<TaskGroup> groups =
          groups(where, numbers.get(2), numbers.get(3), numbers.get(4), cluster, options);
      jobs.add(new ReadJob(where, cells.get(0), "", "", numbers.get(0) * MILLIS, groups));
    }
    return jobs;
  }

  private static List<TaskGroup> groups(
      Where where, long input, long shuffle, long output, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    long reduces = parts(shuffle, options.number("reduce-mb"));
    long maps = Math.max(1, parts(input, options.number("map-mb")));
    long read = input + (reduces == 0 ? output : 0);
    List<TaskGroup> groups = new ArrayList<>();
    groups.add(group(where, maps, read, options.number("map-memory-mb"), cluster, options));
    if (reduces > 0) {
      groups.add(
          group(
              where,
              reduces,
              shuffle + output,
              options.number("reduce-memory-mb"),
              cluster,
              options));
    }
    return groups;
  }

  private static long parts(long bytes, long mb) {
    return (bytes + mb * MB - 1) / (mb * MB);
  }

  private static TaskGroup group(
      Where where, long tasks, long bytes, long memory, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    if (tasks > Integer.MAX_VALUE) {
      throw where.refuse(tasks + " tasks", "at most " + Integer.MAX_VALUE);
    }
    double seconds = (double) bytes / tasks / MB / options.number("mb-per-second");
    long millis = options.number("start-ms") + Math.round(seconds * MILLIS);
    Map<String, Long> amounts =
        Map.of(ResourceNames.MEMORY, memory, ResourceNames.VCORES, options.number("task-vcores"));
    return new TaskGroup((int) tasks, cluster.resources().demand(where, amounts), millis, "");
  }
}
