// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static io.github.yarnfair.benchmarks.rm.ClusterWorkload.isLeafQueue;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The leaf queues' dominant shares as multiples of the ideal ones (static H-DRF), averaged over
 * observations.
 */
public final class LeafShares {
  private final long[] capacity;
  private final Map<String, Double> ideal = new LinkedHashMap<>();
  private final Map<String, Double> sums = new LinkedHashMap<>();
  private int observations;

  public LeafShares(ClusterWorkload workload) {
    capacity = workload.capacity();
    NamedTree tree = NamedTree.of(workload.root(), capacity).submitAll();
    collect(workload.root(), "root", tree, IdealShare.of(tree.tree()));
  }

  private void collect(TreeSpec queue, String path, NamedTree tree, IdealShare shares) {
    if (isLeafQueue(queue)) {
      ideal.put(path, shares.dominantShare(tree.node(queue.name())));
      return;
    }
    for (TreeSpec child : queue.children()) {
      collect(child, path + "." + child.name(), tree, shares);
    }
  }

  /** Records the leaf queues' current usage. */
  public void observe(Map<String, long[]> usage) {
    observations++;
    usage.forEach(
        (path, held) -> {
          double share = 0.0;
          for (int j = 0; j < held.length; j++) {
            share = Math.max(share, (double) held[j] / capacity[j]);
          }
          sums.merge(path, share, Double::sum);
        });
  }

  /** Returns each leaf queue's mean dominant share in parts of its ideal one. */
  public double[] parts() {
    return ideal.entrySet().stream()
        .mapToDouble(
            entry ->
                Objects.requireNonNull(sums.get(entry.getKey())) / observations / entry.getValue())
        .toArray();
  }
}
