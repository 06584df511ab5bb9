// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.balance.BalanceBook;
import io.github.yarnfair.core.ideal.HierarchicalGuarantee;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.DominantPart;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot with ideal shares and guarantees.
 *
 * <p>A {@link TurnSearch} changes the tree and restores it: readers of the tree hold the view's
 * monitor.
 */
final class ShareView {
  private final ClusterSnapshot snapshot;
  private final ShareTree tree;
  private final IdealShare ideal;
  private final HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
  private final PoolReader pools;
  private final TreePassSelection selection;
  private final long begun;
  private final long done;

  /**
   * @param begun when reading began, by {@link System#nanoTime}
   */
  ShareView(ClusterSnapshot snapshot, FairnessPolicy policy, long begun) {
    this.snapshot = snapshot;
    tree = snapshot.tree();
    pools = new PoolReader(tree, policy.poolRating());
    selection = new TreePassSelection(tree, policy);
    this.begun = begun;
    ideal = IdealShare.of(tree);
    guarantee.compute(tree);
    done = System.nanoTime();
  }

  /** Returns the queues of which it is a copy. */
  QueueTree origin() {
    return snapshot.origin();
  }

  ShareTree tree() {
    return tree;
  }

  @Nullable BalanceBook balances() {
    return snapshot.balances();
  }

  IdealShare ideal() {
    return ideal;
  }

  HierarchicalGuarantee guarantee() {
    return guarantee;
  }

  /** Returns the selection over the tree by the rule in force. With the monitor held. */
  TreePassSelection selection() {
    return selection;
  }

  /** Returns what reads the pools of queues. With the monitor held. */
  PoolReader pools() {
    return pools;
  }

  /** Returns whether an application waits with requests of which the tree knows none. */
  boolean isWithheld(ApplicationId id) {
    return snapshot.isWithheld(id);
  }

  /** Returns an application's node, null if it was not there. */
  @Nullable Integer leaf(ApplicationId id) {
    return snapshot.leaves().get(id);
  }

  /** Returns a queue's node, null if it was not there. */
  @Nullable Integer node(FairQueue queue) {
    return snapshot.node(queue);
  }

  /** Returns what a node is: a {@link FairQueue}, the name of a user, or an application's id. */
  Object subject(int node) {
    return snapshot.subject(node);
  }

  /** Returns the partition in which a node holds its dominant share; null if there is one. */
  @Nullable String partition(int node) {
    return DominantPart.partition(tree, origin().ledger().classes(), node);
  }

  /** Returns the nearest queue at or above a node. */
  FairQueue queueOf(int node) {
    return snapshot.queueOf(node);
  }

  /** Returns how long it took to read and compute, in nanoseconds. */
  long tookNanos() {
    return done - begun;
  }

  /** Returns how long ago reading began, in nanoseconds. */
  long ageNanos() {
    return System.nanoTime() - begun;
  }
}
