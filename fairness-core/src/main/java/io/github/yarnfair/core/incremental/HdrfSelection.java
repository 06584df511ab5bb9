// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.incremental.demand.QueueWeights;
import io.github.yarnfair.core.incremental.set.RatedBySet;
import io.github.yarnfair.core.incremental.set.RootKeys;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Dynamic H-DRF decided along one path of the tree. What a queue counts for depends on f, the least
 * key of its children that are not blocked:
 *
 * <pre>
 *   U_n = Σ_{κ_c ≤ f} U_c + f · Σ_{κ_c &gt; f} U_c/κ_c
 * </pre>
 *
 * <p>There are two kinds of queue. A {@linkplain LeafQueueState queue of leaves} keeps them
 * {@linkplain KeyOrder by key} and is {@linkplain ClassUsage rated} for each demand class. A
 * {@linkplain ParentQueueState queue of queues} is {@linkplain SetUsage summed} for each class set
 * that offers fit. A change of a leaf updates both along its path. Allocates nothing once it has
 * seen the sets that offers fit.
 */
public final class HdrfSelection extends LeafQueueSelection {
  private static final double BLOCKED = Double.POSITIVE_INFINITY;

  /** By node: a queue of queues. */
  private ParentQueueState[] parentQueues = new ParentQueueState[0];

  /** By node, but the root: a queue of queues, or one that serves in order. */
  private @Nullable RatedBySet[] bySet = new RatedBySet[0];

  private final double[] shift;

  /** The best child so far; its entry is the node. */
  private final Least best = new Least();

  private final Least candidate = new Least();

  /** Creates the selection over a tree, which it follows from now on. */
  public HdrfSelection(ShareTree tree) {
    super(tree);
    shift = new double[RatedBySet.shiftLength(resources)];
  }

  /**
   * Returns the key of a queue for the offer of the last {@link #next}, as the tree stands now:
   * what a diagnosis may ask for.
   */
  public double key(int queue) {
    catchUp();
    int depth = narrowTo(queue);
    if (sets.isEmpty(depth)) {
      return readHeld(queue, usage);
    }
    RatedBySet sums = bySet[queue];
    if (sums == null) {
      ClassUsage ofClasses = leafQueues[queue].usage;
      return ofClasses.key(ofClasses.first(sets.bits(), sets.offset(depth)));
    }
    sums.read(sets.bits(), sets.offset(depth), NONE, usage);
    return QueueWeights.key(tree, queue, usage, sums.lastShare());
  }

  /** Narrows the sets along the path to a node and returns its depth. */
  private int narrowTo(int node) {
    if (node == ROOT) {
      return 0;
    }
    int depth = narrowTo(tree.parent(node)) + 1;
    sets.narrow(node, depth);
    RatedBySet sums = bySet[node];
    if (sums != null && !sets.isEmpty(depth)) {
      // A queue can be asked for sets only that the queue above has asked it for.
      sums.number(sets.bits(), sets.offset(depth));
    }
    return depth;
  }

  @Override
  int leastChild(int node, int depth) {
    long[] bits = sets.bits();
    int offset = sets.offset(depth);
    if (isLeafQueue(node)) {
      return leafQueues[node].first(bits, offset);
    }
    ParentQueueState queue = parentQueues[node];
    best.clear();
    compare(queue.entries, queue.contest.first(bits, offset));
    if (queue.isRoot()) {
      compareParents(queue);
    } else {
      compare(queue.entries, queue.sums().first(bits, offset, queue.entries));
    }
    return best.entry;
  }

  private void compareParents(ParentQueueState root) {
    Entries children = root.parents;
    RootKeys keys = root.keys;
    int set = keys.number(sets.bits(), sets.offset(0));
    for (int at = 0; at < children.bound(); at++) {
      int child = children.node(at);
      if (child != NONE) {
        if (!keys.isCurrent(set, at)) {
          readKey(keys, set, at, child);
        }
        double key = keys.key(set, at);
        if (key <= best.key && key < BLOCKED) {
          compare(children, candidate.moveTo(at, key, children.tieBreak(at)));
        }
      }
    }
  }

