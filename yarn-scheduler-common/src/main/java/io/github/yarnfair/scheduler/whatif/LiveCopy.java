// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.whatif;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a supposed change is compared with: queues, applications and nodes at one moment. Made under
 * the scheduler's write lock, in O(applications + queues + distinct nodes); what can be read from
 * the copy is read later.
 */
public final class LiveCopy {
  private final QueueTree queues;
  private final ShareTree tree;
  private final NodeShapes shapes;
  private final Resource cluster;
  private final List<CopiedQueue> copiedQueues = new ArrayList<>();
  private final List<CopiedApplication> applications = new ArrayList<>();
  private final List<String> created;
  private final @Nullable RunningCopy running;

  /**
   * A queue at that moment.
   *
   * @param handle in the share tree
   * @param guaranteed its part of the cluster while all queues have demand
   */
  record CopiedQueue(String path, int handle, boolean isLeaf, double guaranteed) {}

  /**
   * Copies the queues in force.
   *
   * @param running what runs where; null if that is not needed
   */
  public LiveCopy(
      QueueTree queues, NodeShapes shapes, Resource cluster, @Nullable RunningCopy running) {
    this.queues = queues;
    this.running = running;
    this.shapes = shapes.copy();
    this.cluster = Resources.clone(cluster);
    tree = queues.ledger().tree().copy();
    created =
        queues.created().stream()
            .filter(LeafQueue.class::isInstance)
            .map(FairQueue::getQueueName)
            .toList();
    copy(queues.root());
  }

  private void copy(FairQueue queue) {
    copiedQueues.add(
        new CopiedQueue(
            queue.getQueueName(),
            queue.handle(),
            queue instanceof LeafQueue,
            queue.entitledFractionOfCluster()));
    if (queue instanceof LeafQueue leaf) {
      for (Application application : leaf.applications()) {
        applications.add(CopiedApplication.of(application));
      }
    }
    queue.children().forEach(this::copy);
  }

  /** Returns the queues in force, of which only what never changes may be read. */
  public QueueTree queues() {
    return queues;
  }

  /** Returns what runs where; null if it was not needed. */
  public @Nullable RunningCopy running() {
    return running;
  }

  ShareTree tree() {
    return tree;
  }

  /** Returns the distinct nodes; a copy. */
  public NodeShapes shapes() {
    return shapes.copy();
  }

  /** Returns what the registered nodes have together; a copy. */
  public Resource cluster() {
    return Resources.clone(cluster);
  }

  List<CopiedQueue> copiedQueues() {
    return copiedQueues;
  }

  /** Returns the applications, oldest first. */
  public List<CopiedApplication> applications() {
    return applications.stream().sorted(Comparator.comparing(CopiedApplication::id)).toList();
  }

  /** Returns the paths of the leaf queues that were created, in that order. */
  List<String> created() {
    return created;
  }
}
