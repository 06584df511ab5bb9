// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/**
 * Every node's standing for one offer: the usage U attributed to it, with the entries of a share as
 * the tree's {@link ShareSpace} says, its key κ, and whether it is blocked. Filled bottom-up by a
 * {@link Selection}, read and written by the {@link FairnessPolicy} while it rates, readable
 * afterwards.
 */
public final class Shares {
  private final ShareTree tree;
  private final int length;
  private double[] attributed = new double[0];
  private double[] key = new double[0];
  private boolean[] blocked = new boolean[0];
  private final boolean[] saturated;

  /** By node and weight: the smallest pending task below whose dominant entry has that weight. */
  private double[] smallest = new double[0];

  private final int weights;
  private final TaskKinds taskKinds;
  private final Pools pools;
  private final KindShares kinds;

  /** Creates what will hold every node's standing in a tree. */
  public Shares(ShareTree tree) {
    this.tree = tree;
    length = tree.space().shares();
    saturated = new boolean[length];
    weights = tree.space().weights();
    taskKinds = new TaskKinds(tree);
    pools = new Pools(tree, taskKinds);
    kinds = new KindShares(tree, taskKinds);
  }

  /** Returns the number of entries of a share: m with one machine class. */
  public int length() {
    return length;
  }

  /** Returns the resource of an entry of a share. */
  public int resource(int share) {
    return tree.space().resourceOfShare(share);
  }

  /** Returns a node's parent, {@link ShareTree#NONE} for the root. */
  public int parent(int node) {
    return tree.parent(node);
  }

  /** Returns a node's first child or {@link ShareTree#NONE}. */
  public int firstChild(int queue) {
    return tree.firstChild(queue);
  }

  /** Returns the sibling after a node or {@link ShareTree#NONE}. */
  public int nextSibling(int node) {
    return tree.nextSibling(node);
  }

  /** Returns a node's weight w, in the first class if they differ. */
  public double weight(int node) {
    return tree.weight(node);
  }

  /** Returns the {@linkplain ShareTree#weight(int, int) weight} of an entry of a node's share. */
  public double weight(int node, int share) {
    return tree.weight(node, share);
  }

  /** Returns a rated node's key κ: lower is served first. */
  public double key(int node) {
    return key[node];
  }

  /** Returns whether nothing below (or at) a rated node can use the offer. */
  public boolean isBlocked(int node) {
    return blocked[node];
  }

  /** Returns whether the offer has nothing of an entry (it is not in the papers' set Y). */
  public boolean isSaturated(int share) {
    return saturated[share];
  }

  /** Returns an entry of the usage attributed to a node, a fraction. */
  public double attributed(int node, int share) {
    return attributed[node * length + share];
  }

