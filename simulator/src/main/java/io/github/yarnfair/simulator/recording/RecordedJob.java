// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.recording;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An application of a recording, and the containers that it had. */
final class RecordedJob {
  private final String id;
  private final String user;
  private final long submitted;
  private String queue;
  private final Map<ContainerKey, RecordedContainer> containers = new LinkedHashMap<>();

  /** A container's number in an attempt. */
  private record ContainerKey(int attempt, long id) {}

  /** What equal tasks have in common; arrays are compared by content. */
  private record TaskKey(List<Long> demand, long duration, String machineClass) {}

  RecordedJob(long cluster, int id, String user, String queue, long submitted) {
    this.id = String.format(Locale.ROOT, "application_%d_%04d", cluster, id);
    this.user = user;
    this.queue = queue;
    this.submitted = submitted;
  }

  String id() {
    return id;
  }

  String user() {
    return user;
  }

  String queue() {
    return queue;
  }

  void setQueue(String path) {
    queue = path;
  }

  long submitted() {
    return submitted;
  }

  @Nullable RecordedContainer container(int attempt, long number) {
    return containers.get(new ContainerKey(attempt, number));
  }

  void add(int attempt, long number, RecordedContainer container) {
    containers.put(new ContainerKey(attempt, number), container);
  }

  Iterable<RecordedContainer> containers() {
    return containers.values();
  }

  /**
   * Returns its containers as tasks, equal ones together.
   *
   * @param recordingEnd when those ended that still ran, in milliseconds
   * @param areConfined whether a task can run in the machine class of its node only
   */
  List<TaskGroup> groups(long recordingEnd, boolean areConfined) {
    Map<TaskKey, Integer> counts = new LinkedHashMap<>();
    for (RecordedContainer container : containers.values()) {
      TaskKey key =
          new TaskKey(
              Arrays.stream(container.demand()).boxed().toList(),
              container.duration(recordingEnd),
              areConfined ? container.node().machineClass() : "");
      counts.merge(key, 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(entry -> group(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static TaskGroup group(TaskKey key, int count) {
    long[] demand = key.demand().stream().mapToLong(Long::longValue).toArray();
    return new TaskGroup(count, demand, key.duration(), key.machineClass());
  }
}
