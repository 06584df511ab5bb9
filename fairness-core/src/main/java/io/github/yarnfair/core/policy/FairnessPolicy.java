// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * A notion of fairness: how to rate a node of the share tree, so that among siblings the one with
 * the least key that can use the offer is served first.
 *
 * <p>A policy is a formula. {@link Selection} walks the tree: it rates every node after its
 * children and asks the policy for one number at a time. A policy that {@linkplain #prepare
 * prepares} itself keeps the prepared values and serves one tree at a time; any other is stateless.
 */
public interface FairnessPolicy {
  /** The revision of rules that were never changed, and of recordings that name none. */
  int FIRST_REVISION = 1;

  /** Returns the name under which the policy is configured and reported. */
  String name();

  /**
   * Returns the revision of the rule under this name, which recordings name. A change of a rule by
   * which a choice can come out otherwise raises it, and needs a decision which policy replays the
   * revision before, if any does.
   */
  default int revision() {
    return FIRST_REVISION;
  }

  /** Returns what the rule makes of the pools of a leaf queue's applications. */
  default PoolRating poolRating() {
    return PoolRating.NONE;
  }

  /**
   * Computes the inputs of this pass's keys that do not come from below a node, if any: fair
   * resources, which are divided from the root down, or weights that depend on the whole tree.
   * Called once before the nodes are rated; must allocate nothing while the tree is unchanged.
   *
   * @param tree the tree as it stands
   */
  default void prepare(ShareTree tree) {}

  /**
   * Replaces what says whether it is time to read the whole tree again, in a policy that does so
   * from time to time by a clock; no effect in any other. Before the first decision.
   *
   * @param timing returns the replacement of the policy's own, which is asked whenever the policy
   *     may read the tree, and whose answer decides
   */
  default void timeBy(UnaryOperator<BooleanSupplier> timing) {}

  /**
   * Rates an application.
   *
   * @param shares the shares as they stand for the current offer; the leaf's usage is {@linkplain
   *     Shares#attributed attributed} already
   * @param leaf the leaf to rate
   * @return the key, dominant share by weight unless the policy defines another; never NaN
   */
  default double leafKey(Shares shares, int leaf) {
    return shares.shareByWeight(leaf);
  }

  /**
   * Rates a queue whose children have been rated, and attributes to it, by {@link
   * Shares#attribute}, the usage that its own parent counts.
   *
   * @param shares the shares as they stand for the current offer
   * @param queue the internal node to rate
   * @return the key; never NaN
   */
  double queueKey(Shares shares, int queue);

  /**
   * Returns by what an entry of the share of a queue that {@linkplain ShareTree#servesInOrder
   * serves in order} is divided in its key: the queue's weight there, unless the policy compares by
   * something else. Such a queue is rated as {@link OrderedShare} says, not by {@link #queueKey}.
   *
   * @return at least 0; an entry of 0 counts nothing
   */
  default double divisor(ShareTree tree, int queue, int share) {
    return tree.weight(queue, share);
  }

  /**
   * Returns a selection over a tree by this policy: the fastest there is for it, one pass over the
   * whole tree unless the policy has an incremental one.
   */
  default Selection over(ShareTree tree) {
    return new TreePassSelection(tree, this);
  }
}
