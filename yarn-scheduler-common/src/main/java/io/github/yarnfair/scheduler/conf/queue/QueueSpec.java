// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

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
 * @param maximum hard cap, relative to the parent's
 * @param state RUNNING or STOPPED. A queue that configures none has its parent's; a queue that says
 *     RUNNING below a stopped parent is refused, so a child of a stopped queue is always stopped
 * @param submitAcl users who may submit. Root's default is all users, the others' is none;
 *     permission on an ancestor suffices, so the caller must ask the ancestors too
 * @param administerAcl users who may administer, with the same defaults and inheritance
 * @param priorityAcls the highest application priority by users and groups, lowest limit first; not
 *     inherited by children; empty means that every user may ask for any priority
 * @param defaultApplicationPriority priority of an application that asks for none, at least 0
 * @param maximumApplications most applications, pending and running, that the queue may hold
 * @param maximumParallel most applications that may run at a time in the queue and below it
 * @param maximumMasterShare part of the queue that application masters may take; at least 0
 * @param isPreemptable whether its containers may be ended for other queues to get their share
 * @param isPreemptableWithin whether they may be ended for other applications of the queue
 * @param lifetime how long its applications may last
 * @param allocation the most that one container may have
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
    QueueLimit maximum,
    QueueState state,
    AccessControlList submitAcl,
    AccessControlList administerAcl,
    List<PriorityAcl> priorityAcls,
    int defaultApplicationPriority,
    ApplicationLimit maximumApplications,
    int maximumParallel,
    double maximumMasterShare,
    boolean isPreemptable,
    boolean isPreemptableWithin,
    ApplicationLifetime lifetime,
    AllocationLimit allocation,
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

  public QueueSpec {
    priorityAcls = List.copyOf(priorityAcls);
    children = List.copyOf(children);
  }

  /** Whether applications run in this queue: it has no children, and none are created. */
  public boolean isLeaf() {
    return children.isEmpty() && creation == null;
  }

  /**
   * This queue's part of a partition of the cluster; nothing may run where the queue has no access.
   *
   * @param label the partition's node label; empty: the partition of the nodes without a label
   */
  public PartitionCapacity in(String label) {
    return label.isEmpty()
        ? new PartitionCapacity(weight, maximum, maximumMasterShare)
        : labels.usable(label);
  }

  /** The node labels that this queue and those listed below name, in alphabetical order. */
  public SortedSet<String> nodeLabels() {
    return subtree()
        .flatMap(queue -> queue.labels.named())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** This queue's own list for {@code operation}, without what the ancestors grant. */
  public AccessControlList acl(QueueACL operation) {
    return switch (operation) {
      case SUBMIT_APPLICATIONS -> submitAcl;
      case ADMINISTER_QUEUE -> administerAcl;
    };
  }

  /** This queue and all listed below it, parents before their children, in the file's order. */
  public Stream<QueueSpec> subtree() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(QueueSpec::subtree));
  }
}
