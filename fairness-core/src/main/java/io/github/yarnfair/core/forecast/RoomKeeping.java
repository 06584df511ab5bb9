// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that keep room for the task whose turn it is: the selection gets an offer of a node's total
 * of every resource that is not exhausted on it; if the task that it names does not fit what is
 * free, the node is kept for it, and others get what that task does not need (decisions 21 and 22).
 * That a node serves all after a time is left out.
 */
final class RoomKeeping {
  /** After as many tasks that may keep no node a visit goes on without turns. */
  private static final int MOST_REFUSALS = 10;

  private final ShareTree tree;
  private final Selection selection;
  private final Bounds bounds;
  private final Offer offer;
  private final long[] within;
  private final Map<Integer, Integer> ofLeaf = new HashMap<>();
  private final Map<Integer, Integer> ofQueue = new HashMap<>();
  private int keptInAll;

  /**
   * How many nodes may be kept at a time.
   *
   * @param perLeaf for one leaf; 0 if no room is kept
   * @param perQueue for the leaves of one queue
   * @param inAll for all
   */
  public record Bounds(int perLeaf, int perQueue, int inAll) {
    /** No node keeps room. */
    static final Bounds NONE = new Bounds(0, 0, 0);
  }

  /** A node. */
  interface Place {
    /** Returns what is free, as the tree has offers; it is reduced by what starts. */
    long[] free();

    /** Returns all that it has, likewise. */
    long[] total();

    /** Returns how much of a pair a leaf holds on it. */
    long heldBy(int leaf, int pair);

    /** Starts a task, with what it is charged. */
    void start(int leaf, long[] amounts);

    /** Returns what it is kept for; null for nothing. */
    @Nullable Kept kept();

    /** Keeps it for a task, or for nothing. */
    void keep(@Nullable Kept kept);
  }

  /**
   * For what a node is kept.
   *
   * @param task as it would be charged
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Kept(int leaf, long[] task) {}

  /**
   * @param selection over the tree
   */
  RoomKeeping(ShareTree tree, Selection selection, Bounds bounds) {
    this.tree = tree;
    this.selection = selection;
    this.bounds = bounds;
    offer = new Offer(tree.space());
    within = new long[tree.space().length()];
  }

  /** Serves the leaves whose turn it is until one has to wait for more room, or all are served. */
  void serveTurns(Place node) {
    Kept standing = node.kept();
    if (standing != null && isExhausted(node, standing.task)) {
      drop(node, standing);
    }
    if (bounds.perLeaf == 0) {
      return;
    }
    offer.open(turns(node));
    int refused = 0;
    while (refused < MOST_REFUSALS) {
      int leaf = selection.next(offer);
      if (leaf == ShareTree.NONE) {
        return;
      }
      long[] task = fitting(leaf);
      if (task == null) {
        offer.skip(leaf);
      } else if (Amounts.fits(task, node.free())) {
        start(node, leaf, tree.space().charged(task), task);
        offer.change(turns(node));
      } else if (keep(node, leaf, tree.space().charged(task))) {
        return;
      } else {
        offer.skip(leaf);
        refused++;
      }
    }
  }

  private void start(Place node, int leaf, long[] amounts, long[] task) {
    Kept standing = node.kept();
    if (standing != null && standing.leaf == leaf) {
      drop(node, standing);
    }
    tree.charge(leaf, amounts);
    tree.setDemand(leaf, tree.demand(leaf).started(tree.space(), task));
    for (int j = 0; j < tree.space().pairs(); j++) {
      node.free()[j] -= amounts[j];
    }
    node.start(leaf, amounts);
  }

  private long[] turns(Place node) {
    long[] offered = node.free().clone();
    for (int j = 0; j < tree.space().pairs(); j++) {
      offered[j] = offered[j] > 0 ? node.total()[j] : 0;
    }
    return offered;
  }

  /** Returns what others may use while the node is kept. */
  long[] beside(Place node) {
    long[] left = node.free().clone();
    Kept standing = node.kept();
    for (int j = 0; standing != null && j < tree.space().pairs(); j++) {
      left[j] = Math.max(0, left[j] - standing.task[j]);
    }
    return left;
  }

  private boolean isExhausted(Place node, long[] task) {
    for (int j = 0; j < tree.space().pairs(); j++) {
      if (task[j] > 0 && node.free()[j] <= 0) {
        return true;
      }
    }
    return false;
  }

  private long @Nullable [] fitting(int leaf) {
    tree.room(leaf, offer, within);
    Demand demand = tree.demand(leaf);
    for (int i = 0; i < demand.size(); i++) {
      if (Amounts.fits(demand.vector(i), within)) {
        return demand.vector(i);
      }
    }
    return null;
  }

  private boolean keep(Place node, int leaf, long[] task) {
    Kept standing = node.kept();
    if (standing != null && standing.leaf == leaf) {
      node.keep(new Kept(leaf, task));
      return true;
    }
    int kept = ofLeaf.getOrDefault(leaf, 0);
    if (kept >= Math.min(bounds.perLeaf, pending(leaf))
        || ofQueue.getOrDefault(queue(leaf), 0) >= bounds.perQueue
        || (standing == null && keptInAll >= bounds.inAll)
        || !fitsBesideItsOwn(node, leaf, task)) {
      return false;
    }
    if (standing != null) {
      drop(node, standing);
    }
    node.keep(new Kept(leaf, task));
    keptInAll++;
    ofLeaf.merge(leaf, 1, Integer::sum);
    ofQueue.merge(queue(leaf), 1, Integer::sum);
    return true;
  }

  private long pending(int leaf) {
    Demand demand = tree.demand(leaf);
    long tasks = 0;
    for (int i = 0; i < demand.size(); i++) {
      tasks = Math.max(tasks, demand.tasks(i));
    }
    return tasks;
  }

  private boolean fitsBesideItsOwn(Place node, int leaf, long[] task) {
    for (int j = 0; j < tree.space().pairs(); j++) {
      if (task[j] > 0 && node.total()[j] - node.heldBy(leaf, j) < task[j]) {
        return false;
      }
    }
    return true;
  }

  private void drop(Place node, Kept standing) {
    node.keep(null);
    keptInAll--;
    ofLeaf.merge(standing.leaf, -1, Integer::sum);
    ofQueue.merge(queue(standing.leaf), -1, Integer::sum);
  }

  /** Users of a queue are no queues. */
  private int queue(int leaf) {
    int above = tree.parent(leaf);
    return tree.isPassable(above) ? tree.parent(above) : above;
  }
}
