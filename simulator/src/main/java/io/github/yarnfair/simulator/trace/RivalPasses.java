// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.nodes.FirstFit;
import io.github.yarnfair.core.nodes.NodeIndex;
import java.util.function.LongSupplier;

/**
 * A pass over all nodes at each event, as {@link Passes}, by a rule that knows more of a node than
 * what is free on it: all nodes are looked at for each pod.
 */
final class RivalPasses implements NodeServing {
  private final TraceCluster cluster;
  private final FgdRival rival;
  private final NodeIndex index;
  private final Offer offer;
  private final long[] nothing;

  RivalPasses(TraceCluster cluster, FgdRival rival) {
    this.cluster = cluster;
    this.rival = rival;
    nothing = new long[cluster.tree().resourceCount()];
    index = new NodeIndex(nothing.length, new FirstFit());
    offer = new Offer(nothing.length);
    for (int node = 0; node < cluster.nodes(); node++) {
      freed(node);
    }
  }

  @Override
  public void freed(int node) {
    index.put(node, cluster.total(node), cluster.free(node));
  }

  @Override
  public void serve(long now, Starts starts, LongSupplier nextEvent) {
    index.beginPass();
    offer.open(index, nothing);
    for (int leaf = cluster.next(offer); leaf != ShareTree.NONE; leaf = cluster.next(offer)) {
      int node = best(cluster.demand(leaf));
      starts.started(cluster.start(leaf, node), now);
      freed(node);
    }
  }

  /** Returns the node with the least score, of equals the first; the policy knows that one fits. */
  private int best(long[] task) {
    int best = NodeIndex.NONE;
    double least = 0.0;
    for (int node = 0; node < cluster.nodes(); node++) {
      if (Demand.fits(task, cluster.free(node), 0)) {
        double score = rival.score(cluster, node, task);
        if (best == NodeIndex.NONE || score < least) {
          best = node;
          least = score;
        }
      }
    }
    return best;
  }
}
