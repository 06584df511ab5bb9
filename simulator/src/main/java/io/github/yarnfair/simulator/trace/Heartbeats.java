// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.ShareTree;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Each node reports once a second, evenly spread and in a random order that stays; the policy says
 * which applications get what fits the node that reports. Without an event between them, the second
 * reports of all nodes would find nothing to do and are left out.
 */
final class Heartbeats implements NodeServing {
  private static final long INTERVAL_MILLIS = 1_000;

  private final TraceCluster cluster;
  private final List<Integer> order;
  private final Offer offer;

  /** The number of the next report since time 0. */
  private long next;

  Heartbeats(TraceCluster cluster, Random random) {
    this.cluster = cluster;
    order = IntStream.range(0, cluster.nodes()).boxed().collect(Collectors.toList());
    Collections.shuffle(order, random);
    offer = new Offer(cluster.tree().resourceCount());
  }

  @Override
  public void freed(int node) {}

  @Override
  public void serve(long now, Starts starts, LongSupplier nextEvent) {
    int nodes = order.size();
    next = Math.max(next, (now * nodes + INTERVAL_MILLIS - 1) / INTERVAL_MILLIS);
    for (int reports = 0; reports < nodes; reports++) {
      long time = next * INTERVAL_MILLIS / nodes;
      if (time > nextEvent.getAsLong()) {
        return;
      }
      visit(order.get((int) (next % nodes)), time, starts);
      next++;
    }
  }

  private void visit(int node, long time, Starts starts) {
    offer.open(cluster.free(node));
    for (int leaf = cluster.next(offer); leaf != ShareTree.NONE; leaf = cluster.next(offer)) {
      offer.take(cluster.demand(leaf));
      starts.started(cluster.start(leaf, node), time);
    }
  }
}
