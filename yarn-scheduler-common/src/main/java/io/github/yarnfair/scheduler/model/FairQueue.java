// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.metrics.BatchedQueueMetrics;
import io.github.yarnfair.scheduler.metrics.QueueCapacities;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ReservedAmounts;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ActiveUsersManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A configured queue: its name, limits, permissions and metrics. The share tree has its usage,
 * under the queue's handle.
 *
 * <p>Its configuration never changes; a refresh builds new queues. Values that are read from the
 * share tree without a lock may be stale.
 */
public abstract class FairQueue implements Queue {
  private static final QueueLimit NOTHING = new QueueLimit.Percentage(0);

  private final QueueSpec spec;
  private final @Nullable ParentQueue parent;
  private final ShareLedger ledger;
  private final QueueAccess access;
  private final BatchedQueueMetrics metrics;
  private final int handle;
  private final QueueEntitlement entitlement;
  private final ReservedAmounts reserved;
  private ActiveUsersManager users;

  FairQueue(
      QueueSpec spec,
      @Nullable ParentQueue parent,
      ShareLedger ledger,
      QueueAccess access,
      Configuration conf) {
    this.spec = spec;
    this.parent = parent;
    this.ledger = ledger;
    this.access = access;
    metrics =
        ledger.isSupposed()
            ? BatchedQueueMetrics.unregistered(spec.path(), parent, conf)
            : BatchedQueueMetrics.of(spec.path(), parent, conf);
    users = new ActiveUsersManager(metrics);
    handle = parent == null ? ShareTree.ROOT : ledger.tree().addQueue(parent.handle(), 1.0);
    entitlement =
        new QueueEntitlement(
            spec,
            ledger,
            handle,
            parent == null ? null : parent.entitlement(),
            () -> children().stream().map(FairQueue::entitlement).toList());
    reserved =
        new ReservedAmounts(ledger.tree(), handle, parent == null ? null : parent.reserved());
  }

  public QueueSpec spec() {
    return spec;
  }

  public ShareLedger ledger() {
    return ledger;
  }

  /** Returns what the queue is entitled to, and the most that it may hold. */
  public final QueueEntitlement entitlement() {
    return entitlement;
  }

  /** Returns what is reserved for applications in the queue and below. */
  public final ReservedAmounts reserved() {
    return reserved;
  }

  /** Returns what is reserved for a user; where users divide the queue's share, for each apart. */
  public abstract ReservedAmounts reservedFor(String user);

  /** Returns whether used + reserved is within the limits, as far as a reservation matters. */
  public abstract boolean mayKeepReserved(String user, long[] amounts);

  /** Returns the queue's handle in the share tree. */
  public int handle() {
    return handle;
  }

  /** Goes on counting the active users of the queue that this one replaces. */
  void continueUsersOf(FairQueue replaced) {
    users = replaced.users;
  }

  /** Returns the queues directly below, in the file's order, then those created. */
  public abstract List<FairQueue> children();

  /** Returns how many applications are in the queue and below. */
  public abstract int applicationCount();

  /** Returns the current attempts of the applications in the queue and below. */
  public abstract Stream<? extends SchedulerApplicationAttempt> attempts();

  /** Returns the queue directly above, null for root. */
  public final @Nullable ParentQueue parent() {
    return parent;
  }

  /** Returns the users of the applications in the queue and below, some of them repeatedly. */
  public abstract Stream<String> users();

  /** Returns whether a request of the queue that names a label may run in its partition. */
  final boolean mayName(String label) {
    return ledger.classes().kind() != MachineClasses.Kind.LABELS
        || label.isEmpty()
        || (spec.labels().mayUse(label) && hasPartOf(label));
  }

  private boolean hasPartOf(String label) {
    return !spec.in(label).maximum().equals(NOTHING)
        && (parent == null || ((FairQueue) parent).hasPartOf(label));
  }

  /** Recomputes what each user may hold of the leaf queues here and below. */
  void limitUsers() {
    children().forEach(FairQueue::limitUsers);
  }

