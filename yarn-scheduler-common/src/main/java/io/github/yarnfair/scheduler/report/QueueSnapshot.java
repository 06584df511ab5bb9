// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.model.QueueFigures;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A queue with everything below it at one moment, for web pages and services. Immutable; resources
 * are handed out as copies.
 *
 * @param path full path, such as {@code root.a.b}
 * @param name last part of the path
 * @param state DRAINING for a stopped queue that still has applications
 * @param isLeaf whether applications run in it
 * @param isCreated whether it was created for an application, and is not listed in the queue file
 * @param order how a leaf queue orders its applications, as its key says it; null for any other
 * @param weight weight among the siblings
 * @param entitledFraction part of the parent that the queue is entitled to while all siblings have
 *     demand
 * @param entitledFractionOfCluster the same as a part of the cluster
 * @param limitFraction largest part of any resource of the cluster that the queue may hold
 * @param maximumParallel most applications that may run at a time in the queue and below it
 * @param maximumAllocation the most that one container may have
 * @param limit the most that the queue may hold on nodes without a label; all of them where nothing
 *     limits it
 * @param limitInAll the same of all partitions together
 * @param keptForGangs resources kept for gangs, part of the reserved ones
 * @param share usage, demand and ideal share of the queue with all below it
 * @param partitions the same by machine class, in the order of their numbers; empty if there is one
 * @param balance in a sentence what it held more or less than its part in the past; null if shares
 *     have no memory
 * @param applicationCount number of applications in the queue and below it
 * @param applications oldest first; empty for a queue that is not a leaf
 * @param users by name; empty unless the queue's share is divided among its users
 * @param children in the queue file's order; empty for a leaf
 */
public record QueueSnapshot(
    String path,
    String name,
    QueueState state,
    boolean isLeaf,
    boolean isCreated,
    @Nullable String order,
    double weight,
    double entitledFraction,
    double entitledFractionOfCluster,
    double limitFraction,
    int maximumParallel,
    Resource maximumAllocation,
    Resource limit,
    Resource limitInAll,
    Resource keptForGangs,
    Share share,
    List<PartitionShare> partitions,
    @Nullable String balance,
    int applicationCount,
    List<ApplicationShare> applications,
    List<UserShare> users,
    List<QueueSnapshot> children) {

  public QueueSnapshot {
    partitions = List.copyOf(partitions);
    applications = List.copyOf(applications);
    users = List.copyOf(users);
    children = List.copyOf(children);
  }

  /**
   * Returns the queue's usage as a part of its guarantee; as a part of the cluster if the guarantee
   * is 0.
   */
  public double usedFraction() {
    return usedFraction(share.dominant(), entitledFractionOfCluster);
  }

  /** Returns a part of the cluster as a part of another one, which may be nothing. */
  public static double usedFraction(double used, double guaranteed) {
    return QueueFigures.usedFraction(used, guaranteed);
  }

  /** Returns the queue of a full path, this one or one below it; null if there is none. */
  public @Nullable QueueSnapshot find(String fullPath) {
    if (path.equals(fullPath)) {
      return this;
    }
    for (QueueSnapshot child : children) {
      if (fullPath.equals(child.path) || fullPath.startsWith(child.path + ".")) {
        return child.find(fullPath);
      }
    }
    return null;
  }

  @Override
  public Resource maximumAllocation() {
    return Resources.clone(maximumAllocation);
  }

  @Override
  public Resource limit() {
    return Resources.clone(limit);
  }

  @Override
  public Resource limitInAll() {
    return Resources.clone(limitInAll);
  }

  @Override
  public Resource keptForGangs() {
    return Resources.clone(keptForGangs);
  }

  /**
   * Usage, demand and ideal share of a queue or an application.
   *
   * @param dominant dominant share, a fraction of the cluster
   * @param dominantResource the resource type of which it holds the largest fraction, null if it
   *     holds nothing
   * @param dominantPartition the partition in which it does so; null if it holds nothing, if there
   *     is one, or if shares are of the whole cluster; empty for the nodes without a label
   * @param ideal dominant share that it would hold by H-DRF if all held and pending tasks were
   *     divided again from nothing ({@link io.github.yarnfair.core.ideal.IdealShare})
   * @param used what it holds on nodes without a label
   * @param usedInAll what it holds, in all partitions together
   * @param reserved resources of its reservations, part of {@code pending}, and of room that is
   *     kept for gangs, which is not
   * @param pending resources of its pending requests on nodes without a label
   * @param pendingInAll the same in all partitions together
   */
  public record Share(
      double dominant,
      @Nullable String dominantResource,
      @Nullable String dominantPartition,
      double ideal,
      Resource used,
      Resource usedInAll,
      Resource reserved,
      Resource pending,
      Resource pendingInAll) {

    @Override
    public Resource used() {
      return Resources.clone(used);
    }

    @Override
    public Resource usedInAll() {
      return Resources.clone(usedInAll);
    }

    @Override
    public Resource pendingInAll() {
      return Resources.clone(pendingInAll);
    }

    @Override
    public Resource reserved() {
      return Resources.clone(reserved);
    }

    @Override
    public Resource pending() {
      return Resources.clone(pending);
    }
  }

  /**
   * An application with its share.
   *
   * @param id the application
   * @param user the user who submitted it
   * @param priority its priority; in a fair queue each step adds 1 to its weight
   * @param share its usage, demand and ideal share
   * @param gang its first containers as long as they have to start together, else null
   * @param isHeldBack whether a limit of masters or of running applications keeps it waiting
   */
  public record ApplicationShare(
      ApplicationId id,
      String user,
      int priority,
      Share share,
      @Nullable GangShare gang,
      boolean isHeldBack) {}
}
