// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

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
   * A task that is supposed to have started or ended, and what its leaf had pending before and
   * after.
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
    tree.release(leaf, amounts);
    tree.setDemand(leaf, before.plus(amounts, 1));
    changes.push(new Change(leaf, amounts, false, before, tree.demand(leaf)));
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
    if (now == from) {
      tree.setDemand(leaf, to);
      return;
    }
    Demand.Builder moved = new Demand.Builder();
    for (int i = 0; i < to.size(); i++) {
      long[] vector = to.vector(i);
      long pending = tasks(now, vector);
      boolean isEndless = pending == Demand.ENDLESS;
      moved.add(vector, isEndless ? pending : pending - tasks(from, vector) + to.tasks(i));
    }
    for (int i = 0; i < now.size(); i++) {
      long[] vector = now.vector(i);
      if (tasks(to, vector) == 0) {
        moved.add(vector, now.tasks(i) - tasks(from, vector));
      }
    }
    tree.setDemand(leaf, moved.build().startingTogether(to.together()));
  }

  private static long tasks(Demand demand, long[] vector) {
    for (int i = 0; i < demand.size(); i++) {
      if (Arrays.equals(demand.vector(i), vector)) {
        return demand.tasks(i);
      }
    }
    return 0;
  }
}
