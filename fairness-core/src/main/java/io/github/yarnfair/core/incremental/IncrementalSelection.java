// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.FittingSets;
import io.github.yarnfair.core.incremental.demand.PendingClasses;
import io.github.yarnfair.core.incremental.demand.SkippedLeaves;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.ChangedNodes;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.Arrays;

/**
 * A selection that follows a share tree: it notes what changes and catches up before it decides.
 */
abstract class IncrementalSelection implements Selection, TreeListener {
  final ShareTree tree;
  final PendingClasses pending;
  final FittingSets sets;

  /** By node: its number among its parent's children. */
  int[] entry = new int[0];

  /**
   * By node: its tie-break among siblings of equal keys, the least being first; later siblings have
   * more.
   */
  long[] tieBreak = new long[0];

  /** The last tie-break given out: larger than all before it. */
  long lastTieBreak;

  /** The leaves that want more or fewer tasks of the same classes than before. */
  final ChangedNodes recounted = new ChangedNodes();

  /** The leaf that the last decision has chosen, and its depth. */
  private int chosen = NONE;

  private int chosenDepth;
  private final SkippedLeaves skipped;
  private final ChangedNodes changed = new ChangedNodes();
  private final ChangedNodes wanting = new ChangedNodes();
  private boolean isStale = true;
  private boolean isResized;

  /** Creates a selection over a tree, which it follows from now on. */
  IncrementalSelection(ShareTree tree) {
    this.tree = tree;
    pending = new PendingClasses(tree);
    sets = new FittingSets(tree, pending);
    skipped = new SkippedLeaves(tree);
    tree.addListener(this);
  }

  @Override
  public final int next(Offer offer) {
    skipped.update(offer, pending, changed);
    catchUp();
    sets.look(offer);
    chosen = NONE;
    if (sets.isEmpty(0)) {
      return NONE;
    }
    int node = ROOT;
    int depth = 0;
    for (; !tree.isLeaf(node); depth++) {
      node = leastChild(node, depth);
      narrow(node, depth + 1);
    }
    chosen = node;
    chosenDepth = depth;
    return node;
  }

  @Override
  public final boolean isChosenFor(long[] task) {
    int demandClass = pending.demanded(chosen, task);
    return demandClass >= 0
        && Bits.contains(sets.bits(), sets.offset(chosenDepth), demandClass)
        && isChosenFor(chosen, demandClass, sets.offset(chosenDepth));
  }

  /**
   * Returns whether a leaf was chosen for a class of the set at the offset, which holds those that
   * the way to the leaf has left.
   */
  boolean isChosenFor(int leaf, int demandClass, int offset) {
    return true;
  }

  /** Narrows the set of classes of a node's parent to those that the node may be given. */
  void narrow(int node, int depth) {
    sets.narrow(node, depth);
  }

  /** Returns a queue's child that is not blocked and has the least key, of equals the first. */
  abstract int leastChild(int queue, int depth);

  /**
   * Takes in nodes that hold, want, weigh or may hold something else than before, or are new, and
   * what is {@link #recounted}.
   *
   * @param all whether all nodes hold other fractions than before, as the cluster has changed
   */
  abstract void update(ChangedNodes nodes, boolean all);

  /** Makes room for as many nodes. */
  abstract void grow(int length);

  /** Removes all nodes, before all of them are added again. */
  void reset() {}

  /** Enters a node below its parent, before the nodes below it. */
  abstract void attach(int node);

  /** Rates a node when all below it have been entered. */
  abstract void recompute(int node);

  /** Brings everything up to date. */
  final void catchUp() {
    for (int i = 0; i < wanting.count() && !isStale; i++) {
      int leaf = wanting.get(i);
      if (pending.updateDemand(leaf)) {
        changed.add(leaf);
      } else {
        recounted.add(leaf);
      }
      isStale = pending.isOutgrown();
    }
    wanting.clear();
    if (isStale) {
      rebuild();
    } else {
      update(changed, isResized);
    }
    changed.clear();
    recounted.clear();
    isResized = false;
  }

  /** Makes the next decision recompute everything. */
  final void invalidate() {
    isStale = true;
  }

  final boolean isStale() {
    return isStale;
  }

  final void changed(int node) {
    changed.add(node);
  }

  final void makeRoom() {
    pending.grow();
    if (tree.handleBound() > entry.length) {
      int length = Math.max(16, 2 * tree.handleBound());
      entry = Arrays.copyOf(entry, length);
      tieBreak = Arrays.copyOf(tieBreak, length);
      grow(length);
    }
  }

  final boolean hasQueues(int queue) {
    int child = tree.firstChild(queue);
    while (child != NONE && tree.isLeaf(child)) {
      child = tree.nextSibling(child);
    }
    return child != NONE;
  }

  private void rebuild() {
    makeRoom();
    updateDemands(ROOT);
    pending.reset();
    sets.reset();
    reset();
    addAll(ROOT);
    isStale = false;
  }

  private void updateDemands(int node) {
    if (tree.isLeaf(node)) {
      pending.updateDemand(node);
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      updateDemands(c);
    }
  }

  private void addAll(int node) {
    attach(node);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      addAll(c);
    }
    pending.refresh(node);
    recompute(node);
  }

  @Override
  public final void usageChanged(int leaf) {
    changed.add(leaf);
  }

  @Override
  public final void demandChanged(int leaf) {
    wanting.add(leaf);
  }

  @Override
  public final void limitChanged(int node) {
    if (!isStale) {
      pending.limitChanged(node);
    }
    changed(node);
  }

  @Override
  public final void capacityChanged() {
    isResized = true;
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!tree.contains(node)) {
      skipped.remove(node);
      changed.remove(node);
      wanting.remove(node);
      pending.remove(node);
    }
  }
}