  /** Attributes to a queue the sum of its children's usage. */
  public void attributeSum(int queue) {
    clear(queue);
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      attribute(queue, c, 1.0);
    }
  }

  /** Sets the usage attributed to a queue to zero. */
  public void clear(int queue) {
    Arrays.fill(attributed, queue * length, (queue + 1) * length, 0.0);
  }

  /** Adds to the usage attributed to a queue a child's, multiplied by a factor. */
  public void attribute(int queue, int child, double factor) {
    for (int s = 0; s < length; s++) {
      attributed[queue * length + s] += attributed[child * length + s] * factor;
    }
  }

  /** Attributes to a queue that serves in order what it counts for at a level. */
  void attribute(int queue, OrderedShare held, double level) {
    for (int s = 0; s < length; s++) {
      attributed[queue * length + s] = held.attributed(s, level);
    }
  }

  /** Returns the largest entry of the usage attributed to a node. */
  public double dominantShare(int node) {
    double largest = 0.0;
    for (int s = 0; s < length; s++) {
      largest = Math.max(largest, attributed[node * length + s]);
    }
    return largest;
  }

  /** Returns the largest entry of the usage attributed to a node by its weight in that class. */
  public double shareByWeight(int node) {
    return tree.shareByWeight(node, attributed, node * length);
  }

  /** Returns the least key among the children that are not blocked, +∞ if all are. */
  public double leastKey(int queue) {
    double least = Double.POSITIVE_INFINITY;
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      if (!blocked[c] && key[c] < least) {
        least = key[c];
      }
    }
    return least;
  }

  /** Returns whether a node is a leaf. */
  public boolean isLeaf(int node) {
    return tree.isLeaf(node);
  }

  /** Returns whether a queue has leaves alone, whose pools are those of {@link #pools}. */
  public boolean isLeafQueue(int queue) {
    int child = firstChild(queue);
    while (child != ShareTree.NONE && tree.isLeaf(child)) {
      child = nextSibling(child);
    }
    return child == ShareTree.NONE;
  }

  /** Returns the pools of the leaf queue that is being rated. */
  public Pools pools() {
    return pools;
  }

  /** Returns what each node holds and wants by kind of task, if the policy rates by kinds. */
  public KindShares kinds() {
    return kinds;
  }

  /** Returns the least key of a queue for a kind that can be served, and of its late children. */
  double leastOfKinds(int queue) {
    double least = kinds.leastKey(queue);
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      if (kinds.isLate(c) && !blocked[c]) {
        least = Math.min(least, key[c]);
      }
    }
    return least;
  }

  /** Returns the child to which a walk goes on that stays with the kinds it was rated by. */
  int nextOfKind(int queue) {
    int best = ShareTree.NONE;
    double leastKey = Double.POSITIVE_INFINITY;
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      double keyOnWalk = blocked[c] ? Double.POSITIVE_INFINITY : kinds.keyOnWalk(c, key[c]);
      if (keyOnWalk < leastKey) {
        best = c;
        leastKey = keyOnWalk;
      }
    }
    if (best != ShareTree.NONE && !tree.isLeaf(best)) {
      kinds.walkTo(best, leastKey);
    }
    return best;
  }

  /** Adds a fraction of a pool's usage to the usage attributed to a queue. */
  public void attributePool(int queue, int pool, double part) {
    for (int s = 0; s < length; s++) {
      attributed[queue * length + s] += pools.usedFraction(pool, s) * part;
    }
  }

  /**
   * Returns the level of one task at a node: the smallest one, by the node's weight, that is
   * pending below it within the limits between and its own; +∞ if there is none.
   */
  public double levelOfOneTask(int node) {
    double least = Double.POSITIVE_INFINITY;
    for (int w = 0; w < weights; w++) {
      double weight = tree.weight(node, w * tree.resourceCount());
      least = Math.min(least, smallest[node * weights + w] / weight);
    }
    return least;
  }

  /**
   * Notes a pending task, or tasks that start together, at a leaf and at each queue above it whose
   * limit has room for one.
   */
  void notePending(int leaf, Demand demand, int index) {
    double size = 0.0;
    int weight = 0;
    for (int s = 0; s < length; s++) {
      double fraction = tree.fraction(tree.space().shareAmount(demand, index, s), s);
      if (fraction > size) {
        size = fraction;
        weight = tree.space().weightOf(s);
      }
    }
    size *= demand.together();
    for (int n = leaf; n != ShareTree.NONE && tree.isWithinLimit(n, demand, index); n = parent(n)) {
      smallest[n * weights + weight] = Math.min(smallest[n * weights + weight], size);
    }
  }

  /** Returns the first child that is not blocked and has the least key, or NONE if all are. */
  int next(int queue) {
    int best = ShareTree.NONE;
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      if (!blocked[c] && (best == ShareTree.NONE || key[c] < key[best])) {
        best = c;
      }
    }
    return best;
  }

  void begin(Offer offer) {
    grow();
    for (int s = 0; s < length; s++) {
      saturated[s] = offer.isExhausted(s);
    }
    Arrays.fill(smallest, Double.POSITIVE_INFINITY);
    taskKinds.clear();
    kinds.begin();
  }

  /** Makes room for all nodes of the tree; may clear all values. */
  public void grow() {
    int bound = tree.handleBound();
    if (key.length < bound) {
      int nodes = Math.max(bound, key.length * 2);
      key = new double[nodes];
      blocked = new boolean[nodes];
      attributed = new double[nodes * length];
      smallest = new double[nodes * weights];
    }
  }

  /** Attributes to a node its own usage. */
  public void attributeHeld(int node) {
    for (int s = 0; s < length; s++) {
      attributed[node * length + s] = tree.usedFraction(node, s);
    }
  }

  void rate(int node, double nodeKey, boolean nodeBlocked) {
    key[node] = nodeKey;
    blocked[node] = nodeBlocked;
  }
}
