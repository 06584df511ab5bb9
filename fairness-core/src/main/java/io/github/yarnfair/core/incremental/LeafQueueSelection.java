// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.QueueWeights;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import io.github.yarnfair.core.policy.OrderedShare;
import io.github.yarnfair.core.tree.ChangedNodes;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * A selection that rates queues of leaves by H-DRF's corrected rule, for each demand class. How the
 * queues above them are compared is the subclass's business.
 */
abstract class LeafQueueSelection extends IncrementalSelection {
  /** The number of entries of a share. */
  final int resources;

  /** By node: a queue of leaves, or a leaf beside queues. */
  LeafQueueState[] leafQueues = new LeafQueueState[0];

  /** Scratch: the usage of the node at hand. */
  final double[] usage;

  /** Scratch: the queue at hand if it serves in order. */
  final OrderedShare share;

  /** By demand class: the kind and the size of its tasks. */
  final ClassKinds kinds;

  /** Creates the selection over a tree, which it follows from now on. */
  LeafQueueSelection(ShareTree tree) {
    super(tree);
    resources = tree.space().shares();
    usage = new double[resources];
    share = new OrderedShare(tree);
    kinds = new ClassKinds(tree, pending);
  }

  /**
   * Updates what a parent keeps of a queue, or of a leaf beside queues; a leaf of a queue of leaves
   * is in its order.
   */
  abstract void updateParent(int node);

  /** Creates what is kept of a queue of queues, or forgets what was kept of a node. */
  abstract void setParent(int node, boolean isParent);

  /** Adds a child, with its tie-break, to a queue of queues; returns its number there. */
  abstract int addChild(int parent, int child);

  /** Creates what is kept of a queue, not the root, that serves its leaves in order. */
  abstract void setOrdered(int node, OrderedLeaves leaves);

  /** Removes a child from a queue of queues. */
  abstract void removeChild(int parent, int child);

  final boolean isLeafQueue(int node) {
    return leafQueues[node] != null;
  }

  /** Returns whether a node is a leaf that is treated as a queue with that one leaf. */
  private boolean isAlone(int leaf) {
    return leafQueues[leaf] != null;
  }

  /** A leaf is chosen for the classes whose pools in its queue have the least level. */
  @Override
  final boolean isChosenFor(int leaf, int demandClass, int offset) {
    LeafQueueState queue = queueOf(leaf);
    boolean isRated = queue.ordered() == null && !isAlone(leaf) && tree.parent(leaf) != ROOT;
    return !isRated || queue.usage.isFirst(demandClass, sets.bits(), offset);
  }

  /** Reads what a node holds and returns κ of that. */
  final double readHeld(int node, double[] into) {
    for (int j = 0; j < resources; j++) {
      into[j] = tree.usedFraction(node, j);
    }
    return QueueWeights.key(tree, node, into, ShortVectors.max(into, 0, resources));
  }

  @Override
  void update(ChangedNodes nodes, boolean all) {
    if (all) {
      forgetKinds();
    }
    kinds.update();
    for (int i = 0; i < nodes.count(); i++) {
      updatePath(nodes.get(i));
    }
    if (all) {
      updateAll(ROOT);
    } else {
      updateRecounted(nodes);
    }
  }

  /** Follows the leaves that want more or fewer tasks, as far as that matters to their queues. */
  private void updateRecounted(ChangedNodes updated) {
    for (int i = 0; i < recounted.count(); i++) {
      int leaf = recounted.get(i);
      if (updated.contains(leaf)) {
        continue;
      }
      LeafQueueState queue = queueOf(leaf);
      boolean isRated = queue.ordered() == null && (isAlone(leaf) || tree.parent(leaf) != ROOT);
      if (isRated && queue.pools.recount(entryOf(leaf), leaf)) {
        updatePath(leaf);
      }
    }
  }

