// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.incremental.HdrfSelection;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.PoolRating;
import io.github.yarnfair.core.policy.Pools;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * Dynamic H-DRF: A. A. Bhattacharya, D. Culler, E. Friedman, A. Ghodsi, S. Shenker, I. Stoica,
 * "Hierarchical Scheduling for Diverse Datacenter Workloads", SoCC 2013, section 3.4, Algorithm 3,
 * by the corrected rule.
 *
 * <p>With the key κ = s/w of a node and f the least level among a queue's non-blocked children,
 * every child above f counts as if it held just what would give it the level f:
 *
 * <pre>
 *   U_n = Σ U_c · min(1, f / κ_c)         over all child queues, blocked or not
 *   U_n = Σ U_p · min(1, A_p(f) / S_p)    over the pools of a leaf queue, blocked or not
 *   s_n = max_j U_n,j                     over all resources
 * </pre>
 *
 * <p>Two sentences make of the paper's fluid a rule for whole tasks and many applications. In the
 * fluid limit they change nothing.
 *
 * <ol>
 *   <li><i>Applications of a queue that ask alike are interchangeable.</i> Those whose tasks need
 *       the same resources, with the same dominant one, form a {@linkplain Pools pool}. It has the
 *       level L at which its tasks would stand if they were divided fairly among its applications:
 *       A(L) = Σ min(T_a, w_a·L) = S, where S is what the pool holds and T_a what application a
 *       holds and has pending. Counter-example without it: 100 cores, A{a: endless}, B{b1..b300:
 *       one task each}. Some b holds nothing, so that f and the key of B are 0; B is served before
 *       A whatever the weights, and a keeps 1 of its 50 cores.
 *   <li><i>No level is below one task</i>: that of a pool is at least the smallest of its tasks
 *       that fit, by the mean weight of its applications; that of a child queue at least the
 *       smallest task that is pending below it, by the queue's weight. Counter-example without it:
 *       the same with a queue for each user of B. The queue of a user who holds nothing has the key
 *       0, and so has B.
 * </ol>
 *
 * <p>Pools by the dominant resource alone starve: in n1{a⟨0,2⟩, b⟨1,2⟩}, n2{c⟨1,0⟩} a can hold all
 * of the second resource; b, which needs both at one moment, is in the pool that is rich in it, c
 * takes the first resource, and what ends of a makes no room for b.
 *
 * <p>Corrections of the printed rule, which stays available as {@link PublishedHdrfPolicy}:
 *
 * <ol>
 *   <li>Blocked children are scaled too. Printed, they count in full, and on ⟨99, 990, 99⟩ with
 *       n1{a⟨1,1,0⟩, b⟨0,5,1⟩}, n2{c⟨1,0,0⟩}, n3{d⟨1,0,0⟩} churn drives a to nothing, where its
 *       guarantee is 33.
 *   <li>Saturated resources count at queues. Leaving them out gives 45/45/45/45 instead of
 *       30/45/45/60 on ⟨90, 90⟩ with n1{a⟨1,0⟩, b1⟨0,1⟩, b2⟨0,1⟩}, n2{c⟨1,0⟩}.
 *   <li>f is by s/w, not by s: unweighted, n1{a w=4, b w=1}, n2{c} fills 160/2000/40 instead of
 *       100/2000/100 on ⟨200, 2000⟩.
 * </ol>
 *
 * <p>With machine classes j is an entry of the tree's {@linkplain
 * io.github.yarnfair.core.tree.ShareSpace shares}. Where those are of pairs of class and resource
 * and a queue has a weight for each class, the key is κ_n = max_j U_n,j / w_n,class(j), which with
 * equal weights is s/w. Nothing else in the rule depends on the weights.
 *
 * <p>Served is the child queue with the least key, and of the applications of a leaf queue the one
 * with the least key of its own.
 *
 * <p>How a decision is made without a pass over the whole tree: {@link HdrfSelection}, and {@code
 * docs/engine.md} on one screen.
 */
public final class HdrfPolicy implements FairnessPolicy {
  /** By the first revision a queue was rated by the least application that could be served. */
  private static final int BY_POOLS = 2;

  @Override
  public String name() {
    return "hdrf";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    shares.clear(queue);
    if (shares.isLeafQueue(queue)) {
      attributePools(shares, queue);
    } else {
      attributeChildren(shares, queue);
    }
    return shares.shareByWeight(queue);
  }

  private static void attributePools(Shares shares, int queue) {
    Pools pools = shares.pools();
    double f = Double.POSITIVE_INFINITY;
    for (int p = 0; p < pools.count(); p++) {
      if (!pools.isBlocked(p)) {
        f = Math.min(f, Math.max(pools.level(p), pools.levelOfOneTask(p)));
      }
    }
    for (int p = 0; p < pools.count(); p++) {
      shares.attributePool(queue, p, pools.part(p, f));
    }
  }

  private static void attributeChildren(Shares shares, int queue) {
    double f = Double.POSITIVE_INFINITY;
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      if (!shares.isBlocked(c)) {
        f = Math.min(f, Math.max(shares.key(c), shares.levelOfOneTask(c)));
      }
    }
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      double key = shares.key(c);
      shares.attribute(queue, c, key > f ? f / key : 1.0);
    }
  }

  @Override
  public Selection over(ShareTree tree) {
    return new HdrfSelection(tree);
  }

  @Override
  public int revision() {
    return BY_POOLS;
  }

  @Override
  public PoolRating poolRating() {
    return PoolRating.BY_LEVEL;
  }
}
