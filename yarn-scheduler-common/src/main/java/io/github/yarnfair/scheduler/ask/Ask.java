// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourcePBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * One request of an application as the share tree knows it. A visit to a node reads this instead of
 * YARN's records, which may already be newer. Immutable.
 */
public final class Ask {
  /** The {@link #reach} in a class where a container must not run. */
  public static final int NOT_HERE = -1;

  private final SchedulerRequestKey key;
  private final String partition;
  private final boolean isForAnywhere;
  private final boolean relaxesLocality;
  private final int containers;
  private final Resource capability;
  private final long[] amounts;

  /** Null unless it was made as a request with placement constraints. */
  private final @Nullable Constraint constraint;

  /** The machine class in which the container runs that it increases; null if it is a new one. */
  private final @Nullable String increasedIn;

  /** The node on which it runs; likewise. */
  private final @Nullable NodeId increasedOn;

  /**
   * @param request YARN's record of the request
   * @param pending number and size of the pending containers
   */
  private Ask(
      SchedulerRequestKey key,
      AppPlacementAllocator<?> request,
      PendingAsk pending,
      ResourceVectors vectors,
      @Nullable String increasedIn,
      @Nullable NodeId increasedOn) {
    this.key = key;
    partition = request.getPrimaryRequestedNodePartition();
    constraint = constraint(request);
    isForAnywhere = namesNoPlace(key, request);
    relaxesLocality = isForAnywhere || request.canDelayTo(ResourceRequest.ANY);
    containers = pending.getCount();
    capability = shareable(pending.getPerAllocationResource());
    amounts = vectors.of(capability);
    this.increasedIn = increasedIn;
    this.increasedOn = increasedOn;
  }

  private Ask(Ask like, int containers) {
    key = like.key;
    partition = like.partition;
    constraint = like.constraint;
    isForAnywhere = like.isForAnywhere;
    relaxesLocality = like.relaxesLocality;
    this.containers = containers;
    capability = like.capability;
    amounts = like.amounts;
    increasedIn = like.increasedIn;
    increasedOn = like.increasedOn;
  }

  /**
   * Returns what is pending of a request, or null if nothing is.
   *
   * @param increasedIn the machine class in which the container runs that it increases; null if it
   *     is for a new one
   * @param increasedOn the node on which that container runs; likewise, or if it has gone
   */
  public static @Nullable Ask of(
      SchedulerRequestKey key,
      AppPlacementAllocator<?> request,
      ResourceVectors vectors,
      @Nullable String increasedIn,
      @Nullable NodeId increasedOn) {
    PendingAsk pending = request.getPendingAsk(ResourceRequest.ANY);
    return pending.getCount() > 0
        ? new Ask(key, request, pending, vectors, increasedIn, increasedOn)
        : null;
  }

  /** A record that came by RPC changes inside when it is read; YARN has replaced most of them. */
  private static Resource shareable(Resource record) {
    return record instanceof ResourcePBImpl ? Resources.clone(record) : record;
  }

  private static @Nullable Constraint constraint(AppPlacementAllocator<?> request) {
    SchedulingRequest constrained = request.getSchedulingRequest();
    return constrained == null ? null : Constraint.of(constrained);
  }

  /** Returns this request for another number of containers; null for none. */
  public @Nullable Ask withContainers(int number) {
    return number > 0 ? new Ask(this, number) : null;
  }

  /** Returns whether YARN's record is equal to this request now, except for the number pending. */
  public boolean agreesWith(AppPlacementAllocator<?> request) {
    return partition.equals(request.getPrimaryRequestedNodePartition())
        && isForAnywhere == namesNoPlace(key, request)
        && Objects.equals(constraint, constraint(request))
        && request.getPendingAsk(ResourceRequest.ANY).getPerAllocationResource().equals(capability);
  }

  /** Returns whether two requests are equal except for the number of containers. */
  public boolean isLike(Ask other) {
    return isForAnywhere == other.isForAnywhere
        && relaxesLocality == other.relaxesLocality
        && Objects.equals(increasedIn, other.increasedIn)
        && Objects.equals(increasedOn, other.increasedOn)
        && Objects.equals(constraint, other.constraint)
        && isFor(other.key, other.partition, other.amounts);
  }

  /** Returns whether two requests are equal, including the number of containers. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ask ask && containers == ask.containers && isLike(ask);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, containers);
  }

  /** Returns whether it is this request, for containers of this size in this partition. */
  public boolean isFor(SchedulerRequestKey otherKey, String otherPartition, long[] otherAmounts) {
    return key.equals(otherKey)
        && partition.equals(otherPartition)
        && Arrays.equals(amounts, otherAmounts);
  }

  public SchedulerRequestKey key() {
    return key;
  }

  /** Returns the node label that is asked for. */
  public String partition() {
    return partition;
  }

