// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.nodes.NodeIndex;
import java.util.function.LongSupplier;

/**
 * A pass over all nodes at each event: the policy says which application is served, a score on
 * which node. The mix of pending and running pods is taken in at most once a second, as in the
 * schedulers.
 */
final class Passes implements NodeServing {
  private static final long MIX_MILLIS = 1_000;

  private final TraceCluster cluster;
  private final NodeRule.Setting rule;
  private final NodeIndex index;
  private final Offer offer;
  private final long[] nothing;
  private final long[] capacity;
  private long lastMix = -MIX_MILLIS;

  Passes(TraceCluster cluster, NodeRule.Setting rule) {
    this.cluster = cluster;
    this.rule = rule;
    ShareTree tree = cluster.tree();
    nothing = new long[tree.resourceCount()];
    capacity = new long[nothing.length];
    for (int j = 0; j < capacity.length; j++) {
      capacity[j] = tree.capacity(j);
    }
    index = new NodeIndex(nothing.length, rule.choice().newScore(nothing.length));
    offer = new Offer(nothing.length);
    for (int node = 0; node < cluster.nodes(); node++) {
      freed(node);
    }
    if (rule.knowsTrace()) {
      index.update(capacity, cluster.mix());
    }
  }

  @Override
  public void freed(int node) {
    index.put(node, cluster.total(node), cluster.free(node));
  }

  @Override
  public void serve(long now, Starts starts, LongSupplier nextEvent) {
    if (!rule.knowsTrace() && now - lastMix >= MIX_MILLIS) {
      index.update(capacity, cluster.workload());
      lastMix = now;
    }
    index.beginPass();
    offer.open(index, nothing);
    for (int leaf = cluster.next(offer); leaf != ShareTree.NONE; leaf = cluster.next(offer)) {
      int node = index.choose(cluster.demand(leaf));
      starts.started(cluster.start(leaf, node), now);
      freed(node);
    }
  }
}
