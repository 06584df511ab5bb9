// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.simulator.engine.PolicyCluster.Entry;

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
  private long lastMix = -MIX_MILLIS;

  /** Creates the choice; all nodes are free. */
  PassPlacing(PolicyCluster cluster, NodeChoice choice) {
    this.cluster = cluster;
    needsMix = choice == NodeChoice.FRAGMENTATION;
    nothing = new long[cluster.length()];
    capacity = cluster.capacity();
    index = new NodeIndex(nothing.length, choice.newScore(nothing.length));
    index.update(capacity, Demand.NOTHING);
    offer = new Offer(nothing.length);
    for (int node = 0; node < cluster.nodes(); node++) {
      index(node);
    }
  }

  private void index(int node) {
    index.put(node, cluster.total(node), cluster.free(node));
  }

  @Override
  public void submitted(LiveJob job, long now) {
    cluster.submit(job);
  }

  @Override
  public void ended(LiveJob job, int group, int task, int node, long now) {
    cluster.end(job, group, node);
    index(node);
  }

  @Override
  public void serve(long now, EventLoop loop) {
    if (needsMix && now - lastMix >= MIX_MILLIS) {
      index.update(capacity, cluster.workload());
      lastMix = now;
    }
    index.beginPass();
    offer.open(index, nothing);
    for (Entry entry = cluster.next(offer); entry != null; entry = cluster.next(offer)) {
      int group = cluster.group(entry, offer);
      int node = index.choose(entry.demands()[group]);
      loop.start(now, entry.job(), group, node);
      cluster.start(entry, group, node);
      index(node);
    }
  }
}
