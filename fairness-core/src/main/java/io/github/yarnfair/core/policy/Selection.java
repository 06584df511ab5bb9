// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * Selects the leaf that is served next.
 *
 * <p>The caller keeps the share tree up to date (charges, releases, pending tasks). For each node
 * of the cluster it opens an offer and asks repeatedly until no leaf can use what is left. A leaf
 * that fits by size but refuses is {@linkplain Offer#skip skipped}, and the caller asks again.
 */
public interface Selection {
  /**
   * Returns the leaf to which the next task from this offer is to go.
   *
   * @return a leaf with a pending task that fits the offer within the limits of every queue above
   *     it, or {@link ShareTree#NONE} if there is none
   */
  int next(Offer offer);

  /**
   * Returns whether it may be for a task of this demand vector that the last {@link #next} returned
   * its leaf, and neither the tree nor the offer has changed since. A rule that rates queues by the
   * kinds of their leaves' tasks chooses a leaf for what it is poor in; served with a task of
   * another kind, it would get what it is rich in. Rules that rate leaves by all they hold choose
   * them for any task.
   *
   * @param task one that the leaf has pending and that fits the offer
   */
  default boolean isChosenFor(long[] task) {
    return true;
  }
}
