// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/**
 * Queues as they would be, with copies of applications: built by the code that builds the queues in
 * force, so that weights, limits and shares are those that a refresh would bring. They never come
 * into force, and have metrics that are registered nowhere. One thread, no lock.
 */
public final class SupposedQueues {
  private final QueueTree queues;

  /**
   * Builds the queues of a file.
   *
   * @param shapes of the supposed nodes
   * @param cluster what these have together
   * @param usersAreShares whether each leaf queue's share is divided among its users
   */
  public SupposedQueues(
      QueueFile file,
      FairnessPolicy policy,
      ResourceVectors vectors,
      NodeShapes shapes,
      Resource cluster,
      MachineClasses classes,
      boolean usersAreShares,
      Configuration conf) {
    ShareLedger ledger =
        new ShareLedger(policy, vectors, shapes, classes, usersAreShares, /* isSupposed= */ true);
    queues = new QueueTree(file, ledger, new QueueAccess(conf), conf);
    queues.setCapacity(cluster);
  }

  /** Returns the queues. */
  public QueueTree queues() {
    return queues;
  }

  /** Returns the share tree of the queues and applications. */
  public ShareTree tree() {
    return queues.ledger().tree();
  }

  /**
   * Returns a leaf queue, which is created if the file allows it; null if there is none of that
   * path or short name, and none can be created.
   */
  public @Nullable LeafQueue leafQueue(String name) {
    FairQueue queue = queues.find(name);
    if (queue == null) {
      try {
        List<QueueSpec> missing = queues.names().missing(name);
        return missing.isEmpty() ? null : queues.create(missing);
      } catch (YarnException e) {
        return null;
      }
    }
    return queue instanceof LeafQueue leaf ? leaf : null;
  }

  /**
   * Adds a copy of an application, with all that it holds and asks for.
   *
   * @param of the share tree of which the copy is; of the same machine classes
   * @return the leaf
   */
  public int add(CopiedApplication copied, LeafQueue queue, ShareTree of) {
    int leaf = add(copied.id(), queue, copied.user(), copied.priority());
    Demand held = of.held(copied.leaf());
    for (int i = 0; i < held.size(); i++) {
      tree().charge(leaf, held.vector(i), held.tasks(i));
    }
    tree().setDemand(leaf, demand(copied, queue, of.demand(copied.leaf())));
    return leaf;
  }

  /** The classes where requests may run depend on the queue. */
  private static Demand demand(CopiedApplication copied, LeafQueue queue, Demand told) {
    if (queue.classes().all().isOne()) {
      return told;
    }
    AskTable asks = new AskTable();
    copied.asks().forEach(ask -> asks.replace(ask.key(), ask));
    asks.letUseIdleRoom(copied.mayUseIdleRoom());
    return asks.demand(queue.classes()).like(told);
  }

  /** Adds an application that is submitted, and holds nothing; returns the leaf. */
  public int add(
      ApplicationId id, LeafQueue queue, String user, Priority priority, Demand pending) {
    int leaf = add(id, queue, user, priority);
    tree().setDemand(leaf, pending);
    return leaf;
  }

  private int add(ApplicationId id, LeafQueue queue, String user, Priority priority) {
    Application application = new Application(id, queue, user, priority, false);
    queue.add(application);
    return application.leaf();
  }
}
