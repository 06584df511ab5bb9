// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A copy of the share tree in which tasks are supposed to end and to start. A task that ends
 * becomes pending again, in its machine class, and a pending task that starts is held, so that the
 * ideal shares stay as they are. Changes can be undone, the last one first; those that were
 * {@linkplain #settle settled}, in any order.
 */
final class SupposedTree {
  private final ShareTree tree;
  private final Selection selection;
  private final Deque<Change> changes = new ArrayDeque<>();

  /**
   * Tasks that are supposed to have started and are pending only by a change that is reverted: as
   * many are not pending once they are asked for. Where a leaf owes tasks, none like them are
   * pending.
   */
  private final Map<Task, Long> owed = new HashMap<>();

  private record Task(int leaf, List<Long> amounts) {
    static Task of(int leaf, long[] amounts) {
      return new Task(leaf, LongStream.of(amounts).boxed().toList());
    }
  }

  /**
   * A task that is supposed to have started or ended, and what its leaf had pending before, and
   * after unless the task was owed.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Change(int leaf, long[] amounts, boolean started, Demand before, Demand after) {
    /** Returns how many tasks more the leaf holds, 1 or -1. */
    int tasks() {
      return started ? 1 : -1;
    }
  }

  SupposedTree(ShareTree original, FairnessPolicy policy) {
    tree = original.copy();
    selection = policy.over(tree);
  }

  ShareTree tree() {
    return tree;
  }

  /** Returns the leaf that the policy would serve next from an offer, or {@link ShareTree#NONE}. */
  int next(Offer offer) {
    return selection.next(offer);
  }

  /** Supposes that a running task has ended and is asked for again. */
  void end(int leaf, long[] amounts) {
    Demand before = tree.demand(leaf);
    Demand after = before.plus(amounts, 1);
    tree.release(leaf, amounts);
    if (owed(leaf, amounts) > 0) {
      owe(leaf, amounts, -1);
    } else {
      tree.setDemand(leaf, after);
    }
    changes.push(new Change(leaf, amounts, false, before, after));
  }

  /** Supposes that a running task has ended by itself: it is not asked for again. */
  void complete(RunningTask task) {
    tree.release(task.leaf(), task.amounts());
  }

  /** Supposes that a pending task of a leaf has started. */
  void start(int leaf, long[] amounts) {
    Demand before = tree.demand(leaf);
    tree.charge(leaf, amounts);
    tree.setDemand(leaf, before.started(tree.space(), amounts));
    changes.push(new Change(leaf, amounts, true, before, tree.demand(leaf)));
  }

  /** Returns the number of changes that are supposed now, and not settled. */
  int mark() {
    return changes.size();
  }

  /** Returns the changes that are not settled, the last one first. */
  List<Change> unsettled() {
    return new ArrayList<>(changes);
  }

  /** Undoes all unsettled changes after a mark and returns them, for {@link #redo}. */
  Deque<Change> undoTo(int mark) {
    Deque<Change> undone = new ArrayDeque<>();
    while (changes.size() > mark) {
      Change change = changes.pop();
      hold(change, -change.tasks());
      if (tree.demand(change.leaf()) == change.before()) {
        owe(change.leaf(), change.amounts(), 1);
      }
      tree.setDemand(change.leaf(), change.before());
      undone.addFirst(change);
    }
    return undone;
  }

  /** Supposes again what was undone last. */
  void redo(Deque<Change> undone) {
    for (Change change : undone) {
      if (change.started()) {
        start(change.leaf(), change.amounts());
      } else {
        end(change.leaf(), change.amounts());
      }
    }
  }

  /** Takes all changes for settled, and returns them in the order in which they were supposed. */
  List<Change> settle() {
    List<Change> settled = new ArrayList<>();
    changes.descendingIterator().forEachRemaining(settled::add);
    changes.clear();
    return settled;
  }

  /** Undoes settled changes, whatever was settled since. */
  void revert(List<Change> settled) {
    for (int i = settled.size() - 1; i >= 0; i--) {
      Change change = settled.get(i);
      hold(change, -change.tasks());
      move(change.leaf(), change.after(), change.before());
    }
  }

  /** Supposes settled changes again that were reverted. */
  void restore(List<Change> reverted) {
    for (Change change : reverted) {
      hold(change, change.tasks());
      move(change.leaf(), change.before(), change.after());
    }
  }

  private void hold(Change change, int tasks) {
    if (tasks > 0) {
      tree.charge(change.leaf(), change.amounts());
    } else {
      tree.release(change.leaf(), change.amounts());
    }
  }

  /** Changes what a leaf has pending by the difference of two demands, in the order of the last. */
  private void move(int leaf, Demand from, Demand to) {
    Demand now = tree.demand(leaf);
    if (now == from && owed.isEmpty()) {
      tree.setDemand(leaf, to);
      return;
    }
    Demand.Builder moved = new Demand.Builder();
    Set<Task> seen = new HashSet<>();
    for (Demand demand : List.of(to, now, from)) {
      for (int i = 0; i < demand.size(); i++) {
        long[] vector = demand.vector(i);
        if (seen.add(Task.of(leaf, vector))) {
          moved.add(vector, moved(leaf, vector, from, to));
        }
      }
    }
    tree.setDemand(leaf, moved.build().like(to));
  }

  /** Returns how many tasks are pending after a move; what is missing is owed. */
  private long moved(int leaf, long[] vector, Demand from, Demand to) {
    long pending = tree.demand(leaf).tasks(vector);
    if (pending == Demand.ENDLESS) {
      return pending;
    }
    long owes = owed(leaf, vector);
    long moved = pending - owes + to.tasks(vector) - from.tasks(vector);
    owe(leaf, vector, Math.max(0, -moved) - owes);
    return Math.max(0, moved);
  }

  private long owed(int leaf, long[] amounts) {
    return owed.isEmpty() ? 0 : owed.getOrDefault(Task.of(leaf, amounts), 0L);
  }

  private void owe(int leaf, long[] amounts, long more) {
    if (more != 0) {
      owed.merge(Task.of(leaf, amounts), more, (a, b) -> a + b == 0 ? null : Long.valueOf(a + b));
    }
  }
}
