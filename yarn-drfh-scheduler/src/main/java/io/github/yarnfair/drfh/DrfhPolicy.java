// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.incremental.KindSelection;
import io.github.yarnfair.core.policy.LeafQueuePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * Flat DRFH: W. Wang, B. Li and B. Liang, "Dominant Resource Fairness in Cloud Computing Systems
 * with Heterogeneous Servers", INFOCOM 2014, section V: weighted DRF by global dominant shares. The
 * users are the leaf queues, rated as {@link LeafQueuePolicy} says; served is the one with the
 * least share by weight that can use the offer, and of its applications the one with the least
 * share by weight of its own. Which node its task is placed on is another question: see {@link
 * io.github.yarnfair.core.nodes.NodeScore}.
 *
 * <p>A leaf queue weighs what is configured: its part of the cluster, the product of w/Σw over the
 * siblings along its path, active or not.
 *
 * <p>The paper's user has one demand. A leaf queue has applications with different ones, for which
 * the paper says nothing:
 *
 * <ol>
 *   <li>To take all that a leaf queue holds as its share starves applications: on ⟨100, 100⟩ with
 *       p{a⟨1,0⟩, b⟨0,1⟩} and q{c⟨1,0⟩}, b takes all of the second resource, by which p has the
 *       share 1, and a gets nothing more. So each pool counts up to the level of the poorest one
 *       that can be served.
 *   <li>To compare applications by W·w/Σw of their queue gives a queue with more applications than
 *       its share has tasks everything: one of 300 applications of one task holds nothing and is
 *       first, before a queue with one endless application, whatever their weights. So applications
 *       with the same kind of task are one pool.
 * </ol>
 *
 * <p>The paper's shares are of the whole cluster. Where the tree's {@linkplain
 * io.github.yarnfair.core.tree.ShareSpace shares} are of machine classes instead and queues have a
 * weight for each, W is computed for each class, and a share is the largest entry by the W of its
 * class.
 */
public final class DrfhPolicy extends LeafQueuePolicy {
  @Override
  public String name() {
    return "drfh";
  }

  @Override
  public Selection over(ShareTree tree) {
    return new KindSelection(tree, this);
  }

  /** Returns the flat weight W of a leaf queue, in the first class, as of the last decision. */
  double flatWeight(int queue) {
    return weights().weight(queue, 0);
  }
}