  final void updateAll(int node) {
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      updateAll(c);
    }
    recompute(node);
  }

  private void updatePath(int node) {
    boolean narrowed = tree.isLeaf(node) ? updateLeaf(node) : updateQueue(node);
    updateParent(node);
    for (int n = tree.parent(node); n != NONE; n = tree.parent(n)) {
      if (narrowed || tree.isLimited(n)) {
        narrowed = pending.refresh(n);
      }
      updateParent(n);
    }
  }

  private void forgetKinds() {
    kinds.clear();
    for (LeafQueueState queue : leafQueues) {
      if (queue != null) {
        queue.pools.clear();
      }
    }
  }

  /** Updates a leaf and what its queue counts for; returns whether its set changed. */
  private boolean updateLeaf(int leaf) {
    boolean narrowed = pending.refresh(leaf);
    putLeaf(leaf);
    OrderedLeaves ordered = queueOf(leaf).ordered();
    if (ordered == null) {
      rate(isAlone(leaf) ? leaf : tree.parent(leaf));
    } else if (narrowed) {
      ordered.changed();
    }
    return narrowed;
  }

  private LeafQueueState queueOf(int leaf) {
    return leafQueues[isAlone(leaf) ? leaf : tree.parent(leaf)];
  }

  /** Returns a leaf's number in the queue of leaves that it belongs to. */
  private int entryOf(int leaf) {
    return isAlone(leaf) ? 0 : entry[leaf];
  }

  private void putLeaf(int leaf) {
    OrderedLeaves ordered = queueOf(leaf).ordered();
    if (ordered != null) {
      ordered.put(entry[leaf], leaf);
      return;
    }
    LeafQueueState queue = queueOf(leaf);
    int offset = leaf * pending.words();
    double key = readHeld(leaf, usage);
    queue.leaves.put(entryOf(leaf), key, tieBreak[leaf], pending.usable(), offset);
    if (isAlone(leaf) || tree.parent(leaf) != ROOT) {
      queue.pools.put(entryOf(leaf), leaf);
    }
  }

  private boolean updateQueue(int queue) {
    boolean narrowed = pending.refresh(queue);
    rate(queue);
    return narrowed;
  }

  /** Rates a queue of leaves afresh. */
  private void rate(int node) {
    if (isLeafQueue(node) && node != ROOT && leafQueues[node].ordered() == null) {
      long[] below = tree.isLeaf(node) ? pending.usable() : pending.below();
      leafQueues[node].usage.update(tree.isLeaf(node), below, node * pending.words());
    }
  }

  @Override
  void attach(int node) {
    boolean isParent = !tree.isLeaf(node) && hasQueues(node);
    leafQueues[node] = null;
    setParent(node, isParent);
    if (!tree.isLeaf(node)) {
      if (!isParent) {
        createLeafQueue(node);
      }
    } else if (!isLeafQueue(tree.parent(node))) {
      createLeafQueue(node);
      leafQueues[node].entries.add(node, 0);
    }
    join(node);
  }

  /** Gives a node a number among its parent's children, as the last of them. */
  private void join(int node) {
    tieBreak[node] = ++lastTieBreak;
    if (node != ROOT) {
      int parent = tree.parent(node);
      entry[node] =
          isLeafQueue(parent)
              ? leafQueues[parent].entries.add(node, tieBreak[node])
              : addChild(parent, node);
    }
  }

  @Override
  public void added(int node) {
    if (isStale()) {
      return;
    }
    int parent = tree.parent(node);
    boolean becomesParent = isLeafQueue(parent) && !tree.isLeaf(node);
    if (becomesParent && (parent == ROOT || !isOnlyChild(node))) {
      invalidate();
      return;
    }
    makeRoom();
    if (becomesParent) {
      becomeParent(parent);
    }
    if (tree.firstChild(node) == NONE) {
      attach(node);
    } else {
      join(node);
    }
    changed(node);
  }

  private boolean isOnlyChild(int node) {
    return tree.firstChild(tree.parent(node)) == node && tree.nextSibling(node) == NONE;
  }

  /** Makes an empty queue of leaves a queue of queues, in its place among its siblings. */
  private void becomeParent(int queue) {
    int above = tree.parent(queue);
    removeChild(above, queue);
    leafQueues[queue] = null;
    setParent(queue, true);
    entry[queue] = addChild(above, queue);
  }

  /** Creates what is kept of a queue of leaves, or of a leaf beside queues. */
  private void createLeafQueue(int node) {
    boolean inOrder = !tree.isLeaf(node) && tree.isInOrder(node);
    leafQueues[node] = new LeafQueueState(tree, kinds, pending.words());
    if (inOrder) {
      OrderedLeaves leaves = leafQueues[node].serveInOrder(tree, pending, share);
      if (node != ROOT) {
        setOrdered(node, leaves);
      }
    }
  }

  /** A queue's leaves are kept in another way, and what it counts for. */
  @Override
  public void orderChanged(int queue) {
    invalidate();
  }

  @Override
  public void rankChanged(int leaf) {
    OrderedLeaves ordered = isStale() || isAlone(leaf) ? null : queueOf(leaf).ordered();
    if (ordered != null) {
      ordered.takeOut(entry[leaf]);
      changed(leaf);
    }
  }

  @Override
  void recompute(int node) {
    if (tree.isLeaf(node)) {
      putLeaf(node);
    }
    rate(node);
    updateParent(node);
  }

  @Override
  void reset() {
    Arrays.fill(leafQueues, null);
    kinds.clear();
    kinds.update();
  }

  @Override
  void grow(int length) {
    leafQueues = Arrays.copyOf(leafQueues, length);
  }
}
