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
import io.github.yarnfair.core.ShareTree;
import java.util.Arrays;

/**
 * The queues of a share tree as a {@link RescalingSelection} sees them, kept up to date with it: a
 * change of a leaf changes its queue's {@linkplain ShapeRatings ratings}, the {@linkplain
 * SetRatings sums} above, and is noted for the {@linkplain QueueView views} from there on.
 */
abstract class RescaledTree extends IncrementalSelection {
  final boolean published;
  final int resources;

  /** Scratch: the usage of the node at hand. */
  final double[] usage;

  RescaledQueue[] queues = new RescaledQueue[0];

  /** By node: when something at or below it changed last. */
  long[] version = new long[0];

  private final double[] shift;
  private final LeafChange change;

  /** The shapes that the leaf at hand could use, before or now. */
  private long[] wanted = new long[0];

  /** Creates the queues of a tree, which they follow from now on. */
  RescaledTree(ShareTree tree, boolean published) {
    super(tree, published);
    this.published = published;
    resources = tree.resourceCount();
    usage = new double[resources];
    change = new LeafChange(resources);
    shift = new double[SetRatings.shiftLength(resources)];
  }

  /** Reads what a node holds into {@link #usage} and returns κ of that. */
  final double readHeld(int node) {
    return readHeld(node, usage);
  }

  private double readHeld(int node, double[] into) {
    readUsage(node, into);
    return ShortVectors.max(into, 0, resources) / tree.weight(node);
  }

  final void readUsage(int node, double[] into) {
    for (int j = 0; j < resources; j++) {
      into[j] = tree.usedFraction(node, j);
    }
  }

  @Override
  void follow(ChangedNodes nodes, boolean all) {
    for (int i = 0; i < nodes.count(); i++) {
      markPath(nodes.get(i));
    }
    if (all) {
      markAll(ROOT);
    }
  }

