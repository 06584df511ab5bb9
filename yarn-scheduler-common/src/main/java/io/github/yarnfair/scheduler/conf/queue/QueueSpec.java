// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.capacity.PartitionCapacity;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.key.QueueValues;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.jspecify.annotations.Nullable;

/**
 * One configured queue with everything below it.
 *
 * @param path full path, such as {@code root.a.b}; unique in a file
 * @param name last part of the path; two parents may each have a child of the same name
 * @param weight share relative to the siblings
 * @param state RUNNING or STOPPED. A queue that configures none has its parent's; a queue that says
 *     RUNNING below a stopped parent is refused, so a child of a stopped queue is always stopped
 * @param access users who may use the queue
 * @param limits of the usage of its applications
 * @param values of the plain keys
 * @param labels which partitions the queue may use, and its part of each
 * @param order of the applications; {@code FAIR} in a queue that is not a leaf
 * @param users how much its users may hold, and what they weigh
 * @param origin whether the file lists it, or it was created for an application
 * @param creation how queues are created below it; null if none are
 * @param children those that the file lists, in its order
 */
public record QueueSpec(
    String path,
    String name,
    QueueWeight weight,
    QueueState state,
    Access access,
    Limits limits,
    QueueValues values,
    QueueLabels labels,
    ApplicationOrder order,
    UserSettings users,
    QueueOrigin origin,
    @Nullable QueueCreation creation,
    List<QueueSpec> children) {

  /** Most levels of queues, root's among them: trees are walked recursively. */
  public static final int MAXIMUM_LEVELS = 100;

  /** Name and path of the queue above all others. */
  public static final String ROOT = "root";

  /**
   * The users who may use a queue.
   *
   * @param submit users who may submit. Root's default is all users, the others' is none;
   *     permission on an ancestor suffices, so the caller must ask the ancestors too
   * @param administer users who may administer, with the same defaults and inheritance
   * @param priorities the highest application priority by users and groups, lowest limit first; not
   *     inherited by children; empty means that every user may ask for any priority
   */
  public record Access(
      AccessControlList submit, AccessControlList administer, List<PriorityAcl> priorities) {
    public Access {
      priorities = List.copyOf(priorities);
    }

    /** Returns the queue's own list for an operation, without what the ancestors grant. */
    public AccessControlList of(QueueACL operation) {
      return switch (operation) {
        case SUBMIT_APPLICATIONS -> submit;
        case ADMINISTER_QUEUE -> administer;
      };
    }
  }

  /**
   * What the applications of a queue may hold.
   *
   * @param maximum hard cap, relative to the parent's
   * @param applications most applications, pending and running
   * @param lifetime how long an application may last
   * @param allocation the most that one container may have
   */
  public record Limits(
      QueueLimit maximum,
      ApplicationLimit applications,
      ApplicationLifetime lifetime,
      AllocationLimit allocation) {}

  public QueueSpec {
    children = List.copyOf(children);
  }

  /** Whether applications run in this queue: it has no children, and none are created. */
  public boolean isLeaf() {
    return children.isEmpty() && creation == null;
  }

  /** Returns the part of the queue that application masters may take; at least 0. */
  public double maximumMasterShare() {
    return values.get(QueueKeys.MASTER_SHARE);
  }

  /** Returns whether its containers may be ended for other queues to get their share. */
  public boolean isPreemptable() {
    return !values.get(QueueKeys.DISABLE_PREEMPTION);
  }

  /** Returns whether they may be ended for other applications of the queue. */
  public boolean isPreemptableWithin() {
    return !values.get(QueueKeys.DISABLE_INTRA_QUEUE_PREEMPTION);
  }

  /**
   * This queue's part of a partition of the cluster; nothing may run where the queue has no access.
   *
   * @param label the partition's node label; empty: the partition of the nodes without a label
   */
  public PartitionCapacity in(String label) {
    return label.isEmpty()
        ? new PartitionCapacity(weight, limits.maximum(), maximumMasterShare())
        : labels.usable(label);
  }

  /** The node labels that this queue and those listed below name, in alphabetical order. */
  public SortedSet<String> nodeLabels() {
    return subtree()
        .flatMap(queue -> queue.labels.named())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** This queue and all listed below it, parents before their children, in the file's order. */
  public Stream<QueueSpec> subtree() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(QueueSpec::subtree));
  }
}
