// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.LockSlices;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * Explains why an application or a queue has what it has. Any thread, without the scheduler's lock.
 *
 * <pre>
 *   scheduler's lock, in slices of 30 µs          without the lock
 *   share tree ─ ClusterReader ─► ShareView ───┐
 *   application ──► ApplicationReading ────────┼──► findings ──► Explanation
 *   nodes, each by itself ──► NodeSurvey ──────┘      TurnSearch asks the rule on the copy
 * </pre>
 */
public final class Explainer {
  private final ExplainedCluster cluster;
  private final LockSlices slices;
  private final RecentShares shares;

  public Explainer(ExplainedCluster cluster) {
    this.cluster = cluster;
    ClusterReader reader = cluster.newReader();
    slices = reader.slices();
    shares = new RecentShares(cluster, reader);
  }

  /** Lets go of the last copy of the shares, which leads to queues and applications. */
  public void dropCopy() {
    shares.drop();
  }

  /** Likewise, if it is too old to be used again. */
  public void dropOldCopy() {
    shares.dropOld();
  }

  /**
   * Explains an application.
   *
   * @param visible which other applications may be named
   * @return null if the scheduler has no such application
   */
  public @Nullable Explanation explain(ApplicationId id, Predicate<ApplicationId> visible) {
    Application application = cluster.find(id);
    if (application == null) {
      return null;
    }
    ShareView view = shares.get();
    if (view.leaf(id) == null) {
      view = shares.fresh();
    }
    ApplicationReading reading = slices.read(() -> ApplicationReading.of(application, cluster));
    return new ApplicationExplainer(cluster, view, new Names(view, visible), reading).explain();
  }

  /**
   * Explains a queue.
   *
   * @param name its path, or its name if that is unique
   * @param visible which applications may be named
   * @return null if there is no such queue
   */
  public @Nullable QueueExplanation explainQueue(String name, Predicate<ApplicationId> visible) {
    FairQueue queue = cluster.queues().find(name);
    if (queue == null) {
      return null;
    }
    ShareView view = shares.get();
    Integer node = view.node(queue);
    if (node == null) {
      view = shares.fresh();
      node = view.node(queue);
    }
    if (node == null) {
      return null; // It has been removed since.
    }
    QueueReading reading = slices.read(() -> QueueReading.of(queue, cluster));
    return new QueueExplainer(view, new Names(view, visible), visible, queue, node, reading)
        .explain();
  }

  /** Returns the longest time for which an explanation has held the lock, in nanoseconds. */
  public long longestHoldNanos() {
    return slices.longestNanos();
  }
}
