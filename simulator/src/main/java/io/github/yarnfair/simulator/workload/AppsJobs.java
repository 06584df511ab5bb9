// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.workload.JsonObjects.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a ResourceManager answers at {@code /ws/v1/cluster/apps}. It knows what an application held
 * over time, and not its containers: they are taken to be equal, of task-memory-mb each, and to run
 * from the application's launch to its end. Their number is mean memory / task-memory-mb, rounded,
 * at least 1; the mean amount of each resource is divided evenly among them.
 */
final class AppsJobs implements JobReader {
  private static final long MILLIS = 1_000;

  @Override
  public List<ReadJob> read(
      Path file, ClusterNodes cluster, ReadOptions options, List<String> notes) throws IOException {
    List<ReadJob> jobs = new ArrayList<>();
    List<String> neverRan = new ArrayList<>();
    for (Fields app : JsonObjects.ofArray(file, "app")) {
      String id = app.text("id");
      long submitted = app.number("startedTime", 0);
      long millis = millis(app);
      Map<String, Long> held = held(app);
      if (millis == 0 || held.getOrDefault(ResourceNames.MEMORY, 0L) == 0) {
        neverRan.add(id);
        continue;
      }
      List<TaskGroup> groups = groups(app.where(), held, millis, cluster, options);
      String queue = app.optional("queue");
      jobs.add(new ReadJob(app.where(), id, queue, app.optional("user"), submitted, groups));
    }
    if (!neverRan.isEmpty()) {
      notes.add(
          "%s: %d applications held nothing and are left out, such as %s"
              .formatted(file, neverRan.size(), neverRan.get(0)));
    }
    return jobs;
  }

  /** Returns how long an application has run so far. */
  private static long millis(Fields app) throws InputException {
    long started = app.number("startedTime", 0);
    long launched = app.number("launchTime", 0, 0);
    long finished = app.number("finishedTime", 0, 0);
    if (finished == 0) {
      long waited = launched == 0 ? 0 : launched - started;
      return Math.max(0, app.number("elapsedTime", 0, 0) - waited);
    }
    long begin = launched == 0 ? started : launched;
    if (finished < begin) {
      throw app.where().refuse("finishedTime " + finished, "at least its start, " + begin);
    }
    return finished - begin;
  }

  /** Returns amount times seconds of each resource. */
  private static Map<String, Long> held(Fields app) throws InputException {
    Map<String, Long> held = new LinkedHashMap<>();
    JsonNode entries = app.node().path("resourceSecondsMap").path("entry");
    for (JsonNode entry : entries.isObject() ? List.of(entries) : entries) {
      String value = entry.path("value").asText();
      held.put(
          entry.path("key").asText(), app.where().number("resourceSecondsMap value", value, 0));
    }
    held.put(ResourceNames.MEMORY, app.number("memorySeconds", 0));
    held.put(ResourceNames.VCORES, app.number("vcoreSeconds", 0));
    return held;
  }

  private static List<TaskGroup> groups(
      Where where, Map<String, Long> held, long millis, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    Map<String, Long> mean = new LinkedHashMap<>();
    held.forEach((name, seconds) -> mean.put(name, Math.round((double) seconds * MILLIS / millis)));
    double size = (double) options.number("task-memory-mb");
    long memory = mean.getOrDefault(ResourceNames.MEMORY, 0L);
    int tasks = (int) Math.max(1, Math.min(1_000_000, Math.round(memory / size)));
    mean.merge(ResourceNames.VCORES, (long) tasks, Math::max);
    mean.merge(ResourceNames.MEMORY, (long) tasks, Math::max);
    List<TaskGroup> groups = new ArrayList<>();
    int from = 0;
    while (from < tasks) {
      long[] demand = demand(where, mean, from, tasks, cluster);
      int to = from + 1;
      while (to < tasks && Arrays.equals(demand, demand(where, mean, to, tasks, cluster))) {
        to++;
      }
      groups.add(new TaskGroup(to - from, demand, millis, ""));
      from = to;
    }
    return groups;
  }

  /** Returns the part of a task: the first ones have one more where amounts do not divide. */
  private static long[] demand(
      Where where, Map<String, Long> mean, int task, int tasks, ClusterNodes cluster)
      throws InputException {
    Map<String, Long> part = new LinkedHashMap<>();
    mean.forEach(
        (name, amount) -> part.put(name, amount / tasks + (task < amount % tasks ? 1 : 0)));
    return cluster.resources().demand(where, part);
  }
}
