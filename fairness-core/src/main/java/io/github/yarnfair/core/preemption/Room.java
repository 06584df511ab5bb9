// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The room on one node under the plan's suppositions: free resources, the tasks that may still be
 * preempted there, and the tasks for which room has been made.
 */
final class Room {
  private final PreemptableNode node;
  private final long[] free;
  private final List<RunningTask> candidates;
  private final List<RunningTask> ended = new ArrayList<>();
  private final List<PendingTask> claims = new ArrayList<>();

  /** The queues of the candidates' leaves; empty until they are asked for. */
  private final Set<Integer> queues = new HashSet<>();

  /** What is supposed in the tree because of this node. */
  private List<SupposedTree.Change> changes = List.of();

  Room(PreemptableNode node) {
    this.node = node;
    free = node.free().clone();
    candidates = new ArrayList<>(node.tasks());
  }

  int node() {
    return node.id();
  }

  /** Returns what is supposed to be free. Not a copy. */
  long[] free() {
    return free;
  }

  List<RunningTask> candidates() {
    return candidates;
  }

  /** Returns what is lost if the task ends here with which the least is lost. */
  Loss leastLoss(ShareTree tree) {
    return candidates.stream()
        .map(task -> Loss.of(task, tree))
        .min(Comparator.naturalOrder())
        .orElse(Loss.NONE);
  }

  /** Returns whether a leaf of a queue has a task here that may still be preempted. */
  boolean hasTaskBelow(int queue, ShareTree tree) {
    if (queues.isEmpty()) {
      candidates.forEach(task -> queues.add(tree.parent(task.leaf())));
    }
    return queues.contains(queue);
  }

  /** Returns whether room has been made for a task. */
  boolean isUsed() {
    return !ended.isEmpty();
  }

  /** Returns the tasks that have to end so far. */
  List<RunningTask> ended() {
    return ended;
  }

  /**
   * Returns the resources free before any task was supposed to end, and those that other tasks
   * would add.
   */
  long[] freeWith(List<RunningTask> tasks) {
    long[] sum = node.free().clone();
    for (RunningTask task : tasks) {
      Amounts.add(sum, task.amounts());
    }
    return sum;
  }

  /** Returns whether a task does not fit beside the claims if one of the victims goes on. */
  boolean needsAll(long[] task, List<RunningTask> ended, List<RunningTask> victims) {
    long[] left = freeWith(ended);
    for (PendingTask claim : claims) {
      Amounts.subtract(left, claim.amounts());
    }
    return victims.stream().noneMatch(victim -> fitsWithout(task, left, victim.amounts()));
  }

  /** Returns whether a task fits into what is free less some of it. */
  static boolean fitsWithout(long[] task, long[] free, long[] less) {
    for (int j = 0; j < task.length; j++) {
      if (task[j] > free[j] - less[j]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the tasks among these for which room has not been made yet, or null if one is missing
   * for which it has.
   */
  @Nullable List<PendingTask> unclaimed(List<PendingTask> started) {
    List<PendingTask> left = new ArrayList<>(started);
    for (PendingTask claim : claims) {
      if (!remove(left, claim)) {
        return null;
      }
    }
    return left;
  }

  private static boolean remove(List<PendingTask> tasks, PendingTask like) {
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i).isLike(like.leaf(), like.amounts())) {
        tasks.remove(i);
        return true;
      }
    }
    return false;
  }

  /** Returns what was supposed in the tree when room was made here, in this order. */
  List<SupposedTree.Change> changes() {
    return changes;
  }

  /**
   * Records that the victims have to end for a claim, the amounts that are free afterwards, and all
   * that is supposed in the tree because of this node.
   */
  void claim(
      PendingTask claim,
      List<RunningTask> victims,
      long[] left,
      List<SupposedTree.Change> supposed) {
    claims.add(claim);
    ended.addAll(victims);
    candidates.removeAll(victims);
    queues.clear();
    System.arraycopy(left, 0, free, 0, free.length);
    changes = supposed;
  }

  /** Returns whether a task would fit if these ended. */
  boolean couldFit(long[] task, List<RunningTask> ended) {
    for (int j = 0; j < free.length; j++) {
      long most = free[j];
      for (int i = 0; task[j] > most && i < ended.size(); i++) {
        most += ended.get(i).amounts()[j];
      }
      if (task[j] > most) {
        return false;
      }
    }
    return true;
  }

  void add(long[] amounts) {
    Amounts.add(free, amounts);
  }

  void take(long[] amounts) {
    Amounts.subtract(free, amounts);
  }
}
