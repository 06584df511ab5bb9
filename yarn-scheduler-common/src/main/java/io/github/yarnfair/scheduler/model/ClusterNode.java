// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.github.yarnfair.scheduler.record.RecordedNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeUsage;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/** A NodeManager: its total and free resources, its containers, and whether it waits for room. */
public final class ClusterNode extends SchedulerNode implements RecordedNode {
  private static final long NOT_WAITING = -1;

  private static final Set<RMContainerState> ENDED =
      EnumSet.of(
          RMContainerState.COMPLETED,
          RMContainerState.EXPIRED,
          RMContainerState.RELEASED,
          RMContainerState.KILLED);

  private volatile @Nullable Reservation reservation;
  private volatile String machineClass = MachineClasses.DEFAULT;
  private volatile long waitingSince = NOT_WAITING;
  private int recordedNumber;
  private boolean openToAll;

  /** The node's total by resource type; null until it is first read. */
  private long @Nullable [] total;

  /** The free resources by resource type; null after a change until they are read again. */
  @GuardedBy("this")
  private long @Nullable [] free;

  /** Whether no application could use what is free; false once more is free. */
  private boolean leftOver;

  /** How much is kept for members of gangs, by resource type; null if there never was any. */
  @GuardedBy("this")
  private long @Nullable [] kept;

  /** What applications hold here; built at the first request for it, which most nodes never get. */
  private @Nullable NodeUsage usage;

  public ClusterNode(RMNode node, boolean usePortForNodeName, Set<String> labels) {
    super(node, usePortForNodeName, labels);
  }

  /**
   * Returns whether new containers may be placed here. A node that is being decommissioned is
   * shrunk to what it runs, but one event late: until then it must not be filled again.
   */
  public boolean acceptsContainers() {
    return getRMNode().getState() == NodeState.RUNNING;
  }

  /** Returns the name of the node's machine class, in which its containers are charged. */
  @Override
  public String machineClass() {
    return machineClass;
  }

  /** Sets the node's machine class; the usage of its containers has to be moved there too. */
  public void setMachineClass(String name) {
    machineClass = name;
  }

  /** Returns the number by which a recording names the node; 0 unless it has been given one. */
  @Override
  public int recordedNumber() {
    return recordedNumber;
  }

  @Override
  public void setRecordedNumber(int number) {
    recordedNumber = number;
  }

  /** Returns the node's total by resource type. Not a copy. */
  @Override
  public long[] total(ResourceVectors vectors) {
    if (total == null) {
      total = vectors.of(getTotalResource());
    }
    return total;
  }

  /**
   * Reads what is neither allocated nor kept for members of gangs; negative on an over-committed
   * node.
   */
  public synchronized void readFree(ResourceVectors vectors, long[] into) {
    if (free == null) {
      free = vectors.of(getUnallocatedResource());
    }
    System.arraycopy(free, 0, into, 0, into.length);
    if (kept != null) {
      ResourceVectors.add(kept, -1, into);
    }
  }

  /** Returns how much of a resource type is kept here for members of gangs. */
  @SuppressWarnings("GuardedBy") // changes under the scheduler's write lock, as does the caller
  public long kept(int type) {
    return kept == null ? 0 : kept[type];
  }

  /** Keeps an amount by resource type for a member of a gang. */
  public synchronized void keep(long[] amounts) {
    if (kept == null) {
      kept = new long[amounts.length];
    }
    ResourceVectors.add(amounts, 1, kept);
  }

  /** Gives up what was kept for a member of a gang. */
  public synchronized void giveUp(long[] amounts) {
    ResourceVectors.add(amounts, -1, Objects.requireNonNull(kept));
    leftOver = false;
  }

  /**
   * Returns whether more is allocated and kept here than the node has, without the containers that
   * have ended and that the node has not reported.
   */
  public synchronized boolean isOverKept(ResourceVectors vectors) {
    long[] left = new long[vectors.length()];
    readFree(vectors, left);
    if (lacksKept(left)) {
      getCopiedListOfRunningContainers().stream()
          .filter(container -> ENDED.contains(container.getState()))
          .forEach(
              ended ->
                  ResourceVectors.add(vectors.of(ended.getContainer().getResource()), 1, left));
    }
    return lacksKept(left);
  }

