// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** This project's own format: a line for each group of equal tasks; lines of one id are one job. */
final class CsvJobs implements JobReader {
  private static final Set<String> COLUMNS =
      Set.of("id", "queue", "user", "submit-ms", "tasks", "duration-ms", "class");

  @Override
  public List<ReadJob> read(
      Path file, ClusterNodes cluster, ReadOptions options, List<String> notes) throws IOException {
    CsvTable table = CsvTable.read(file);
    table.require("id", "submit-ms", "tasks", "duration-ms");
    checkColumns(table, cluster, options);
    Map<String, ReadJob> jobs = new LinkedHashMap<>();
    for (CsvTable.Row row : table.rows()) {
      ReadJob job = job(row, cluster, options);
      ReadJob first = jobs.putIfAbsent(job.id(), job);
      if (first != null) {
        jobs.put(job.id(), merged(first, job));
      }
    }
    return List.copyOf(jobs.values());
  }

  private static void checkColumns(CsvTable table, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    QueueRule rule = options.queueOf();
    for (String column : table.columns()) {
      boolean isQueue = rule != null && rule.argument().equals(column);
      if (!COLUMNS.contains(column) && !cluster.resources().names().contains(column) && !isQueue) {
        throw table
            .header()
            .refuse(
                "column \"" + column + "\"",
                "id, queue, user, submit-ms, tasks, duration-ms, class, or a resource of the nodes: "
                    + cluster.resources().names());
      }
    }
  }

  private static ReadJob job(CsvTable.Row row, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    Map<String, Long> amounts = new HashMap<>();
    for (String resource : cluster.resources().names()) {
      if (!row.optional(resource).isEmpty()) {
        amounts.put(resource, row.number(resource, 0));
      }
    }
    long tasks = row.number("tasks", 1);
    if (tasks > Integer.MAX_VALUE) {
      throw row.where().refuse("tasks " + tasks, "at most " + Integer.MAX_VALUE);
    }
    TaskGroup group =
        new TaskGroup(
            (int) tasks,
            cluster.resources().demand(row.where(), amounts),
            row.number("duration-ms", 0),
            row.optional("class"));
    return new ReadJob(
        row.where(),
        row.text("id"),
        options.queue(row, "queue"),
        row.optional("user"),
        row.number("submit-ms", 0),
        List.of(group));
  }

  private static ReadJob merged(ReadJob first, ReadJob more) throws InputException {
    boolean isSame =
        first.queue().equals(more.queue())
            && first.user().equals(more.user())
            && first.submitMillis() == more.submitMillis();
    if (!isSame) {
      throw more.where()
          .refuse(
              "job \"%s\" with another queue, user or submit-ms".formatted(first.id()),
              "those of line " + first.where().line());
    }
    List<TaskGroup> groups = new ArrayList<>(first.groups());
    groups.addAll(more.groups());
    return new ReadJob(
        first.where(), first.id(), first.queue(), first.user(), first.submitMillis(), groups);
  }
}
