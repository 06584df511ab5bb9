// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.QueueClasses;
import io.github.yarnfair.scheduler.resource.ContainerClasses;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAppUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An attempt and nodes: those that it refuses, and the machine classes of those where it has
 * containers.
 */
public abstract class LocatedAttempt extends SchedulerApplicationAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(LocatedAttempt.class);

  /** Number of changes of the blacklist; 0 for most attempts, which never refuse a place. */
  private final AtomicInteger refusals = new AtomicInteger();

  private final ContainerClasses machineClasses = new ContainerClasses();

  LocatedAttempt(ApplicationAttemptId id, String user, FairQueue queue, RMContext rmContext) {
    super(id, user, queue, queue.getAbstractUsersManager(), rmContext);
  }

  /** Returns the application's leaf of the share tree; {@link ShareTree#NONE} if it has none. */
  abstract int leaf();

  /** Returns the machine classes that the queue may use. */
  abstract QueueClasses queueClasses();

  /** Is called after the node of the master has another partition. */
  abstract void masterMoved(String partition);

  final ShareLedger ledger() {
    return ((FairQueue) queue).ledger();
  }

  // ----------------------------------------------------------------------- nodes that it refuses

  @Override
  public void updateBlacklist(@Nullable List<String> additions, @Nullable List<String> removals) {
    boolean adds = additions != null && !additions.isEmpty();
    boolean removes = removals != null && !removals.isEmpty();
    if (adds || (removes && hasRefusedPlaces())) {
      super.updateBlacklist(additions, removals);
      refusals.incrementAndGet();
    }
  }

  /** Returns how often the blacklist may have changed. */
  final int refusals() {
    return refusals.get();
  }

  @Override
  public void transferStateFromPreviousAttempt(SchedulerApplicationAttempt previous) {
    refusals.set(((LocatedAttempt) previous).refusals());
    machineClasses.addAll(((LocatedAttempt) previous).machineClasses);
    super.transferStateFromPreviousAttempt(previous);
  }

  /** Returns whether any place may be on a blacklist of the attempt. */
  public boolean hasRefusedPlaces() {
    return refusals.get() > 0;
  }

  /** Returns whether a node, or its rack, is on the attempt's blacklist. */
  public boolean refuses(ClusterNode node) {
    return hasRefusedPlaces() && SchedulerAppUtils.isPlaceBlacklisted(this, node, LOG);
  }

  // ----------------------------------------------------------------------------- machine classes

  /** Returns the name of the machine class in which a container is charged. */
  public String machineClass(ContainerId container) {
    return machineClasses.charged(container);
  }

  /** Returns the number of the machine class in which a container is charged. */
  public int charged(RMContainer container) {
    MachineClasses classes = ledger().classes();
    return classes.isOne() ? 0 : classes.number(machineClass(container.getContainerId()));
  }

  void locate(RMContainer container, String classOfNode) {
    String label = container.getNodeLabelExpression();
    ContainerId grown = container.getAllocatedSchedulerKey().getContainerToUpdate();
    String charged =
        grown == null ? ledger().classes().charged(classOfNode, label) : machineClass(grown);
    machineClasses.put(container.getContainerId(), classOfNode, charged);
  }

  /**
   * As under CapacityScheduler the usage moves with the node; but a queue that has no part of the
   * new partition has a guest there.
   */
  private void relocate(RMContainer container, String classOfNode) {
    QueueClasses classes = queueClasses();
    int number = classes.all().number(classOfNode);
    if (number != MachineClasses.UNKNOWN && classes.isOpen(number)) {
      machineClasses.put(container.getContainerId(), classOfNode, classOfNode);
    } else {
      locate(container, classOfNode);
    }
  }

  /** Returns the partition under which metrics count a container: that of its node. */
  public String partition(RMContainer container) {
    return ledger().classes().kind() == MachineClasses.Kind.LABELS
        ? machineClasses.ofNode(container.getContainerId())
        : RMNodeLabelsManager.NO_LABEL;
  }

  /** Moves the usage of a container that the attempt holds to the class that its node has now. */
  public void changeClass(RMContainer container, String classOfNode) {
    writeLock.lock();
    try {
      Resource amount = container.getContainer().getResource();
      ContainerId id = container.getContainerId();
      String before = partition(container);
      ShareLedger ledger = ledger();
      ledger.release(leaf(), machineClass(id), amount);
      relocate(container, classOfNode);
      ledger.charge(leaf(), machineClass(id), amount);
      String now = partition(container);
      attemptResourceUsage.decUsed(before, amount);
      attemptResourceUsage.incUsed(now, amount);
      queue.getMetrics().releaseResources(before, getUser(), 1, amount);
      queue.getMetrics().allocateResources(now, getUser(), 1, amount, false);
      if (container.isAMContainer()) {
        masterMoved(now);
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Forgets where a container was that has ended. */
  final void forget(ContainerId container) {
    machineClasses.remove(container);
  }
}
