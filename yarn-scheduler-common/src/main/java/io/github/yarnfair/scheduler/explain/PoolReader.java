// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.PoolRating;
import io.github.yarnfair.core.policy.Pools;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.explain.answer.AmountText;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pools by which a rule rates a leaf queue. A pass over the share tree knows those of one
 * queue at a time, so the queue is copied to a tree of its own.
 */
final class PoolReader {
  private final ShareTree tree;
  private final PoolRating rating;

  /**
   * By what a leaf queue counts.
   *
   * @param applications that hold or ask for something
   * @param pools of these: those of one pool need the same resources, with the same dominant one
   * @param level the lowest of the pools that can be served: what each of its applications would
   *     hold, by weight, if what the pool holds were divided fairly among them; null if the rule
   *     does not go by it, or none can be served
   */
  record Rating(int applications, int pools, @Nullable Double level) {
    @Override
    public String toString() {
      String all =
          AmountText.count(applications, "application")
              + " in "
              + AmountText.count(pools, "pool")
              + (level == null ? "" : pools == 1 ? ", at level " : ", the lowest at level ");
      return level == null ? all : all + AmountText.number(level);
    }
  }

  /**
   * @param rating what the rule makes of pools
   */
  PoolReader(ShareTree tree, PoolRating rating) {
    this.tree = tree;
    this.rating = rating;
  }

  /**
   * Returns by what a queue counts for an offer; null if the rule does not rate it by pools.
   *
   * @param offered amounts, of the tree's length
   */
  @Nullable Rating read(int queue, long[] offered) {
    if (rating == PoolRating.NONE || !isLeafQueue(queue) || tree.servesInOrder(queue)) {
      return null;
    }
    int applications = 0;
    ShareTree alone = tree.emptyLike(2 + size(queue));
    alone.copyRoot(tree);
    int copy = alone.addCopy(tree, queue, ROOT);
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      alone.addCopy(tree, c, copy);
      applications += tree.holdsNothing(c) && tree.demand(c).isEmpty() ? 0 : 1;
    }
    TreePassSelection pass = new TreePassSelection(alone, new NaivePolicy());
    Offer offer = new Offer(tree.space());
    offer.open(withinLimitsAbove(queue, offered));
    pass.next(offer);
    return rating(pass.shares().pools(), applications);
  }

  private Rating rating(Pools pools, int applications) {
    double level = Double.POSITIVE_INFINITY;
    int count = 0;
    for (int p = 0; p < pools.count(); p++) {
      boolean isServable = !pools.isBlocked(p);
      count += isServable || pools.held(p) > 0 ? 1 : 0;
      level = isServable ? Math.min(level, pools.level(p)) : level;
    }
    return new Rating(
        applications,
        count,
        rating == PoolRating.BY_LEVEL && level < Double.POSITIVE_INFINITY ? level : null);
  }

  private boolean isLeafQueue(int queue) {
    int child = tree.isLeaf(queue) ? queue : tree.firstChild(queue);
    while (child != NONE && child != queue && tree.isLeaf(child)) {
      child = tree.nextSibling(child);
    }
    return child == NONE;
  }

  private int size(int queue) {
    int size = 0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      size++;
    }
    return size;
  }

  /** The queues above are not copied, but what they leave counts. */
  private long[] withinLimitsAbove(int queue, long[] offered) {
    long[] within = offered.clone();
    for (int n = tree.parent(queue); n != NONE; n = tree.parent(n)) {
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        within[pair] = Math.min(within[pair], Math.max(0, tree.headroom(n, pair)));
      }
    }
    return within;
  }
}
