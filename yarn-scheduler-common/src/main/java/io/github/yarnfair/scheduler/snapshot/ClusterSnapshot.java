// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import io.github.yarnfair.core.balance.BalanceBook;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * Queues, users, applications and a copy of the share tree. It was copied in slices of the lock:
 * each node is as it was at some moment meanwhile, and a queue holds what the applications below it
 * hold. Belongs to one thread, or to those that share a monitor.
 */
public final class ClusterSnapshot {
  private final QueueTree origin;
  private final ShareTree tree;
  private final @Nullable BalanceBook balances;

  /** By node: a queue, the name of a user, or the id of an application. */
  private final Object[] subjects;

  private final List<FairQueue> queues;
  private final List<Application> applications;
  private final Set<ApplicationId> heldBack;
  private final Set<ApplicationId> withheld;
  private final Map<ApplicationId, Integer> leaves = new HashMap<>();
  private final Map<String, Integer> nodes = new HashMap<>();

  ClusterSnapshot(
      QueueTree origin,
      ShareTree tree,
      @Nullable BalanceBook balances,
      Object[] subjects,
      List<FairQueue> queues,
      List<Application> applications,
      Set<ApplicationId> heldBack,
      Set<ApplicationId> withheld) {
    this.origin = origin;
    this.tree = tree;
    this.balances = balances;
    this.subjects = subjects;
    this.queues = List.copyOf(queues);
    this.applications = List.copyOf(applications);
    this.heldBack = heldBack;
    this.withheld = withheld;
    for (int node = 0; node < tree.handleBound(); node++) {
      if (subjects[node] instanceof ApplicationId id) {
        leaves.put(id, node);
      } else if (subjects[node] instanceof FairQueue queue) {
        nodes.put(queue.getQueueName(), node);
      }
    }
  }

  /** Returns the queues of which it is a copy. */
  public QueueTree origin() {
    return origin;
  }

  /** Returns the copy of the share tree. */
  public ShareTree tree() {
    return tree;
  }

  /** Returns the balances of the copied queues and users; null if shares have no memory. */
  public @Nullable BalanceBook balances() {
    return balances;
  }

  /** Returns the queues that were there, root first, each after the one above it. */
  public List<FairQueue> queues() {
    return queues;
  }

  /**
   * Returns the applications that were there, by queue, oldest first. They change meanwhile:
   * without the lock only what never changes may be read of them.
   */
  public List<Application> applications() {
    return applications;
  }

  /** Returns the leaves of the applications that were there. */
  public Map<ApplicationId, Integer> leaves() {
    return leaves;
  }

  /** Returns a queue's node, null if it was not there. */
  public @Nullable Integer node(FairQueue queue) {
    return nodes.get(queue.getQueueName());
  }

  /** Returns what a node is: a {@link FairQueue}, the name of a user, or an application's id. */
  public Object subject(int node) {
    return subjects[node];
  }

  /** Returns the nearest queue at or above a node. */
  public FairQueue queueOf(int node) {
    int n = node;
    while (!(subjects[n] instanceof FairQueue)) {
      n = tree.parent(n);
    }
    return (FairQueue) subjects[n];
  }

  /** Returns whether a limit of masters or of running applications keeps an application waiting. */
  public boolean isHeldBack(ApplicationId id) {
    return heldBack.contains(id);
  }

  /** Returns whether an application waits with requests of which the tree knows none. */
  public boolean isWithheld(ApplicationId id) {
    return withheld.contains(id);
  }
}
