// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.ApplicationCopies;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a supposed change is compared with: queues, applications and nodes, copied in slices of the
 * scheduler's lock.
 */
public final class LiveCopy {
  private final ClusterSnapshot snapshot;
  private final NodeShapes shapes;
  private final Resource cluster;
  private final List<CopiedApplication> applications;
  private final List<String> created;
  private final @Nullable RunningCopy running;

  /**
   * A queue at that moment.
   *
   * @param handle in the share tree
   * @param guaranteed its part of the cluster while all queues have demand
   */
  record CopiedQueue(String path, int handle, boolean isLeaf, double guaranteed) {}

  private LiveCopy(
      ClusterSnapshot snapshot,
      List<CopiedApplication> applications,
      NodeShapes shapes,
      Resource cluster,
      List<String> created,
      @Nullable RunningCopy running) {
    this.snapshot = snapshot;
    this.shapes = shapes;
    this.cluster = cluster;
    this.created = created;
    this.running = running;
    this.applications =
        applications.stream()
            .map(each -> each.withLeaf(leaf(snapshot, each)))
            .sorted(Comparator.comparing(CopiedApplication::id))
            .toList();
  }

  private static int leaf(ClusterSnapshot snapshot, CopiedApplication application) {
    return Objects.requireNonNull(snapshot.leaves().get(application.id()));
  }

  /**
   * Copies the queues in force.
   *
   * @param shapes of the registered nodes
   * @param cluster returns what the registered nodes have
   * @param nodes null if what runs where is not needed
   * @param now in milliseconds, of the clock that containers' times are of
   */
  public static LiveCopy read(
      ClusterReader reader,
      ResourceVectors vectors,
      NodeShapes shapes,
      Supplier<Resource> cluster,
      @Nullable List<ClusterNode> nodes,
      long now) {
    ApplicationCopies<CopiedApplication> copies = new ApplicationCopies<>(CopiedApplication::of);
    ClusterSnapshot snapshot;
    RunningCopy running = null;
    if (nodes == null) {
      snapshot = reader.read(copies);
    } else {
      ClusterReader.WithNodes read = reader.read(copies, nodes, vectors);
      snapshot = read.snapshot();
      running = new RunningCopy(read, vectors, now);
    }
    return new LiveCopy(
        snapshot,
        copies.all(),
        reader.slices().read(shapes::copy),
        reader.slices().read(() -> Resources.clone(cluster.get())),
        reader.slices().read(() -> created(snapshot.origin())),
        running);
  }

  private static List<String> created(QueueTree queues) {
    return queues.created().stream()
        .filter(LeafQueue.class::isInstance)
        .map(FairQueue::getQueueName)
        .toList();
  }

  /** Returns the queues in force, of which only what never changes may be read. */
  public QueueTree queues() {
    return snapshot.origin();
  }

  /** Returns what runs where; null if it was not needed. */
  public @Nullable RunningCopy running() {
    return running;
  }

  ShareTree tree() {
    return snapshot.tree();
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
    return snapshot.queues().stream().map(this::copied).toList();
  }

  private CopiedQueue copied(FairQueue queue) {
    return new CopiedQueue(
        queue.getQueueName(),
        Objects.requireNonNull(snapshot.node(queue)),
        queue instanceof LeafQueue,
        queue.entitlement().entitledFractionOfCluster());
  }

  /** Returns the applications, oldest first. */
  public List<CopiedApplication> applications() {
    return applications;
  }

  /** Returns the paths of the leaf queues that were created, in that order. */
  List<String> created() {
    return created;
  }
}