  /** Returns whether a request names no place: nothing is more local to it, nothing to wait for. */
  private static boolean namesNoPlace(SchedulerRequestKey key, AppPlacementAllocator<?> request) {
    return key.getContainerToUpdate() == null
        && request.getSchedulingRequest() == null
        && request.getUniqueLocationAsks() == 1
        && request.canDelayTo(ResourceRequest.ANY);
  }

  /**
   * Returns whether it names no place and has no constraint: every node is equally local, and it
   * never waits for locality.
   */
  public boolean isForAnywhere() {
    return isForAnywhere;
  }

  /**
   * Returns whether it was made as a request with placement constraints: then each node is asked
   * whether it satisfies them.
   */
  public boolean isConstrained() {
    return constraint != null;
  }

  /** Returns the tags and the constraint that it was made with, or null. */
  public @Nullable Constraint constraint() {
    return constraint;
  }

  /** Returns whether it may be served at any place in the end. */
  public boolean relaxesLocality() {
    return relaxesLocality;
  }

  public int containers() {
    return containers;
  }

  /** Returns what each container gets; all of them share it. Not to be changed. Any thread. */
  public Resource capability() {
    return capability;
  }

  /** Returns what one container takes, by resource type; not to be changed. */
  public long[] amounts() {
    return amounts;
  }

  /** Returns whether it is to increase a running container. */
  public boolean isIncrease() {
    return key.getContainerToUpdate() != null;
  }

  /** Returns the only node where it may be served, null if it is for new containers. */
  public @Nullable NodeId increasedOn() {
    return increasedOn;
  }

  /** Returns the name of the only machine class in which it may be served, null if any will do. */
  public @Nullable String onlyClass(MachineClasses classes) {
    if (increasedIn != null) {
      return increasedIn;
    }
    return classes.kind() == MachineClasses.Kind.ATTRIBUTE ? null : partition;
  }

  /**
   * Returns the demand vectors of one container: one for each machine class where it may run.
   *
   * @param ofIdle whether it may use what is idle in shared classes, if it names no label
   */
  public List<long[]> vectors(QueueClasses queue, boolean ofIdle) {
    MachineClasses classes = queue.all();
    if (classes.isOne()) {
      return classes.number(partition) == 0 ? List.of(amounts) : List.of();
    }
    List<long[]> vectors = new ArrayList<>();
    for (int c = 0; c < classes.count(); c++) {
      int reach = reach(queue, c, ofIdle);
      if (reach != NOT_HERE) {
        vectors.add(classes.amounts(c, amounts, reach));
      }
    }
    return vectors;
  }

  /**
   * Returns the demand vector of one container in one machine class, null if it must not run there.
   *
   * @param ofIdle as for {@link #vectors}
   */
  public long @Nullable [] vector(QueueClasses queue, int machineClass, boolean ofIdle) {
    MachineClasses classes = queue.all();
    if (classes.isOne()) {
      return classes.number(partition) == 0 ? amounts : null;
    }
    int reach = reach(queue, machineClass, ofIdle);
    return reach == NOT_HERE ? null : classes.amounts(machineClass, amounts, reach);
  }

  /**
   * Returns on what terms a container may run in a machine class: one of {@link ShareSpace}'s, or
   * {@link #NOT_HERE}.
   *
   * @param ofIdle as for {@link #vectors}
   */
  public int reach(QueueClasses queue, int machineClass, boolean ofIdle) {
    MachineClasses classes = queue.all();
    String only = onlyClass(classes);
    if (only == null) {
      return ShareSpace.ANY_CLASS;
    }
    if (classes.name(machineClass).equals(only)) {
      return increasedIn != null || queue.isOpen(machineClass) ? ShareSpace.FIXED : NOT_HERE;
    }
    boolean mayBeGuest = ofIdle && increasedIn == null && only.isEmpty();
    return mayBeGuest && machineClass == classes.guests() && classes.isAnyShared()
        ? ShareSpace.IDLE_ROOM
        : NOT_HERE;
  }

  /** Returns a value that is equal for requests with equal demand vectors. */
  public Object demandClass() {
    LongBuffer size = LongBuffer.wrap(amounts);
    return partition.isEmpty() && increasedIn == null
        ? size
        : new Placed(size, partition, increasedIn);
  }

  /**
   * Returns a value that is equal for requests that are served alike: by shape and placement
   * constraint. One that names places is like no other.
   */
  Object likeness() {
    if (constraint == null && !isForAnywhere) {
      return key;
    }
    PendingTasks.Shape shape = PendingTasks.Shape.of(partition, amounts);
    return constraint == null ? shape : new Constrained(shape, constraint);
  }

  private record Constrained(PendingTasks.Shape shape, Constraint constraint) {}

  private record Placed(LongBuffer size, String partition, @Nullable String increasedIn) {}
}
