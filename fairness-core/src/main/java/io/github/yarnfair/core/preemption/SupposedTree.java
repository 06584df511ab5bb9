/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A copy of the share tree in which tasks are supposed to end and to start. A task that ends
 * becomes pending again, in its machine class, and a pending task that starts is held, so that the
 * ideal shares stay as they are. Changes can be undone, the last one first.
 */
final class SupposedTree {
  private final ShareTree tree;
  private final Selection selection;
  private final Deque<Change> changes = new ArrayDeque<>();

  /** A task that is supposed to have started or ended, and what its leaf had pending before. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Change(int leaf, long[] amounts, boolean started, Demand before) {
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
    changes.push(new Change(leaf, amounts, false, tree.demand(leaf)));
    tree.release(leaf, amounts);
    tree.setDemand(leaf, tree.demand(leaf).plus(amounts, 1));
  }

  /** Supposes that a pending task of a leaf has started. */
  void start(int leaf, long[] amounts) {
    changes.push(new Change(leaf, amounts, true, tree.demand(leaf)));
    tree.charge(leaf, amounts);
    tree.setDemand(leaf, tree.demand(leaf).started(tree.space(), amounts));
  }

  /** Returns the number of changes that are supposed now. */
  int mark() {
    return changes.size();
  }

  /** Returns the changes after a mark, the last one first. */
  List<Change> after(int mark) {
    return changes.stream().limit((long) changes.size() - mark).toList();
  }

  /** Undoes all changes after a mark and returns them, for {@link #redo}. */
  Deque<Change> undoTo(int mark) {
    Deque<Change> undone = new ArrayDeque<>();
    while (changes.size() > mark) {
      Change change = changes.pop();
      if (change.started()) {
        tree.release(change.leaf(), change.amounts());
      } else {
        tree.charge(change.leaf(), change.amounts());
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
}
