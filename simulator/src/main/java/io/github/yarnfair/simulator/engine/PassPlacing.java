// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.nodes.FirstFit;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.nodes.NodeScore;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.simulator.engine.PolicyCluster.Entry;
import io.github.yarnfair.simulator.engine.RankedContender.NodeRanking;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A pass over all nodes at each event: the rule says which job is served, a score on which node.
 * The mix of waiting and running tasks is taken in at most once a second, as in the schedulers.
 */
final class PassPlacing implements Placing {
  private static final long MIX_MILLIS = 1_000;

  private final PolicyCluster cluster;
  private final NodeIndex index;
  private final Offer offer;
  private final long[] nothing;
  private final long[] capacity;
  private final boolean needsMix;
  private final ToIntFunction<long[]> choose;
  private long lastMix = -MIX_MILLIS;

  /**
   * Creates a choice by score; all nodes are free.
   *
   * @param mix of tasks, for scores that depend on it; null for the tasks that wait and run
   */
  PassPlacing(PolicyCluster cluster, NodeChoice choice, @Nullable Demand mix) {
    this.cluster = cluster;
    needsMix = choice == NodeChoice.FRAGMENTATION && mix == null;
    nothing = new long[cluster.length()];
    capacity = cluster.capacity();
    index = indexOf(choice.newScore(nothing.length));
    index.update(capacity, mix == null ? Demand.NOTHING : mix);
    offer = new Offer(nothing.length);
    choose = index::choose;
  }

  /** Creates a choice by a ranking, which is asked for all nodes at each task; all are free. */
  PassPlacing(PolicyCluster cluster, NodeRanking ranking) {
    this.cluster = cluster;
    needsMix = false;
    nothing = new long[cluster.length()];
    capacity = cluster.capacity();
    index = indexOf(new FirstFit());
    offer = new Offer(nothing.length);
    choose = task -> best(cluster, ranking, task);
  }

  private NodeIndex indexOf(NodeScore score) {
    NodeIndex all = new NodeIndex(nothing.length, score);
    for (int node = 0; node < cluster.nodes(); node++) {
      all.put(node, cluster.total(node), cluster.free(node));
    }
    return all;
  }

  /** Returns the node with the least score, of equals the first; the rule knows that one fits. */
  private static int best(PolicyCluster cluster, NodeRanking ranking, long[] task) {
    int best = NodeIndex.NONE;
    double least = 0;
    for (int node = 0; node < cluster.nodes(); node++) {
      if (Demand.fits(task, cluster.free(node), 0)) {
        double score = ranking.score(node, task);
        if (best == NodeIndex.NONE || score < least) {
          best = node;
          least = score;
        }
      }
    }
    return best;
  }

  private void index(int node) {
    index.put(node, cluster.total(node), cluster.free(node));
  }

  @Override
  public void submitted(LiveJob job, long now) {
    cluster.at(now);
    cluster.submit(job);
  }

  @Override
  public void ended(LiveJob job, int group, int task, int node, long now) {
    cluster.at(now);
    cluster.end(job, group, node);
    index(node);
  }

  @Override
  public void serve(long now, EventLoop loop) {
    cluster.at(now);
    if (needsMix && now - lastMix >= MIX_MILLIS) {
      index.update(capacity, cluster.workload());
      lastMix = now;
    }
    index.beginPass();
    offer.open(index, nothing);
    for (Entry entry = cluster.next(offer); entry != null; entry = cluster.next(offer)) {
      int group = cluster.group(entry, offer);
      int node = choose.applyAsInt(entry.demands()[group]);
      loop.start(now, entry.job(), group, node);
      cluster.start(entry, group, node);
      index(node);
    }
  }
}
