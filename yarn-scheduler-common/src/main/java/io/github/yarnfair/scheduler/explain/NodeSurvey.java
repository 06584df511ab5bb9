// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.QueueClasses;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.NodeLocality;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The nodes as one request sees them: how many could hold a container, how many have room, and
 * which is nearest to it. Reads nodes one by one without the scheduler's lock.
 */
final class NodeSurvey {
  /** Nodes that are asked whether they satisfy the request's constraint, at 2 µs each. */
  static final int MOST_ASKED = 500;

  /** Nodes of which it is looked up when they have room. */
  static final int MOST_LACKING = 32;

  /** Nodes that are named. */
  static final int MOST_NAMED = 5;

  private final AppAttempt attempt;
  private final Ask ask;
  private final boolean ofIdle;
  private final ResourceVectors vectors;
  private final QueueClasses classes;
  private final @Nullable RMContainer grown;
  private final Collection<Integer> through;

  private int registered;
  private int inPartition;
  private int largeEnough;
  private int asked;
  private int able;
  private int measured;

  /** Of the nodes that are measured: 2 for the blacklist and 1 for the request's places. */
  private int fewest = Integer.MAX_VALUE;

  private int withRoom;
  private int withRoomReserved;
  private int waiting;
  private final List<String> refused = new ArrayList<>();
  private final Map<ApplicationId, Integer> reservedFor = new LinkedHashMap<>();
  private @Nullable ClusterNode nearest;
  private double nearestLack = Double.POSITIVE_INFINITY;
  private int nearestRank;

  /** Able nodes that are not reserved for others and lack least, that which lacks most first. */
  private final PriorityQueue<Lacking> lacking =
      new PriorityQueue<>(Comparator.comparingDouble(Lacking::lack).reversed());

  private long[] free;
  private long @Nullable [] largest;
  private double largestPart = -1;
  private int own;
  private boolean isLocalWithRoom;

  private record Lacking(ClusterNode node, double lack) {}

  /**
   * @param ofIdle whether the request may use what is idle in shared partitions
   * @param through machine classes in which it may be charged
   */
  NodeSurvey(AppAttempt attempt, Ask ask, boolean ofIdle, Collection<Integer> through) {
    this.through = through;
    this.attempt = attempt;
    this.ask = ask;
    this.ofIdle = ofIdle;
    vectors = attempt.queue().ledger().vectors();
    classes = attempt.queue().classes();
    free = new long[vectors.length()];
    grown =
        ask.key().getContainerToUpdate() == null
            ? null
            : attempt.getRMContainer(ask.key().getContainerToUpdate());
  }

  NodeSurvey over(List<ClusterNode> nodes) {
    nodes.stream().filter(ClusterNode::acceptsContainers).forEach(this::look);
    return this;
  }

  private void look(ClusterNode node) {
    registered++;
    if (!isInReach(node)) {
      return;
    }
    inPartition++;
    long[] total = vectors.of(node.getTotalResource());
    compareWithLargest(total);
    if (grown == null && !Amounts.fits(ask.amounts(), total)) {
      return;
    }
    largeEnough++;
    boolean isRefused = attempt.refuses(node);
    boolean isMisplaced = !mayPlace(node);
    if (isRefused && refused.size() < MOST_NAMED) {
      refused.add(node.getNodeID().getHost());
    }
    able += isRefused || isMisplaced ? 0 : 1;
    int obstacles = (isRefused ? 2 : 0) + (isMisplaced ? 1 : 0);
    if (obstacles < fewest) {
      forgetRoom();
      fewest = obstacles;
    }
    if (obstacles == fewest) {
      measured++;
      measure(node, total);
    }
  }

  /** Room is that of the nodes with the fewest obstacles. */
  private void forgetRoom() {
    measured = 0;
    withRoom = 0;
    withRoomReserved = 0;
    waiting = 0;
    own = 0;
    isLocalWithRoom = false;
    reservedFor.clear();
    lacking.clear();
    nearest = null;
    nearestLack = Double.POSITIVE_INFINITY;
    nearestRank = 0;
  }

  private boolean isInReach(ClusterNode node) {
    int machineClass = classes.all().number(node.machineClass());
    if (machineClass < 0) {
      return false;
    }
    return (through.contains(machineClass)
            && ask.reach(classes, machineClass, ofIdle) != Ask.NOT_HERE)
        || isOpenToGuests(machineClass);
  }

  /** A request for places or with a constraint stays in its partition. */
  private boolean isOpenToGuests(int machineClass) {
    int guests = classes.all().guests();
    return guests >= 0
        && ask.isForAnywhere()
        && through.contains(guests)
        && classes.all().isShared(machineClass)
        && ask.reach(classes, guests, ofIdle) != Ask.NOT_HERE;
  }

  private boolean mayPlace(ClusterNode node) {
    if (ask.key().getContainerToUpdate() != null) {
      return grown != null && grown.getAllocatedNode().equals(node.getNodeID());
    }
    if (ask.isForAnywhere()) {
      return true;
    }
    return asked++ < MOST_ASKED && attempt.mayEverPlace(ask.key(), node);
  }

  /** Returns whether a node has to satisfy a constraint, or to be one that the request names. */
  boolean isBound() {
    if (ask.isForAnywhere() || ask.key().getContainerToUpdate() != null) {
      return false;
    }
    AppPlacementAllocator<ClusterNode> asks = attempt.getAppPlacementAllocator(ask.key());
    return ask.isConstrained() || (asks != null && !asks.canDelayTo(ResourceRequest.ANY));
  }

