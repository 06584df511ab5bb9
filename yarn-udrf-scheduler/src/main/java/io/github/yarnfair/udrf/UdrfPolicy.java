// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.incremental.KindSelection;
import io.github.yarnfair.core.policy.LeafQueuePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * The online rule of UDRF, flat: Y. Tahir, S. Yang, A. Koliousis, J. McCann, "UDRF: Multi-resource
 * Fairness for Complex Jobs with Placement Constraints", section III-C, figure 5. Users are the
 * leaf queues, jobs their applications, resources pairs of a machine class and a resource: the tree
 * counts shares by class. Served is the user with the least share by weight that has a job which
 * can use the offer, and of its jobs the one with the least share by weight of its own.
 *
 * <p>A user's share is not the raw maximum, over pairs, of its jobs' usage, but the usage for which
 * they count by H-DRF's rule, as {@link LeafQueuePolicy} says: a pool of jobs above the level of
 * the poorest pool that can use the offer counts up to that level. This does for the jobs of one
 * user what the paper's inner loop does: what one job holds of a class that others could not use
 * does not count against the other jobs. By the raw maximum u1 of the paper's example, which holds
 * all of a class that it alone uses, has the share 1, and u2 takes the standard class from u1's
 * other job as tasks end. Jobs of one user that need the same pairs, with the same dominant one,
 * are one pool: else a user with more jobs than its share has tasks would always have one that
 * holds nothing, and with it the share 0.
 *
 * <p>The weight W of a leaf queue is its configured part of the cluster, the product of w/Σw over
 * the siblings along its path, active or not. Users that share no pair, not even through others,
 * never compete: see {@link DependenceClusters}.
 */
public final class UdrfPolicy extends LeafQueuePolicy {
  @Override
  public String name() {
    return "udrf";
  }

  @Override
  public Selection over(ShareTree tree) {
    return new KindSelection(tree, this);
  }

  /** Returns the flat weight W of a leaf queue, as of the last decision. */
  double flatWeight(int queue) {
    return weights().weight(queue, 0);
  }
}