  /** Reads the key of one of the root's queues that are rated by set for the offer at hand. */
  private void readKey(RootKeys keys, int set, int at, int child) {
    sets.narrow(child, 1);
    if (sets.isEmpty(1)) {
      keys.put(set, at, BLOCKED, NONE);
      return;
    }
    RatedBySet sums = ratedBySet(child);
    int number = sums.read(sets.bits(), sets.offset(1), keys.childNumber(set, at), usage);
    double key = QueueWeights.key(tree, child, usage, sums.lastShare());
    keys.put(set, at, key, number);
  }

  private void compare(Entries children, Least found) {
    if (found.isBefore(best)) {
      best.moveTo(children.node(found.entry), found.key, found.tieBreak);
    }
  }

  @Override
  void updateParent(int node) {
    if (node == ROOT || (leafQueues[node] == null && tree.isLeaf(node))) {
      return;
    }
    LeafQueueState leafQueue = bySet[node] == null ? leafQueues[node] : null;
    ParentQueueState above = parentQueues[tree.parent(node)];
    long[] usable = pending.usable();
    int offset = node * pending.words();
    if (leafQueue != null) {
      leafQueue.usage.weights.read(tree, node);
    }
    if (above.isRoot()) {
      if (leafQueue != null) {
        leafQueue.usage.rate(usable, offset);
        above.contest.update(entry[node], tieBreak[node], leafQueue.usage, 0.0, usable, offset);
      } else {
        above.keys.update(entry[node]);
      }
      return;
    }
    double key = readHeld(node, usage);
    double oneTask = kinds.levelOfOneTask(node, usable, offset);
    SetUsage sums = above.sums();
    if (leafQueue != null) {
      sums.put(entry[node], tieBreak[node], leafQueue.usage, oneTask, key, usage, usable, offset);
    } else {
      RatedBySet ownSums = ratedBySet(node);
      ownSums.weights.read(tree, node);
      ownSums.recompute();
      sums.put(entry[node], ownSums, oneTask, key, usage, usable, offset);
    }
  }

  @Override
  void reset() {
    super.reset();
    Arrays.fill(parentQueues, null);
    Arrays.fill(bySet, null);
  }

  @Override
  void setParent(int node, boolean isParent) {
    parentQueues[node] =
        isParent ? new ParentQueueState(node == ROOT, resources, pending.words(), shift) : null;
    bySet[node] = isParent && node != ROOT ? parentQueues[node].sums() : null;
  }

  @Override
  void setOrdered(int node, OrderedLeaves leaves) {
    bySet[node] = new OrderedRatings(tree, node, pending.words(), share, leaves, shift);
  }

  private RatedBySet ratedBySet(int node) {
    return Objects.requireNonNull(bySet[node]);
  }

  @Override
  int addChild(int parent, int child) {
    return parentQueues[parent].add(child, bySet[child] != null, tieBreak[child]);
  }

  @Override
  void removeChild(int parent, int child) {
    parentQueues[parent].remove(child, entry[child]);
  }

  @Override
  void grow(int length) {
    super.grow(length);
    parentQueues = Arrays.copyOf(parentQueues, length);
    bySet = Arrays.copyOf(bySet, length);
  }

  @Override
  public void weightChanged(int node) {
    changed(node);
  }

  @Override
  public void added(int node) {
    super.added(node);
    invalidateIfLeafQueue(tree.parent(node));
  }

  /** Lets a queue of queues that has leaves alone now be a queue of leaves. */
  private void invalidateIfLeafQueue(int queue) {
    if (!isStale() && !isLeafQueue(queue) && tree.firstChild(queue) != NONE && !hasQueues(queue)) {
      invalidate();
    }
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!isStale()) {
      pending.detach(node, formerParent);
      if (isLeafQueue(formerParent)) {
        leafQueues[formerParent].remove(entry[node]);
      } else {
        removeChild(formerParent, node);
      }
      changed(formerParent);
      invalidateIfLeafQueue(formerParent);
    }
    super.removed(node, formerParent);
  }
}
