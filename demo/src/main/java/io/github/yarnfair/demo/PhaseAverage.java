// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.host.QueueShape;
import java.util.HashMap;
import java.util.Map;

/** Means over samples taken at equal distances in time. */
final class PhaseAverage {
  private final Map<String, Double> shareSums = new HashMap<>();
  private final Map<String, Double> useSums = new HashMap<>();
  private int samples;

  /** Adds the present usage of the leaf queues of {@code root}. */
  void add(Holdings holdings, QueueShape root) {
    samples++;
    for (String queue : root.leafPaths(root.name())) {
      shareSums.merge(queue, holdings.dominantShare(queue), Double::sum);
    }
    for (String resource : holdings.capacity().keySet()) {
      useSums.merge(resource, holdings.share(root.name(), resource), Double::sum);
    }
  }

  /** How many samples were taken. */
  int samples() {
    return samples;
  }

  /** The mean dominant share of {@code queue}; 0 without samples. */
  double share(String queue) {
    return samples == 0 ? 0 : shareSums.getOrDefault(queue, 0.0) / samples;
  }

  /** The mean fraction of the cluster's {@code resource} that was in use; 0 without samples. */
  double inUse(String resource) {
    return samples == 0 ? 0 : useSums.getOrDefault(resource, 0.0) / samples;
  }
}