  /**
   * Returns this queue or the nearest above whose limit is below a vector, or null if none is. A
   * request of that size can never be served here.
   *
   * @param amounts of the share tree
   */
  public @Nullable FairQueue firstThatCannotHold(long[] amounts) {
    for (int j = 0; j < ledger.classes().space().pairs(); j++) {
      if (amounts[j] > ledger.tree().limit(handle, j)) {
        return this;
      }
    }
    return parent == null ? null : parent.firstThatCannotHold(amounts);
  }

  /** Returns the most that the queue may hold; the whole cluster where nothing limits it. */
  public Resource limit() {
    return ledger.limit(handle);
  }

  /** Returns the most that the queue may hold of a machine class. */
  public Resource limit(int machineClass) {
    return ledger.limit(handle, machineClass);
  }

  @Override
  public String getQueueName() {
    return spec.path();
  }

  /** Returns the queue's entitlement and limit. Any thread; may be stale. */
  QueueCapacities capacities() {
    return entitlement.capacities(Resources.none(), Resources.none());
  }

  @Override
  public BatchedQueueMetrics getMetrics() {
    return metrics;
  }

  @Override
  public AbstractUsersManager getAbstractUsersManager() {
    return users;
  }

  @Override
  public QueueInfo getQueueInfo(boolean includeChildQueues, boolean recursive) {
    QueueInfo info = QueueFigures.report(this);
    if (includeChildQueues) {
      for (FairQueue child : children()) {
        info.getChildQueues().add(child.getQueueInfo(recursive, recursive));
      }
    }
    return info;
  }

  /** Returns the state: DRAINING for a stopped queue that still has applications. */
  public QueueState state() {
    boolean draining = spec.state() == QueueState.STOPPED && applicationCount() > 0;
    return draining ? QueueState.DRAINING : spec.state();
  }

  @Override
  public boolean hasAccess(QueueACL acl, UserGroupInformation user) {
    // What the provider knows of queues above it looks up itself, but it knows no created ones.
    return access.isAllowed(spec, acl, user)
        || (spec.origin() != QueueOrigin.LISTED && parent != null && parent.hasAccess(acl, user));
  }

  @Override
  public List<QueueUserACLInfo> getQueueUserAclInfo(UserGroupInformation user) {
    List<QueueUserACLInfo> infos = new ArrayList<>();
    List<QueueACL> allowed =
        Arrays.stream(QueueACL.values()).filter(acl -> hasAccess(acl, user)).toList();
    infos.add(QueueUserACLInfo.newInstance(spec.path(), allowed));
    children().forEach(child -> infos.addAll(child.getQueueUserAclInfo(user)));
    return infos;
  }

  /** YARN refuses requests that name another label. */
  @Override
  public Set<String> getAccessibleNodeLabels() {
    return spec.labels().accessible();
  }

  /** YARN puts it into requests that name no label. */
  @Override
  public @Nullable String getDefaultNodeLabelExpression() {
    return spec.labels().defaultExpression();
  }

  @Override
  public Priority getDefaultApplicationPriority() {
    return Priority.newInstance(spec.values().get(QueueKeys.DEFAULT_PRIORITY));
  }

  /** The attempt charges the container, in the machine class of its node. */
  @Override
  public final void recoverContainer(
      Resource clusterResource, SchedulerApplicationAttempt attempt, RMContainer container) {}

  /** Pending demand is kept in the share tree, by application. */
  @Override
  public void incPendingResource(String nodeLabel, Resource resource) {}

  /** Pending demand is kept in the share tree, by application. */
  @Override
  public void decPendingResource(String nodeLabel, Resource resource) {}

  /** Reservations are counted by {@link #reservedFor}. */
  @Override
  public void incReservedResource(String partition, Resource resource) {}

  /** Reservations are counted by {@link #reservedFor}. */
  @Override
  public void decReservedResource(String partition, Resource resource) {}

  @Override
  public String toString() {
    return spec.path();
  }
}
