// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fills the cluster by static H-DRF, from event to event: between two of them all usage grows
 * linearly. Computes one {@link IdealShare}.
 */
final class IdealShareFilling {
  private final ShareTree tree;
  private final ShareSpace space;

  /** The number of entries of a share. */
  private final int shares;

  private final List<IdealShareLeaf> leaves = new ArrayList<>();
  private final IdealShareDemand demand;
  private final boolean[] known;
  private final double[] unlimited;

  /** The scale of all nodes that have one weight for all entries. */
  private final double[] even;

  private long events;

  IdealShareFilling(ShareTree tree) {
    this.tree = tree;
    space = tree.space();
    shares = space.shares();
    unlimited = new double[shares];
    Arrays.fill(unlimited, Double.POSITIVE_INFINITY);
    even = new double[shares];
    Arrays.fill(even, 1.0);
    demand = new IdealShareDemand(tree);
    known = new boolean[tree.handleBound()];
  }

  IdealShare fill() {
    long[] capacity = new long[space.pairs()];
    Arrays.setAll(capacity, tree::capacity);
    IdealShareQueue root = queue(ShareTree.ROOT, 0, capacity);
    root.start();
    while (root.isGrowing()) {
      if (events++ == eventBound()) {
        throw new IllegalStateException(
            "static H-DRF did not end in %d events on %d nodes".formatted(events, tree.size()));
      }
      root.advance(root.untilEvent());
      root.settle();
    }
    long[] totals = new long[shares];
    Arrays.setAll(totals, tree::shareCapacity);
    return new IdealShare(totals, known, fractions());
  }

  /** Returns the number of events of the filling. */
  long events() {
    return events;
  }

  /**
   * Returns a number of events that no filling comes near: each node runs out of each entry once at
   * most, a leaf plans its growth that often, a plan has a phase for each entry, and after each of
   * these the dominant entry of a queue can change. It turns a numerical fault into an error
   * instead of an endless loop.
   */
  long eventBound() {
    return 16L * (shares + 1) * (shares + 1) * tree.size();
  }

  private IdealShareQueue queue(int node, int position, long[] ceilingAbove) {
    known[node] = true;
    long[] ceiling = ceiling(node, ceilingAbove);
    List<IdealShareQueue> queues = new ArrayList<>();
    List<IdealShareLeaf> ownLeaves = new ArrayList<>();
    int next = 0;
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      if (tree.isLeaf(c)) {
        known[c] = true;
        ownLeaves.add(demand.leaf(c, next++, scale(c), limit(c), ceiling(c, ceiling)));
      } else {
        queues.add(queue(c, next++, ceiling));
      }
    }
    leaves.addAll(ownLeaves);
    boolean inOrder = tree.servesInOrder(node);
    if (inOrder) {
      ownLeaves.sort((one, other) -> tree.isBefore(one.node(), other.node()) ? -1 : 1);
    }
    IdealShareLeaves growing = new IdealShareLeaves(shares, ownLeaves, inOrder);
    return new IdealShareQueue(
        position, tree.weight(node), scale(node), limit(node), queues, growing);
  }

  /** Returns by what each entry of a node's share counts, its first weight being its weight. */
  private double[] scale(int node) {
    double weight = tree.weight(node);
    for (int s = 0; s < shares; s++) {
      if (tree.weight(node, s) != weight) {
        double[] scale = new double[shares];
        Arrays.setAll(scale, entry -> weight / tree.weight(node, entry));
        return scale;
      }
    }
    return even;
  }

  /** One task may be larger than a limit that the last task may pass. */
  private long[] ceiling(int node, long[] above) {
    if (!tree.isLimited(node) || tree.isPassable(node)) {
      return above;
    }
    long[] ceiling = new long[space.pairs()];
    Arrays.setAll(ceiling, j -> Math.min(above[j], tree.limit(node, j)));
    return ceiling;
  }

  /** Returns a node's limit as fractions; the root's is at most the cluster. */
  private double[] limit(int node) {
    if (!tree.isLimited(node) && node != ShareTree.ROOT) {
      return unlimited;
    }
    double[] limit = new double[shares];
    for (int s = 0; s < shares; s++) {
      limit[s] = shares == space.pairs() ? limit(node, s) : sumOfLimits(node, s);
      if (node == ShareTree.ROOT) {
        limit[s] = Math.min(limit[s], 1.0);
      }
    }
    return limit;
  }

  private double limit(int node, int pair) {
    boolean limited = tree.limit(node, pair) != ShareTree.UNLIMITED && tree.capacity(pair) > 0;
    return limited
        ? (double) tree.limit(node, pair) / tree.capacity(pair)
        : Double.POSITIVE_INFINITY;
  }

  /** Returns what the limits of a resource in all classes, each within its capacity, add up to. */
  private double sumOfLimits(int node, int share) {
    boolean limited = false;
    long sum = 0;
    for (int pair = share; pair < space.pairs(); pair += shares) {
      limited |= tree.limit(node, pair) != ShareTree.UNLIMITED;
      sum += Math.min(tree.limit(node, pair), tree.capacity(pair));
    }
    return limited && tree.shareCapacity(share) > 0
        ? (double) sum / tree.shareCapacity(share)
        : Double.POSITIVE_INFINITY;
  }

  private double[] fractions() {
    double[] fractions = new double[known.length * shares];
    for (IdealShareLeaf leaf : leaves) {
      for (int s = 0; s < shares; s++) {
        double held = leaf.usage(s);
        for (int n = leaf.node(); n != ShareTree.NONE; n = tree.parent(n)) {
          fractions[n * shares + s] += held;
        }
      }
    }
    return fractions;
  }
}
