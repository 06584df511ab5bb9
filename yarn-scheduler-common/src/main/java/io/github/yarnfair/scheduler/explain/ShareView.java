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
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the share tree with ideal shares and guarantees, for readers without the scheduler's
 * lock. The copy was made in slices: each node is as it was at some moment while it was read.
 *
 * <p>A {@link TurnSearch} changes the tree and restores it: readers of the tree hold the view's
 * monitor.
 */
final class ShareView {
  private final QueueTree origin;
  private final ShareTree tree;
  private final @Nullable BalanceBook balances;
  private final IdealShare ideal;
  private final HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
  private final PoolReader pools;
  private final TreePassSelection selection;

  /** By node: a queue, the name of a user, or the id of an application. */
  private final Object[] subjects;

  private final Set<ApplicationId> heldBack;
  private final Set<ApplicationId> withheld;
  private final Map<ApplicationId, Integer> leaves = new HashMap<>();
  private final Map<String, Integer> queues = new HashMap<>();
  private final long begun;
  private final long done;

  /**
   * @param balances of the copied queues and users; null if shares have no memory
   * @param subjects by node
   * @param heldBack applications that a limit of masters or of running applications keeps waiting
   * @param withheld applications that wait with requests of which the tree knows none
   * @param begun when reading began, by {@link System#nanoTime}
   */
  ShareView(
      QueueTree origin,
      ShareTree tree,
      @Nullable BalanceBook balances,
      Object[] subjects,
      Set<ApplicationId> heldBack,
      Set<ApplicationId> withheld,
      FairnessPolicy policy,
      long begun) {
    this.origin = origin;
    this.tree = tree;
    this.balances = balances;
    this.subjects = subjects;
    this.heldBack = heldBack;
    this.withheld = withheld;
    pools = new PoolReader(tree, policy.poolRating());
    selection = new TreePassSelection(tree, policy);
    this.begun = begun;
    ideal = IdealShare.of(tree);
    guarantee.follow(tree);
    for (int node = 0; node < tree.handleBound(); node++) {
      if (subjects[node] instanceof ApplicationId id) {
        leaves.put(id, node);
      } else if (subjects[node] instanceof FairQueue queue) {
        queues.put(queue.getQueueName(), node);
      }
    }
    done = System.nanoTime();
  }

  /** Returns the queues of which it is a copy. */
  QueueTree origin() {
    return origin;
  }

  ShareTree tree() {
    return tree;
  }

  @Nullable BalanceBook balances() {
    return balances;
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

  /** Returns the view as what is public of it. */
  CopiedShares copied() {
    return new CopiedShares(origin, tree, leaves, heldBack);
  }

  /** Returns whether an application waits with requests of which the tree knows none. */
  boolean isWithheld(ApplicationId id) {
    return withheld.contains(id);
  }

  /** Returns an application's node, null if it was not there. */
  @Nullable Integer leaf(ApplicationId id) {
    return leaves.get(id);
  }

  /** Returns a queue's node, null if it was not there. */
  @Nullable Integer node(FairQueue queue) {
    return queues.get(queue.getQueueName());
  }

  /** Returns what a node is: a {@link FairQueue}, the name of a user, or an application's id. */
  Object subject(int node) {
    return subjects[node];
  }

  /** Returns the nearest queue at or above a node. */
  FairQueue queueOf(int node) {
    int n = node;
    while (!(subjects[n] instanceof FairQueue)) {
      n = tree.parent(n);
    }
    return (FairQueue) subjects[n];
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