  private void markAll(int node) {
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      markAll(c);
    }
    rateItself(node);
    version[node] = ++clock;
    tellParent(node);
  }

  private void rateItself(int node) {
    if (!tree.isLeaf(node)) {
      rateByShape(node);
    } else if (!published) {
      enterLeaf(node);
    }
  }

  private void markPath(int node) {
    boolean narrowed = tree.isLeaf(node) ? followLeaf(node) : followQueue(node);
    version[node] = ++clock;
    tellParent(node);
    for (int n = tree.parent(node); n != NONE; n = tree.parent(n)) {
      if (narrowed || tree.isLimited(n)) {
        narrowed = pending.refresh(n);
      }
      version[n] = ++clock;
      tellParent(n);
    }
  }

  private boolean followLeaf(int leaf) {
    if (queues[tree.parent(leaf)].kind == RescaledQueue.Kind.RATED) {
      return followRatedLeaf(leaf);
    }
    boolean narrowed = pending.refresh(leaf);
    if (!published) {
      enterLeaf(leaf);
    }
    return narrowed;
  }

  /** Follows a leaf by whose change its queue's ratings move. */
  private boolean followRatedLeaf(int leaf) {
    int words = pending.words();
    int parent = tree.parent(leaf);
    System.arraycopy(pending.usable(), leaf * words, wanted, 0, words);
    boolean narrowed = pending.refresh(leaf);
    for (int w = 0; w < words; w++) {
      wanted[w] |= pending.usable()[leaf * words + w];
    }
    KeyOrder leaves = queues[parent].leaves;
    if (leaves.contains(entry[leaf])) {
      change.formerKey = leaves.read(entry[leaf], change.formerUsage);
    } else {
      change.formerKey = 0.0;
      Arrays.fill(change.formerUsage, 0.0);
    }
    enterLeaf(leaf);
    queues[parent].ratings.follow(wanted, pending.below(), parent * words);
    return narrowed;
  }

  private boolean followQueue(int queue) {
    boolean narrowed = pending.refresh(queue);
    rateByShape(queue);
    return narrowed;
  }

  private void rateByShape(int queue) {
    if (queues[queue].kind == RescaledQueue.Kind.RATED) {
      int offset = queue * pending.words();
      queues[queue].ratings.restart(pending.below(), offset);
    }
  }

  private void tellParent(int node) {
    if (isSeenAbove(node)) {
      if (isViewed(node)) {
        settleViewed(node);
        queues[tree.parent(node)].changes.add(entry[node]);
      } else {
        enterUnviewed(node);
      }
    }
  }

  /** Rates a queue for every set of shapes that a view may ask for. */
  private void settleViewed(int node) {
    if (!tree.isLeaf(node) && queues[node].kind == RescaledQueue.Kind.RATED) {
      queues[node].ratings.settle(pending.below(), node * pending.words(), tree.weight(node));
    }
  }

  /** Returns whether a parent sees more of a node than the leaf that stands in its order. */
  private boolean isSeenAbove(int node) {
    return node != ROOT && (published || !tree.isLeaf(node));
  }

  /** Returns whether its parent needs views to compare a node with its siblings. */
  final boolean isViewed(int node) {
    RescaledQueue parent = queues[tree.parent(node)];
    return parent.kind == RescaledQueue.Kind.VIEWED
        && !(parent.hasContest()
            && !tree.isLeaf(node)
            && queues[node].kind == RescaledQueue.Kind.RATED);
  }

  private void enterUnviewed(int node) {
    RescaledQueue queue = queues[node];
    RescaledQueue parent = queues[tree.parent(node)];
    long[] usable = pending.usable();
    int offset = node * pending.words();
    if (parent.kind == RescaledQueue.Kind.VIEWED) {
      queue.ratings.settle(usable, offset, tree.weight(node));
      parent.contest.enter(entry[node], rank[node], queue.ratings, usable, offset);
      return;
    }
    SetRatings above = parent.sums();
    double weight = tree.weight(node);
    double key = readHeld(node);
    if (queue.kind == RescaledQueue.Kind.RATED) {
      above.put(entry[node], rank[node], queue.ratings, weight, key, usage, usable, offset);
    } else {
      queue.sums().settle(weight);
      above.put(entry[node], queue.sums(), key, usage, usable, offset);
    }
  }

  private void enterLeaf(int leaf) {
    change.key = readHeld(leaf, change.usage);
    int offset = leaf * pending.words();
    queues[tree.parent(leaf)].leaves.put(
        entry[leaf], change.key, rank[leaf], change.usage, 0, pending.usable(), offset);
  }

  @Override
  void begin() {
    wanted = new long[pending.words()];
    create(ROOT);
  }

  /** Creates a queue and those below it; what it is depends on what they are. */
  private RescaledQueue.Kind create(int queue) {
    int inner = 0;
    boolean isSummed = !published && queue != ROOT;
    boolean isRated = isSummed;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (tree.isLeaf(c)) {
        isSummed = false;
      } else {
        isSummed &= create(c) != RescaledQueue.Kind.VIEWED && ++inner <= SetRatings.MOST;
        isRated = false;
      }
    }
    RescaledQueue.Kind kind =
        isRated
            ? RescaledQueue.Kind.RATED
            : isSummed ? RescaledQueue.Kind.SUMMED : RescaledQueue.Kind.VIEWED;
    create(queue, kind);
    return kind;
  }

  private void create(int queue, RescaledQueue.Kind kind) {
    queues[queue] =
        new RescaledQueue(kind, resources, pending.words(), queue == ROOT, shift, change);
  }

  @Override
  void attach(int node) {
    rank[node] = ++clock;
    version[node] = ++clock;
    if (node != ROOT) {
      join(node);
    }
  }

  /** Gives a node a number among its parent's children. */
  private void join(int node) {
    RescaledQueue queue = queues[tree.parent(node)];
    if (tree.isLeaf(node) && !published) {
      entry[node] = queue.leafEntries.add(node, rank[node]);
    } else {
      entry[node] = queue.entries.add(node, rank[node]);
      queue.changes.fit(queue.entries.bound());
    }
  }

  @Override
  void enter(int node) {
    rateItself(node);
    enterAbove(node);
  }

  /** Lets a parent see a child that has just been entered. */
  private void enterAbove(int node) {
    if (isSeenAbove(node)) {
      if (isViewed(node)) {
        settleViewed(node);
        queues[tree.parent(node)].viewed++;
      } else {
        enterUnviewed(node);
      }
    }
  }

  @Override
  void grow(int length) {
    queues = Arrays.copyOf(queues, length);
    version = Arrays.copyOf(version, length);
  }

  @Override
  public void weightChanged(int node) {
    changed(node);
  }

  @Override
  public void added(int node) {
    int parent = tree.parent(node);
    if (isStale()) {
      return;
    }
    if (!isFit(parent, node)) {
      forgetAll();
      return;
    }
    makeRoom();
    if (tree.firstChild(node) == NONE) {
      if (!tree.isLeaf(node)) {
        create(node);
      }
      attach(node);
    } else {
      rank[node] = ++clock;
      join(node);
    }
    enterAbove(node);
    changed(node);
  }

  /** Returns whether a queue is still of its kind with one child more. */
  private boolean isFit(int queue, int child) {
    return switch (queues[queue].kind) {
      case RATED -> tree.isLeaf(child);
      case SUMMED ->
          !tree.isLeaf(child)
              && (tree.firstChild(child) == NONE || queues[child].kind != RescaledQueue.Kind.VIEWED)
              && queues[queue].entries.bound() < SetRatings.MOST;
      case VIEWED -> true;
    };
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!isStale()) {
      RescaledQueue queue = queues[formerParent];
      pending.detach(node, formerParent);
      if (queue.leafEntries.holds(entry[node], node)) {
        queue.removeLeaf(entry[node]);
      } else {
        removeViewed(node, formerParent);
      }
      changed(formerParent);
    }
    super.removed(node, formerParent);
  }

  private void removeViewed(int node, int formerParent) {
    RescaledQueue queue = queues[formerParent];
    boolean isRated = queues[node] != null && queues[node].kind == RescaledQueue.Kind.RATED;
    if (queue.kind == RescaledQueue.Kind.SUMMED) {
      queue.sums().remove(entry[node]);
    } else if (isRated && queue.hasContest()) {
      queue.contest.leave(entry[node]);
    } else {
      queue.viewed--;
    }
    queue.remove(entry[node]);
  }
}
