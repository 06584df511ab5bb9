// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A model of a cluster in which no task ends by itself: what is pending is placed in the policy's
 * turns, and what a plan names ends and is pending again.
 */
final class ClosedCluster {
  private final ShareTree tree;
  private final Supplier<FairnessPolicy> policy;
  private final Selection selection;
  private final Offer offer;
  private final List<long[]> free = new ArrayList<>();
  private final List<List<Task>> running = new ArrayList<>();
  private int tasks;

  /** A running task; masters are never preempted. */
  @SuppressWarnings("ArrayRecordComponent") // compared by identity of the id only
  record Task(int id, int leaf, long[] amounts, boolean isMaster) {}

  /**
   * @param tree a tree that holds nothing; its capacity is set to the sum of the nodes
   * @param nodes what each node has
   */
  ClosedCluster(ShareTree tree, Supplier<FairnessPolicy> policy, List<long[]> nodes) {
    this.tree = tree;
    this.policy = policy;
    long[] capacity = new long[tree.space().length()];
    for (long[] node : nodes) {
      free.add(node.clone());
      running.add(new ArrayList<>());
      for (int j = 0; j < capacity.length; j++) {
        capacity[j] += node[j];
      }
    }
    tree.setCapacity(capacity);
    selection = policy.get().over(tree);
    offer = new Offer(tree.space());
  }

  ShareTree tree() {
    return tree;
  }

  int nodeCount() {
    return free.size();
  }

  /** Returns what is free on a node. Not a copy. */
  long[] free(int node) {
    return free.get(node);
  }

  /** Returns what runs on a node, in the order of the starts. */
  List<Task> running(int node) {
    return running.get(node);
  }

  /** Returns a new policy of the kind that decides here. */
  FairnessPolicy newPolicy() {
    return policy.get();
  }

  /** Makes tasks of a leaf pending. */
  void submit(int leaf, long[] task, long count) {
    tree.setDemand(leaf, tree.demand(leaf).plus(task, count));
  }

  /** Starts a task that is not pending and never preempted, on a node that has room. */
  void startMaster(int leaf, long[] amounts, int node) {
    place(new Task(tasks++, leaf, amounts, true), node);
  }

  /** Protects the first running task of each leaf, as if it were its master. */
  void protectFirstTasks() {
    Set<Integer> leaves = new HashSet<>();
    for (List<Task> onNode : running) {
      onNode.replaceAll(
          task -> new Task(task.id(), task.leaf(), task.amounts(), leaves.add(task.leaf())));
    }
  }

  /** Starts a task that is not pending, on a node that has room. */
  void start(int leaf, long[] amounts, int node) {
    place(new Task(tasks++, leaf, amounts, false), node);
  }

  /** Offers each node in turn until no pending task fits; returns the tasks that started. */
  List<Task> fill() {
    List<Task> started = new ArrayList<>();
    long[] room = new long[tree.space().length()];
    for (int node = 0; node < free.size(); node++) {
      offer.open(free.get(node));
      int leaf = selection.next(offer);
      while (leaf != ShareTree.NONE) {
        tree.room(leaf, offer, room);
        long[] vector = firstFitting(tree.demand(leaf), room);
        long[] amounts = vector.clone();
        Arrays.fill(amounts, tree.space().pairs(), amounts.length, 0);
        Task task = new Task(tasks++, leaf, amounts, false);
        tree.setDemand(leaf, tree.demand(leaf).started(tree.space(), vector));
        offer.take(amounts);
        place(task, node);
        started.add(task);
        leaf = selection.next(offer);
      }
    }
    return started;
  }

  /** Plans preemption for the cluster as it is, the newest tasks first. */
  List<PlannedPreemption> plan(PreemptionRules rules) {
    return new PreemptionPlanner(tree, policy.get(), rules).plan(nodes());
  }

  /** Plans preemption for tasks of which more is known than that they run. */
  List<PlannedPreemption> plan(PreemptionRules rules, Function<Task, RunningTask> known) {
    return new PreemptionPlanner(tree, policy.get(), rules).plan(nodes(known));
  }

  /** Returns the nodes with the tasks that may end, the newest first. */
  List<PreemptableNode> nodes() {
    return nodes(task -> RunningTask.started(task.id(), task.leaf(), task.amounts()));
  }

  private List<PreemptableNode> nodes(Function<Task, RunningTask> known) {
    List<PreemptableNode> nodes = new ArrayList<>();
    for (int node = 0; node < free.size(); node++) {
      List<RunningTask> candidates = new ArrayList<>();
      for (Task task : running.get(node)) {
        if (!task.isMaster()) {
          candidates.add(0, known.apply(task));
        }
      }
      nodes.add(new PreemptableNode(node, free.get(node), candidates));
    }
    return nodes;
  }

  /** Ends the tasks of a plan; they are pending again. */
  void end(List<PlannedPreemption> plan) {
    plan.forEach(preemption -> end(preemption.task().id()));
  }

  /** Ends a task, which is pending again. */
  void end(int id) {
    int node = nodeOf(id);
    Task task = running.get(node).stream().filter(t -> t.id() == id).findFirst().orElseThrow();
    running.get(node).remove(task);
    tree.release(task.leaf(), task.amounts());
    tree.setDemand(task.leaf(), tree.demand(task.leaf()).plus(task.amounts(), 1));
    for (int j = 0; j < task.amounts().length; j++) {
      free.get(node)[j] += task.amounts()[j];
    }
  }

  /** Returns the node on which a task runs. */
  int nodeOf(int id) {
    for (int node = 0; node < running.size(); node++) {
      if (running.get(node).stream().anyMatch(task -> task.id() == id)) {
        return node;
      }
    }
    throw new IllegalArgumentException("task " + id + " does not run");
  }

  private void place(Task task, int node) {
    running.get(node).add(task);
    tree.charge(task.leaf(), task.amounts());
    for (int j = 0; j < task.amounts().length; j++) {
      free.get(node)[j] -= task.amounts()[j];
      if (free.get(node)[j] < 0) {
        throw new IllegalStateException(task + " does not fit node " + node);
      }
    }
  }

  private static long[] firstFitting(Demand demand, long[] room) {
    for (int i = 0; i < demand.size(); i++) {
      if (Amounts.fits(demand.vector(i), room)) {
        return demand.vector(i);
      }
    }
    throw new IllegalStateException("the policy chose a leaf without a task that fits");
  }
}
