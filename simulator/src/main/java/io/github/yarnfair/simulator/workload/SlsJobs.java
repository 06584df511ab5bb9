// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.workload.JsonObjects.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of Hadoop's Scheduler Load Simulator: objects with {@code job.start.ms}, {@code
 * job.queue.name} and {@code job.tasks}. A task runs from container.start.ms to container.end.ms,
 * or for duration.ms; it needs what container.&lt;resource&gt; says. All tasks of a job wait from
 * its start on. Hosts are checked and otherwise not respected; masters hold nothing.
 */
final class SlsJobs implements JobReader {
  private static final String CONTAINER = "container.";

  @Override
  public List<ReadJob> read(
      Path file, ClusterNodes cluster, ReadOptions options, List<String> notes) throws IOException {
    List<ReadJob> jobs = new ArrayList<>();
    for (Fields job : JsonObjects.sequence(file)) {
      List<TaskGroup> groups = new ArrayList<>();
      for (Fields task : job.array("job.tasks")) {
        groups.add(group(task, job.optional("job.label.expression"), cluster, options));
      }
      String id = job.has("job.id") ? job.text("job.id") : "job at line " + job.where().line();
      long copies = job.number("job.count", 1, 1);
      for (long copy = 1; copy <= copies; copy++) {
        jobs.add(
            new ReadJob(
                job.where(),
                copies == 1 ? id : id + "/" + copy,
                job.optional("job.queue.name"),
                job.optional("job.user"),
                job.number("job.start.ms", 0, 0),
                groups));
      }
    }
    return jobs;
  }

  private static TaskGroup group(
      Fields task, String label, ClusterNodes cluster, ReadOptions options) throws InputException {
    Map<String, Long> amounts = new HashMap<>();
    amounts.put(ResourceNames.MEMORY, options.number("task-memory-mb"));
    amounts.put(ResourceNames.VCORES, options.number("task-vcores"));
    for (String resource : cluster.resources().names()) {
      if (task.has(CONTAINER + resource)) {
        amounts.put(resource, task.number(CONTAINER + resource, 0));
      }
    }
    String host = task.optional("container.host");
    if (!host.isEmpty() && !options.anyHost() && !cluster.has(host)) {
      throw task.where()
          .refuse("container.host \"" + host + "\"", "a node of the cluster, or --any-host");
    }
    long[] demand = cluster.resources().demand(task.where(), amounts);
    long count = task.number("count", 1, 1);
    if (count > Integer.MAX_VALUE) {
      throw task.where().refuse("count " + count, "at most " + Integer.MAX_VALUE);
    }
    return new TaskGroup((int) count, demand, duration(task), label);
  }

  private static long duration(Fields task) throws InputException {
    if (task.has("duration.ms")) {
      return task.number("duration.ms", 0);
    }
    if (task.has("container.duration.ms")) {
      return task.number("container.duration.ms", 0);
    }
    long start = task.number("container.start.ms", 0);
    long end = task.number("container.end.ms", 0);
    if (end < start) {
      throw task.where().refuse("container.end.ms " + end, "at least container.start.ms, " + start);
    }
    return end - start;
  }
}