  /** Returns the placement constraint that keeps the request, for people. */
  String constraint() {
    return attempt.constraints().describe(ask);
  }

  private void measure(ClusterNode node, long[] total) {
    node.readFree(vectors, free);
    Reservation reservation = node.reservation();
    boolean isReserved = reservation != null && !reservation.attempt().equals(attempt);
    if (reservation != null && isReserved) {
      reservedFor.merge(reservation.attempt().getApplicationId(), 1, Integer::sum);
    } else if (reservation != null) {
      own++;
    }
    double lack = 0;
    for (int j = 0; j < free.length; j++) {
      if (ask.amounts()[j] > free[j]) {
        lack = Math.max(lack, (double) (ask.amounts()[j] - free[j]) / Math.max(1, total[j]));
      }
    }
    if (lack == 0) {
      isLocalWithRoom |=
          !isReserved && NodeLocality.mostLocal(attempt, ask, node) == NodeType.NODE_LOCAL;
      withRoom += isReserved ? 0 : 1;
      waiting += !isReserved && node.isWaiting() ? 1 : 0;
      withRoomReserved += isReserved ? 1 : 0;
    }
    if (!isReserved) {
      remember(node, lack);
    }
    // What is said of reservations is of a reserved node with room, if only such a node has room.
    int rank = (lack > 0 ? 2 : 0) + (isReserved ? 1 : 0);
    if (nearest == null || rank < nearestRank || (rank == nearestRank && lack < nearestLack)) {
      nearest = node;
      nearestLack = lack;
      nearestRank = rank;
    }
  }

  private void remember(ClusterNode node, double lack) {
    if (lacking.size() < MOST_LACKING) {
      lacking.add(new Lacking(node, lack));
    } else if (lack < lacking.element().lack) {
      lacking.remove();
      lacking.add(new Lacking(node, lack));
    }
  }

  /** Remembers the total of which the request would take the least part, were it large enough. */
  private void compareWithLargest(long[] total) {
    double part = Double.POSITIVE_INFINITY;
    for (int j = 0; j < total.length; j++) {
      if (ask.amounts()[j] > 0) {
        part = Math.min(part, (double) total[j] / ask.amounts()[j]);
      }
    }
    if (part > largestPart) {
      largestPart = part;
      largest = total;
    }
  }

  /** Returns how many nodes accept containers. */
  int registered() {
    return registered;
  }

  /** Returns how many of these are in a partition where the request may be served. */
  int inPartition() {
    return inPartition;
  }

  /** Returns whether they are a part of a cluster with partitions. */
  boolean arePart() {
    return inPartition < registered && classes.all().kind() == MachineClasses.Kind.LABELS;
  }

  /** Returns how many of these could hold a container if they were empty. */
  int largeEnough() {
    return largeEnough;
  }

  /** Returns how many of these satisfy the request's constraint, or are those that it names. */
  int able() {
    return able;
  }

  /** Returns whether the nodes of which room is known are on the application's blacklist. */
  boolean areRefused() {
    return fewest >= 2 && measured > 0;
  }

  /** Returns whether these neither satisfy the constraint nor are among those that it names. */
  boolean areMisplaced() {
    return fewest % 2 == 1 && measured > 0;
  }

  /**
   * Returns of how many nodes the room is known: of the able ones, or of those that would be once
   * the blacklist or the request's places are changed.
   */
  int measured() {
    return measured;
  }

  /** Returns how many of these have room for a container and are not reserved for others. */
  int withRoom() {
    return withRoom;
  }

  /** Returns whether all with room withhold it for larger tasks. */
  boolean areWithholding() {
    return waiting > 0 && waiting == withRoom;
  }

  /** Returns whether one with room is a node that the request names. */
  boolean isLocalWithRoom() {
    return isLocalWithRoom;
  }

  /** Returns how many of these have room and are reserved for other applications. */
  int withRoomReserved() {
    return withRoomReserved;
  }

  /** Returns the hosts that are large enough and on the blacklist, the first few. */
  List<String> refused() {
    return refused;
  }

  /** Returns for which other applications able nodes are reserved, and how many. */
  Map<ApplicationId, Integer> reservedFor() {
    return reservedFor;
  }

  /** Returns how many able nodes are reserved for the application itself. */
  int ownReservations() {
    return own;
  }

  /**
   * Returns the measured node that lacks least, of those with room and of those without one that is
   * not reserved for others if possible.
   */
  @Nullable ClusterNode nearest() {
    return nearest;
  }

  /** Returns able nodes that are not reserved for others, the first few, by what they lack. */
  List<ClusterNode> lackingLeast() {
    return lacking.stream()
        .sorted(Comparator.comparingDouble(Lacking::lack))
        .map(Lacking::node)
        .toList();
  }

  /** Returns the total of the node that comes nearest to holding the request; null if none is. */
  long @Nullable [] largest() {
    return largest;
  }

  /** Returns how much more has to be free on the nearest node, by resource type. */
  long[] missing() {
    long[] missing = new long[vectors.length()];
    if (nearest != null) {
      nearest.readFree(vectors, free);
      for (int j = 0; j < missing.length; j++) {
        missing[j] = Math.max(0, ask.amounts()[j] == 0 ? 0 : ask.amounts()[j] - free[j]);
      }
    }
    return missing;
  }
}
