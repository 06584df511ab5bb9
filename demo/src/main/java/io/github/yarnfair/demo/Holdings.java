// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import java.util.Map;
import java.util.Optional;

/**
 * What each queue and application holds at one moment.
 *
 * @param capacity units of every resource in the cluster
 * @param held units of every resource, by full path of the leaf queue
 * @param tasks running tasks, by full path of the leaf queue
 */
record Holdings(
    Map<String, Long> capacity, Map<String, Map<String, Long>> held, Map<String, Integer> tasks) {

  /** Units of {@code resource} that {@code queue} and all queues below it hold. */
  long held(String queue, String resource) {
    return held.entrySet().stream()
        .filter(leaf -> isAtOrBelow(leaf.getKey(), queue))
        .mapToLong(leaf -> leaf.getValue().getOrDefault(resource, 0L))
        .sum();
  }

  /** Running tasks of {@code queue} and all queues below it. */
  int tasks(String queue) {
    return tasks.entrySet().stream()
        .filter(leaf -> isAtOrBelow(leaf.getKey(), queue))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** Fraction of the cluster's {@code resource} that {@code queue} holds. */
  double share(String queue, String resource) {
    long all = capacity.getOrDefault(resource, 0L);
    return all == 0 ? 0 : (double) held(queue, resource) / all;
  }

  /** The greatest of the queue's shares over all resources. */
  double dominantShare(String queue) {
    return capacity.keySet().stream()
        .mapToDouble(resource -> share(queue, resource))
        .max()
        .orElse(0);
  }

  /** The resource of which {@code queue} holds the greatest share, if it holds anything. */
  Optional<String> dominantResource(String queue) {
    double dominant = dominantShare(queue);
    return capacity.keySet().stream()
        .filter(resource -> dominant > 0 && share(queue, resource) == dominant)
        .findFirst();
  }

  private static boolean isAtOrBelow(String path, String queue) {
    return path.equals(queue) || path.startsWith(queue + ".");
  }
}
