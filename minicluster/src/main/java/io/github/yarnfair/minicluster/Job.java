// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An application that runs tasks of one demand vector, or of several: then as many of each.
 *
 * @param queue full path of its leaf queue
 * @param parts what one task of each needs; at least one
 * @param shortest least duration of a task; durations are uniform between the two
 * @param longest greatest duration of a task
 * @param tasks how many of each part, or {@link #ENDLESS}
 * @param seed of the durations
 */
public record Job(
    String queue, List<JobPart> parts, Duration shortest, Duration longest, long tasks, long seed) {
  /** As many tasks as there is time for. */
  public static final long ENDLESS = Long.MAX_VALUE;

  public Job {
    parts = List.copyOf(parts);
  }

  /** An application of equal tasks for nodes without a label. */
  public Job(
      String queue, TaskDemand demand, Duration shortest, Duration longest, long tasks, long seed) {
    this(queue, List.of(new JobPart(demand)), shortest, longest, tasks, seed);
  }

  /** The same with other durations of tasks. */
  public Job withSeed(long newSeed) {
    return new Job(queue, parts, shortest, longest, tasks, newSeed);
  }

  /** What one task of the first part needs. */
  public TaskDemand demand() {
    return parts.get(0).demand();
  }

  /** The application's name: that of its leaf queue. */
  public String name() {
    return queue.substring(queue.lastIndexOf('.') + 1);
  }

  /** The part of the cluster's {@code resource} that one task needs, from 0 to 1. */
  public double taskShare(Map<String, Long> capacity, String resource) {
    return (double) demand().of(resource) / capacity.getOrDefault(resource, 1L);
  }

  /** The greatest of a task's shares over all resources: its dominant share. */
  public double taskShare(Map<String, Long> capacity) {
    return capacity.keySet().stream()
        .mapToDouble(resource -> taskShare(capacity, resource))
        .max()
        .orElse(0);
  }
}
