// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Chooses guests that have to end for requests that name their partition. Guests use what is idle;
 * as under CapacityScheduler they leave it as soon as such a request waits, whatever the shares.
 * The share tree, a copy, and the nodes are changed as if the guests had ended and the requests
 * been served.
 */
final class GuestPlan {
  private final ShareTree tree;
  private final MachineClasses classes;
  private final PreemptionSettings settings;
  private final Rules rules;
  private final Map<RMContainer, Integer> chosen = new LinkedHashMap<>();

  /** Which guest may end, and where a task may run. */
  interface Rules {
    boolean mayPreempt(int losingLeaf, int gainingLeaf);

    boolean mayPlace(int leaf, long[] task, int node);

    /** Records that a task is supposed to start on a node. */
    void supposed(int leaf, long[] task, int node);
  }

  /**
   * A container of a request that has not named the partition.
   *
   * @param amounts in the share tree's order, in the class of guests
   * @param byType the same by resource type
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Guest(RMContainer container, int leaf, long[] amounts, long[] byType) {}

  /**
   * A node of a shared partition.
   *
   * @param number in the list of all nodes
   * @param free by resource type; changed
   * @param guests in the order in which they should end; changed
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Node(int number, int machineClass, long[] free, List<Guest> guests) {}

  GuestPlan(ShareTree tree, MachineClasses classes, PreemptionSettings settings, Rules rules) {
    this.tree = tree;
    this.classes = classes;
    this.settings = settings;
    this.rules = rules;
  }

  /**
   * Plans; once.
   *
   * @return the guests that have to end, each with the leaf for which room is made
   */
  Map<RMContainer, Integer> plan(List<Node> nodes) {
    for (int c = 1; c < classes.partitions(); c++) {
      int machineClass = c;
      List<Node> here = nodes.stream().filter(node -> node.machineClass() == machineClass).toList();
      if (here.stream().anyMatch(node -> !node.guests().isEmpty())) {
        plan(machineClass, here);
      }
    }
    return chosen;
  }

  private void plan(int machineClass, List<Node> nodes) {
    long[] budget = new long[tree.space().resources()];
    for (int j = 0; j < budget.length; j++) {
      double all = (double) tree.capacity(classes.offset(machineClass) + j);
      budget[j] = (long) (settings.mostPerRound() * all);
    }
    List<long[]> spare = nodes.stream().map(node -> node.free().clone()).toList();
    for (int leaf : poorestFirst()) {
      Demand demand = tree.demand(leaf);
      for (int i = 0; i < demand.size(); i++) {
        long[] task = demand.vector(i);
        if (!tree.space().isFloating(task) && classes.isWithin(machineClass, task)) {
          long wanted = (long) Math.ceil(settings.naturalTermination() * demand.tasks(i));
          serve(leaf, task, wanted, nodes, spare, budget);
        }
      }
    }
  }

  /**
   * In which order room is sought, whatever the rule: when a guest has ended, its room goes to the
   * application whose turn it is.
   */
  private List<Integer> poorestFirst() {
    return IntStream.range(0, tree.handleBound())
        .filter(node -> tree.contains(node) && tree.isLeaf(node) && !tree.demand(node).isEmpty())
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(tree::dominantShare))
        .toList();
  }

  private void serve(
      int leaf, long[] task, long wanted, List<Node> nodes, List<long[]> spare, long[] budget) {
    long[] byType = new long[tree.space().resources()];
    for (int c = 1; c < classes.partitions(); c++) {
      if (classes.isWithin(c, task)) {
        classes.read(c, task, byType);
      }
    }
    for (long left = wanted; left > 0 && isWithinLimits(leaf, task); left--) {
      if (!takeSpare(leaf, task, byType, nodes, spare)
          && !makeRoom(leaf, task, byType, nodes, spare, budget)) {
        return;
      }
    }
  }

  private boolean isWithinLimits(int leaf, long[] task) {
    for (int n = leaf; n != ShareTree.NONE; n = tree.parent(n)) {
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        if (task[pair] > tree.headroom(n, pair)) {
          return false;
        }
      }
    }
    return true;
  }

  /** A task that fits what is free needs no room; nothing else may count on that. */
  private boolean takeSpare(
      int leaf, long[] task, long[] byType, List<Node> nodes, List<long[]> spare) {
    for (int i = 0; i < spare.size(); i++) {
      if (Amounts.fits(byType, spare.get(i)) && rules.mayPlace(leaf, task, nodes.get(i).number())) {
        Amounts.subtract(spare.get(i), byType);
        rules.supposed(leaf, task, nodes.get(i).number());
        return true;
      }
    }
    return false;
  }

  private boolean makeRoom(
      int leaf, long[] task, long[] byType, List<Node> nodes, List<long[]> spare, long[] budget) {
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      List<Guest> leaving =
          rules.mayPlace(leaf, task, node.number())
              ? leaving(leaf, byType, node, spare.get(i), budget)
              : List.of();
      if (!leaving.isEmpty()) {
        for (Guest guest : leaving) {
          end(guest, leaf, node, spare.get(i), budget);
        }
        Amounts.subtract(spare.get(i), byType);
        Amounts.subtract(node.free(), byType);
        rules.supposed(leaf, task, node.number());
        tree.charge(leaf, task);
        tree.setDemand(leaf, tree.demand(leaf).minus(task));
        return true;
      }
    }
    return false;
  }

  /** Returns guests whose room a task needs; none if it does not get enough. */
  private List<Guest> leaving(int leaf, long[] byType, Node node, long[] spare, long[] budget) {
    List<Guest> leaving = new ArrayList<>();
    long[] room = spare.clone();
    long[] ended = new long[room.length];
    for (Guest guest : node.guests()) {
      if (Amounts.fits(byType, room)) {
        break;
      }
      if (rules.mayPreempt(guest.leaf(), leaf) && helps(guest, byType, room)) {
        leaving.add(guest);
        Amounts.add(room, guest.byType());
        Amounts.add(ended, guest.byType());
      }
    }
    boolean mayEnd = chosen.isEmpty() || Amounts.fits(ended, budget);
    return mayEnd && Amounts.fits(byType, room) ? leaving : List.of();
  }

  private static boolean helps(Guest guest, long[] byType, long[] room) {
    return IntStream.range(0, room.length)
        .anyMatch(j -> byType[j] > room[j] && guest.byType()[j] > 0);
  }

  private void end(Guest guest, int gainingLeaf, Node node, long[] spare, long[] budget) {
    chosen.put(guest.container(), gainingLeaf);
    node.guests().remove(guest);
    Amounts.add(spare, guest.byType());
    Amounts.add(node.free(), guest.byType());
    Amounts.subtract(budget, guest.byType());
    tree.release(guest.leaf(), guest.amounts());
  }
}
