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
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.ShareTree.NONE;
import static io.github.yarnfair.core.ShareTree.ROOT;

import io.github.yarnfair.core.ChangedNodes;
import io.github.yarnfair.core.FlatWeights;
import io.github.yarnfair.core.ShareTree;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * H-DRF of the leaf queues, decided along one path of the tree: a leaf queue is {@linkplain
 * ClassRatings rated} for each demand class by what its leaves count for, and by its {@linkplain
 * FlatWeights flat weight}; a queue of queues has the least key below it. So a class set needs no
 * sums: its key is the least one for a class of it, on every level.
 *
 * <p>A change of a leaf costs its path, O(c·m) and c keys in each queue above, for c classes. A
 * queue that is added, removed or reweighted changes the weights of all its siblings: what lies
 * below their parent is rated afresh. Allocates nothing otherwise.
 */
public final class FlatHdrfSelection extends LeafQueueSelection {
  private static final Least NO_CHILD = new Least();

  private final FlatWeights weights;
  private final LateNodes late;
  private final LateChildren.Keys lateKeys = this::lateKey;

  /** By node: a queue of queues. */
  private @Nullable QueuesByClass[] parents = new QueuesByClass[0];

  /** The queues of queues with children added, removed or reweighted. */
  private final ChangedNodes regrouped = new ChangedNodes();

  /** What is kept of a queue of queues: its children by number, and by class in order of keys. */
  private static final class QueuesByClass {
    private final Entries entries = new Entries();
    private final ClassContest contest;
    private final @Nullable LateChildren late;

    private QueuesByClass(int words, boolean isLate) {
      contest = new ClassContest(words);
      late = isLate ? new LateChildren(words) : null;
    }

    private LateChildren late() {
      return Objects.requireNonNull(late);
    }
  }

  /**
   * Creates the selection over a tree, which it follows from now on.
   *
   * @param weights kept up to date by the selection
   */
  public FlatHdrfSelection(ShareTree tree, FlatWeights weights) {
    super(tree);
    this.weights = weights;
    late = new LateNodes(tree);
  }

  @Override
  int leastChild(int node, int depth) {
    QueuesByClass parent = parents[node];
    if (parent == null) {
      return leafQueues[node].first(sets.bits(), sets.offset(depth));
    }
    Least found = parent.contest.first(sets.bits(), sets.offset(depth));
    Least lateOne = late.contains(node) ? parent.late().first(sets, depth, lateKeys) : NO_CHILD;
    return lateOne.isBefore(found)
        ? parent.late().entries.node(lateOne.entry)
        : parent.entries.node(found.entry);
  }

  /** Reads the key of a queue that serves in order, or is above such. */
  private double lateKey(int node, int depth) {
    QueuesByClass parent = parents[node];
    if (parent != null) {
      double found = parent.contest.leastKey(sets.bits(), sets.offset(depth));
      return Math.min(found, parent.late().first(sets, depth, lateKeys).key);
    }
    for (int s = 0; s < resources; s++) {
      share.setDivisor(s, weights.weight(node, tree.space().weightOf(s)));
    }
    share.read(node);
    OrderedLeaves leaves = Objects.requireNonNull(leafQueues[node].ordered());
    int next = leaves.first(sets.bits(), sets.offset(depth));
    return leaves.level(next, sets.bits(), sets.offset(depth));
  }

  @Override
  void update(ChangedNodes nodes, boolean all) {
    for (int i = 0; i < regrouped.count(); i++) {
      weights.prepareBelow(tree, regrouped.get(i));
    }
    super.update(nodes, all);
    for (int i = 0; i < regrouped.count() && !all; i++) {
      updateAll(regrouped.get(i));
      for (int n = tree.parent(regrouped.get(i)); n != NONE; n = tree.parent(n)) {
        updateParent(n);
      }
    }
    regrouped.clear();
  }

  @Override
  void updateParent(int node) {
    QueuesByClass above = node == ROOT ? null : parents[tree.parent(node)];
    if (above == null) {
      return;
    }
    long[] usable = pending.usable();
    int offset = node * pending.words();
    QueuesByClass parent = parents[node];
    if (late.contains(node)) {
      above.late().update(entry[node]);
    } else if (parent != null) {
      above.contest.update(entry[node], tieBreak[node], parent.contest, usable, offset);
    } else {
      ClassRatings ratings = leafQueues[node].ratings;
      ratings.rate(usable, offset);
      above.contest.update(entry[node], tieBreak[node], ratings, usable, offset);
    }
  }

  @Override
  void recompute(int node) {
    if (isLeafQueue(node) && node != ROOT && !late.contains(node)) {
      leafQueues[node].ratings.weights.read(tree.space(), weights, node);
    }
    super.recompute(node);
  }

  @Override
  void reset() {
    super.reset();
    Arrays.fill(parents, null);
    regrouped.clear();
    weights.prepare(tree);
    late.reset();
  }

  @Override
  void setParent(int node, boolean isParent) {
    parents[node] = isParent ? new QueuesByClass(pending.words(), late.contains(node)) : null;
  }

  /** What it counts for is read for the offer at hand. */
  @Override
  void setOrdered(int node, OrderedLeaves leaves) {}

  @Override
  int addChild(int parent, int child) {
    QueuesByClass queue = Objects.requireNonNull(parents[parent]);
    return (late.contains(child) ? queue.late().entries : queue.entries)
        .add(child, tieBreak[child]);
  }

  @Override
  void removeChild(int parent, int child) {
    QueuesByClass queue = Objects.requireNonNull(parents[parent]);
    if (late.contains(child)) {
      queue.late().entries.remove(entry[child]);
    } else {
      queue.entries.remove(entry[child]);
      queue.contest.remove(entry[child]);
    }
  }

  @Override
  void grow(int length) {
    super.grow(length);
    parents = Arrays.copyOf(parents, length);
    late.grow(length);
  }

  @Override
  public void weightChanged(int node) {
    regroup(tree.parent(node));
    changed(node);
  }

  private void regroup(int queue) {
    if (!isStale() && queue != NONE && parents[queue] != null) {
      regrouped.add(queue);
    }
  }

  @Override
  public void added(int node) {
    if (!isStale() && late.contains(node)) {
      invalidate(); // it was moved, and the queues above it are late now
    }
    super.added(node);
    int parent = tree.parent(node);
    regroup(parent);
    if (!isStale() && tree.isLeaf(node) && parents[parent] != null && !hasQueues(parent)) {
      invalidate(); // all queues beside it were removed before: it is one of a leaf queue's leaves
    }
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!isStale()) {
      pending.detach(node, formerParent);
      QueuesByClass parent = parents[formerParent];
      if (parent == null) {
        leafQueues[formerParent].remove(entry[node]);
      } else {
        removeChild(formerParent, node);
        regroup(formerParent);
      }
      changed(formerParent);
      if (parent != null && !hasQueues(formerParent) && tree.firstChild(formerParent) != NONE) {
        invalidate(); // its leaves are a leaf queue now
      }
      if (!tree.contains(node)) {
        regrouped.remove(node);
      }
    }
    if (!tree.contains(node)) {
      late.remove(node);
    }
    super.removed(node, formerParent);
  }
}
