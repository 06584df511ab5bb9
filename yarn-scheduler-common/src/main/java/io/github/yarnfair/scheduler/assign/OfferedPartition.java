// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.nodes.NodeScore;
import io.github.yarnfair.core.nodes.NodesOfClass;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.OfferedNodes;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one machine class that have reported, by number, and the offer of the free resources
 * of those with room. Shares are measured by class, so that each has an offer of its own.
 */
final class OfferedPartition {
  private final MachineClasses classes;
  private final int machineClass;
  private final NodeIndex index;

  /** The index to the share tree. */
  private final OfferedNodes offered;

  private final Offer offer;
  private final long[] inTree;
  private boolean ofIdle;

  private final Map<NodeId, Integer> numbers = new HashMap<>();
  private @Nullable ClusterNode[] nodes = new ClusterNode[16];
  private long[] reported = new long[16];
  private final Deque<Integer> unused = new ArrayDeque<>();

  OfferedPartition(MachineClasses classes, int machineClass, NodeScore score) {
    this.classes = classes;
    this.machineClass = machineClass;
    index = new NodeIndex(classes.space().resources(), score);
    offered = classes.isOne() ? index : new NodesOfClass(classes.space(), machineClass, index);
    offer = new Offer(classes.space());
    inTree = new long[classes.space().length()];
  }

  /** Returns the number of the machine class. */
  int machineClass() {
    return machineClass;
  }

  /** Returns the number of the class in which containers count that get a part of the offer. */
  int offeredClass() {
    return ofIdle ? classes.guests() : machineClass;
  }

  /** Returns whether a node belongs to it. */
  boolean has(ClusterNode node) {
    return node.machineClass().equals(classes.name(machineClass));
  }

  /**
   * Returns whether the offer is one of idle resources of labelled nodes, to requests without a
   * label.
   */
  boolean isOfIdle() {
    return ofIdle;
  }

  /** Returns the nodes with room, by number. */
  NodeIndex index() {
    return index;
  }

  /** Returns the offer of all nodes with room. Not a copy. */
  Offer offer() {
    return offer;
  }

  /**
   * Opens the offer, with no application skipped.
   *
   * @param turns the total of the node that may wait, of each resource that is not exhausted on it
   */
  void open(long[] turns) {
    open(turns, false);
  }

  /** Opens an offer of resources that no other request can use, to requests without a label too. */
  void openIdle(long[] nothing) {
    open(nothing, true);
  }

  private void open(long[] turns, boolean idle) {
    ofIdle = idle;
    if (offered instanceof NodesOfClass several) {
      several.setMachineClass(offeredClass());
    }
    index.beginPass();
    offer.open(offered, inTree(turns));
  }

  /** Offers another total of the node that may wait; skipped applications stay skipped. */
  void change(long[] turns) {
    offer.change(inTree(turns));
  }

  private long[] inTree(long[] turns) {
    if (classes.isOne()) {
      return turns;
    }
    int reach = ofIdle ? ShareSpace.IDLE_ROOM : ShareSpace.ANY_CLASS;
    classes.put(offeredClass(), turns, reach, inTree);
    return inTree;
  }

  /**
   * Takes in that a node has reported.
   *
   * @param total what it has
   * @param available what of it may be given to tasks
   * @param now the scheduler's clock, in milliseconds
   */
  void report(ClusterNode node, long[] total, long[] available, long now) {
    int number = numbers.computeIfAbsent(node.getNodeID(), any -> add(node));
    reported[number] = now;
    index.put(number, total, available);
  }

  private int add(ClusterNode node) {
    int number = unused.isEmpty() ? numbers.size() : unused.pop();
    if (number == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * number);
      reported = Arrays.copyOf(reported, 2 * number);
    }
    nodes[number] = node;
    return number;
  }

  /** Removes a node, if it is known. */
  void remove(ClusterNode node) {
    Integer number = numbers.remove(node.getNodeID());
    if (number != null) {
      index.remove(number);
      nodes[number] = null;
      unused.push(number);
    }
  }

  /** Returns the number of a node, or {@link NodeIndex#NONE} if it is not known here. */
  int number(ClusterNode node) {
    return numbers.getOrDefault(node.getNodeID(), NodeIndex.NONE);
  }

  /**
   * Returns whether a request is none to increase a container on a node that has no room for it, or
   * the node is the one that has reported, which may wait.
   */
  boolean mayGrow(Ask ask, NodeId reporting) {
    NodeId runsOn = ask.increasedOn();
    if (runsOn == null || runsOn.equals(reporting)) {
      return true;
    }
    int number = numbers.getOrDefault(runsOn, NodeIndex.NONE);
    return number != NodeIndex.NONE && index.hasRoom(number, ask.amounts());
  }

  ClusterNode node(int number) {
    return Objects.requireNonNull(nodes[number]);
  }

  /** Returns when a node reported, in milliseconds. */
  long reported(int number) {
    return reported[number];
  }
}
