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
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.TreeListener;
import java.util.Arrays;

/**
 * A selection that follows a share tree: it notes what changes and catches up before it decides.
 */
abstract class IncrementalSelection implements Selection, TreeListener {
  final ShareTree tree;
  final PendingShapes pending;

  /** By node: its number among its parent's children. */
  int[] entry = new int[0];

  /** By node: its place among its siblings, those who came later having more. */
  long[] rank = new long[0];

  /** Grows with everything that is to be told from what was before. */
  long clock;

  private final SkippedLeaves skipped;
  private final ChangedNodes changed = new ChangedNodes();
  private boolean isStale = true;

  IncrementalSelection(ShareTree tree) {
    this.tree = tree;
    pending = new PendingShapes(tree);
    skipped = new SkippedLeaves(tree);
    tree.addListener(this);
  }

  @Override
  public final int next(Offer offer) {
    skipped.follow(offer, pending, changed);
    catchUp();
    return choose(offer);
  }

  /** Decides, everything being up to date. */
  abstract int choose(Offer offer);

  /** Takes in nodes that hold, want, weigh or may hold something else than before. */
  abstract void follow(ChangedNodes nodes);

  /** Makes room for as many nodes. */
  abstract void grow(int length);

  /** Begins anew: no node has been entered yet. */
  abstract void begin();

  /** Enters a node below its parent, before the nodes below it. */
  abstract void attach(int node);

  /** Rates a node when all below it have been entered. */
  abstract void enter(int node);

  /** Brings everything up to date. */
  final void catchUp() {
    for (int i = 0; i < changed.count() && !isStale; i++) {
      if (tree.isLeaf(changed.get(i))) {
        pending.follow(changed.get(i));
        isStale = pending.isOutgrown();
      }
    }
    if (isStale) {
      beginAnew();
    } else {
      follow(changed);
    }
    changed.clear();
  }

  /** Lets everything be worked out anew before the next decision. */
  final void forgetAll() {
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
      rank = Arrays.copyOf(rank, length);
      grow(length);
    }
  }

  private void beginAnew() {
    makeRoom();
    followDemands(ROOT);
    pending.reset();
    begin();
    enterAll(ROOT);
    isStale = false;
  }

  private void followDemands(int node) {
    if (tree.isLeaf(node)) {
      pending.follow(node);
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      followDemands(c);
    }
  }

  private void enterAll(int node) {
    attach(node);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      enterAll(c);
    }
    pending.refresh(node);
    enter(node);
  }

  @Override
  public final void usageChanged(int leaf) {
    changed.add(leaf);
  }

  @Override
  public final void demandChanged(int leaf) {
    changed.add(leaf);
  }

  @Override
  public final void capacityChanged() {
    isStale = true;
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!tree.contains(node)) {
      skipped.forget(node);
      changed.remove(node);
      pending.forget(node);
    }
  }
}
