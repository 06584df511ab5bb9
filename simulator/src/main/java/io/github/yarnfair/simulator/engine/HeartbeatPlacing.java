// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.nodes.FirstFit;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.simulator.engine.PolicyCluster.Entry;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The node that reports is the node: the rule says which jobs get what is free on it. Usually looks
 * only at reports that can start a task: those of nodes where something has become free, or where a
 * task of a job that has come fits.
 */
final class HeartbeatPlacing implements Placing {
  private final PolicyCluster cluster;
  private final HeartbeatOrder order;
  private final Reports reports;
  private final Offer offer;

  /**
   * All nodes, where room on one may become usable by what happens elsewhere: by a release below a
   * limit, for example. Null where that cannot be.
   */
  private final @Nullable NodeIndex all;

  private final long[] nothing;

  /** Which reports the rule is asked about. */
  enum Reports {
    /**
     * Those that can start a task, if room on a node becomes usable only by what happens on that
     * node, or by a job that comes.
     */
    USABLE_LOCALLY,
    /** Those that can start a task. */
    USABLE,
    /**
     * One of each node after each event. Which of equal queues is served may depend on when a rule
     * is asked, even where no task fits.
     */
    ALL
  }

  /** Creates the choice; no node is marked. */
  HeartbeatPlacing(PolicyCluster cluster, Reports reports, Random random) {
    this.cluster = cluster;
    this.reports = reports;
    order = new HeartbeatOrder(cluster.nodes(), random);
    offer = new Offer(cluster.length());
    nothing = new long[cluster.length()];
    all = reports != Reports.USABLE ? null : new NodeIndex(nothing.length, new FirstFit());
    for (int node = 0; node < cluster.nodes(); node++) {
      index(node);
    }
  }

  private void index(int node) {
    if (all != null) {
      all.put(node, cluster.total(node), cluster.free(node));
    }
  }

  @Override
  public void submitted(LiveJob job, long now) {
    cluster.at(now);
    for (long[] demand : cluster.submit(job).demands()) {
      markWhereFits(demand);
    }
  }

  private void markWhereFits(long[] demand) {
    for (int node = 0; node < cluster.nodes(); node++) {
      if (Demand.fits(demand, cluster.free(node), 0)) {
        order.mark(node);
      }
    }
  }

  @Override
  public void ended(LiveJob job, int group, int task, int node, long now) {
    cluster.at(now);
    cluster.end(job, group, node);
    index(node);
    order.mark(node);
  }

  @Override
  public void serve(long now, EventLoop loop) {
    order.skipTo(now);
    for (int node = 0; reports == Reports.ALL && node < cluster.nodes(); node++) {
      order.mark(node);
    }
    boolean hasStarted = true;
    while (drain(loop) && hasStarted && markUsable()) {
      long before = loop.starts();
      if (!drain(loop)) {
        return;
      }
      hasStarted = loop.starts() > before;
    }
  }

  /** Visits marked nodes; returns false if another event is due before the last of them. */
  private boolean drain(EventLoop loop) {
    for (long time = order.nextTime(); time < Long.MAX_VALUE; time = order.nextTime()) {
      if (time > loop.nextEvent()) {
        return false;
      }
      visit(order.take(), time, loop);
    }
    return true;
  }

  private void visit(int node, long time, EventLoop loop) {
    cluster.at(time);
    offer.open(cluster.free(node));
    for (Entry entry = cluster.next(offer); entry != null; entry = cluster.next(offer)) {
      int group = cluster.group(entry, offer);
      offer.take(entry.demands()[group]);
      loop.start(time, entry.job(), group, node);
      cluster.start(entry, group, node);
      index(node);
    }
  }

  /** Marks nodes that the job which is served next can use; returns false if none can. */
  private boolean markUsable() {
    if (all == null) {
      return false;
    }
    all.beginPass();
    offer.open(all, nothing);
    Entry entry = cluster.next(offer);
    if (entry == null) {
      return false;
    }
    markWhereFits(entry.demands()[cluster.group(entry, offer)]);
    return true;
  }
}