  /** Returns whether room is kept here that the node has once it reports that containers ended. */
  public synchronized boolean awaitsEnds(ResourceVectors vectors) {
    long[] left = new long[vectors.length()];
    readFree(vectors, left);
    return lacksKept(left);
  }

  private boolean lacksKept(long[] left) {
    for (int j = 0; j < left.length; j++) {
      if (left[j] < 0 && kept(j) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether no application could use what is free when that was last offered. */
  public boolean isLeftOver() {
    return leftOver;
  }

  /** Records that no application can use what is free. */
  public void leaveOver() {
    leftOver = true;
  }

  @Override
  public synchronized void updateTotalResource(Resource resource) {
    super.updateTotalResource(resource);
    total = null;
    free = null;
    leftOver = false;
  }

  @Override
  public synchronized void deductUnallocatedResource(Resource resource) {
    super.deductUnallocatedResource(resource);
    free = null;
  }

  /** Returns what an application holds here, by resource type. Not a copy. */
  public synchronized long[] usage(ApplicationId application, ResourceVectors vectors) {
    if (usage == null) {
      usage = new NodeUsage(vectors, getCopiedListOfRunningContainers());
    }
    return usage.of(application);
  }

  /**
   * Returns whether the cached free resources and usage by application are correct; for the audit.
   */
  public synchronized boolean isUsageTrue(ResourceVectors vectors) {
    boolean isFreeTrue = free == null || Arrays.equals(free, vectors.of(getUnallocatedResource()));
    return isFreeTrue
        && (usage == null
            || usage.isSameAs(new NodeUsage(vectors, getCopiedListOfRunningContainers())));
  }

  @Override
  protected synchronized void allocateContainer(RMContainer container, boolean launchedOnNode) {
    super.allocateContainer(container, launchedOnNode);
    if (usage != null) {
      usage.add(container.getContainer());
    }
  }

  @Override
  protected synchronized void updateResourceForReleasedContainer(Container container) {
    super.updateResourceForReleasedContainer(container);
    free = null;
    leftOver = false;
    if (usage != null) {
      usage.remove(container);
    }
  }

  /** Returns the reservation that the node waits for, or null. */
  public @Nullable Reservation reservation() {
    return reservation;
  }

  /** Sets the reservation that the node waits for; null for none. */
  public void setReservation(@Nullable Reservation made) {
    reservation = made;
  }

  /**
   * Records that the node withholds free resources for a larger task.
   *
   * @return whether it has done so for longer than the timeout: then {@link #isOpenToAll} holds
   *     until {@link #servedAll}
   */
  public boolean waitsTooLong(long now, long timeoutMillis) {
    if (waitingSince == NOT_WAITING) {
      waitingSince = now;
    }
    if (now - waitingSince < timeoutMillis) {
      return false;
    }
    openToAll = true;
    return true;
  }

  /** Returns whether the node withholds free resources. Any thread. */
  public boolean isWaiting() {
    return waitingSince != NOT_WAITING;
  }

  /** Records that the node's wait is over: the request was served, or there is none. */
  public void stopWaiting() {
    waitingSince = NOT_WAITING;
  }

  /**
   * Returns whether every request that fits the free resources is to be served, although larger
   * ones wait.
   */
  public boolean isOpenToAll() {
    return openToAll;
  }

  /** Ends serving all that fit after a timeout: the node may wait for a larger request again. */
  public void servedAll() {
    openToAll = false;
    waitingSince = NOT_WAITING;
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the reservation has a lock of its own
  public @Nullable RMContainer getReservedContainer() {
    Reservation standing = reservation;
    return standing == null ? null : standing.container();
  }

  /** What the node waits for is {@link #setReservation set} with all that belongs to it. */
  @Override
  public void reserveResource(
      SchedulerApplicationAttempt attempt, SchedulerRequestKey key, RMContainer container) {
    throw new UnsupportedOperationException();
  }

  /** What the node waits for is {@link #setReservation set} with all that belongs to it. */
  @Override
  public void unreserveResource(SchedulerApplicationAttempt attempt) {
    throw new UnsupportedOperationException();
  }
}
