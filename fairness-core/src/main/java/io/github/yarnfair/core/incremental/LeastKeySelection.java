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
import io.github.yarnfair.core.LeastKeyPolicy;
import io.github.yarnfair.core.OrderedShare;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import java.util.Arrays;

/**
 * Selection by a {@link LeastKeyPolicy} along one path of the tree. A queue's key for an offer is
 * the least of its keys for the demand classes that fit, taken one by one; so each queue keeps, for
 * each class, its children by the key they have if that class alone fits, and an offer needs no
 * more than the least of these.
 *
 * <p>A change of a node touches its path, and so does a node that comes or goes: O(depth·(σ·log n +
 * m)) for σ classes whose keys change and n siblings. Where the policy says that keys elsewhere
 * have changed too, and if the cluster has changed, what lies below is recomputed in place.
 */
public final class LeastKeySelection extends IncrementalSelection {
  private static final Least NO_CHILD = new Least();

  private final LeastKeyPolicy policy;
  private final Shares shares;
  private final OrderedShare share;
  private final LateNodes late;
  private final LateChildren.Keys lateKeys = this::lateKey;

  /** The queues with children added, removed or reweighted. */
  private final ChangedNodes regrouped = new ChangedNodes();

  /** The queues below which the policy says that keys have changed. */
  private final ChangedNodes reordered = new ChangedNodes();

  private LeastKeyQueue[] queues = new LeastKeyQueue[0];

  /** On the way up a path: the classes for which the node's least key may have changed. */
  private long[] touched = new long[0];

  private long[] former = new long[0];
  private final double[] none = {};

  /** Creates the selection over a tree, which it follows from now on. */
  public LeastKeySelection(ShareTree tree, LeastKeyPolicy policy) {
    super(tree);
    this.policy = policy;
    shares = new Shares(tree);
    share = new OrderedShare(tree);
    late = new LateNodes(tree);
  }

  @Override
  int leastChild(int queue, int depth) {
    LeastKeyQueue at = queues[queue];
    Least lateOne = late.contains(queue) ? at.late().first(sets, depth, lateKeys) : NO_CHILD;
    return at.first(sets.bits(), sets.offset(depth), lateOne);
  }

  /** Reads the key of a queue that serves in order, or is above such. */
  private double lateKey(int node, int depth) {
    LeastKeyQueue queue = queues[node];
    OrderedLeaves leaves = queue.ordered();
    if (leaves == null) {
      double least = queue.leastKey(sets.bits(), sets.offset(depth));
      double ofLate = queue.late().first(sets, depth, lateKeys).key;
      return policy.queueKey(queue.ownKey, Math.min(least, ofLate));
    }
    for (int s = 0; s < tree.space().shares(); s++) {
      share.setDivisor(s, policy.divisor(tree, node, s));
    }
    share.read(node);
    int next = leaves.first(sets.bits(), sets.offset(depth));
    return leaves.level(next, sets.bits(), sets.offset(depth));
  }

  @Override
  void update(ChangedNodes nodes, boolean all) {
    shares.grow();
    boolean isOutdated = all || policy.hasNews(tree);
    for (int i = 0; i < nodes.count(); i++) {
      if (tree.isLeaf(nodes.get(i))) {
        reorder(policy.follow(tree, nodes.get(i)));
      }
    }
    for (int i = 0; i < regrouped.count(); i++) {
      reorder(policy.followChildren(tree, regrouped.get(i)));
    }
    for (int i = 0; i < nodes.count(); i++) {
      updatePath(nodes.get(i));
    }
    if (isOutdated) {
      policy.prepare(tree);
      rateBelow(ROOT);
    } else {
      rateReordered();
    }
    regrouped.clear();
    reordered.clear();
  }

  @Override
  void recounted(int leaf) {
    reorder(policy.follow(tree, leaf));
  }

  private void reorder(int top) {
    if (top != NONE) {
      reordered.add(top);
    }
  }

  private void rateReordered() {
    for (int i = 0; i < reordered.count(); i++) {
      int top = reordered.get(i);
      if (!isBelowAnother(top)) {
        policy.prepareBelow(tree, top);
        rateBelow(top);
        climb(tree.parent(top), false);
      }
    }
  }

  private boolean isBelowAnother(int top) {
    int above = tree.parent(top);
    while (above != NONE && !reordered.contains(above)) {
      above = tree.parent(above);
    }
    return above != NONE;
  }

  private void rateBelow(int node) {
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      if (tree.isLeaf(c)) {
        putLeaf(c);
      } else {
        rateBelow(c);
      }
    }
    rateAll(node);
  }

  /** Rates a queue for all classes below it, also those that its limit leaves no room for now. */
  private void rateAll(int queue) {
    System.arraycopy(pending.below(), queue * touched.length, touched, 0, touched.length);
    rate(queue, false);
  }

  /** Rates a node and then the queues above it as far as that matters to them. */
  private void updatePath(int node) {
    if (tree.isLeaf(node)) {
      boolean narrowed = refresh(node);
      putLeaf(node);
      climb(tree.parent(node), narrowed);
    } else {
      queues[node].takeLost(touched);
      climb(node, true);
    }
  }

  private void climb(int from, boolean childNarrowed) {
    boolean narrowed = childNarrowed;
    for (int n = from; n != NONE; n = tree.parent(n)) {
      narrowed = rate(n, narrowed);
    }
  }

  /**
   * Rates a queue for the classes that are touched and leaves those for which its key has changed.
   *
   * @param narrowed whether what a child could use has changed
   * @return whether what the queue could use has changed
   */
  private boolean rate(int node, boolean narrowed) {
    if (node == ROOT) { // its key is never asked
      return (narrowed || tree.isLimited(node)) && pending.refresh(node);
    }
    LeastKeyQueue queue = queues[node];
    for (int w = 0; w < touched.length; w++) {
      for (long bits = touched[w]; bits != 0; bits = Bits.rest(bits)) {
        if (!queue.find(Bits.first(w, bits))) {
          touched[w] &= ~Long.lowestOneBit(bits);
        }
      }
    }
    int offset = node * touched.length;
    System.arraycopy(pending.usable(), offset, former, 0, former.length);
    boolean changes = (narrowed || tree.isLimited(node)) && pending.refresh(node);
    touchIfOwnKeyChanged(node, queue);
    long[] usable = pending.usable();
    for (int w = 0; w < touched.length; w++) {
      touched[w] = (touched[w] & usable[offset + w]) | (former[w] ^ usable[offset + w]);
    }
    updateParent(node, queue);
    return changes;
  }

  private void touchIfOwnKeyChanged(int node, LeastKeyQueue queue) {
    shares.attributeHeld(node);
    double ownKey = policy.ownKey(shares, node);
    if (ownKey != queue.ownKey) {
      queue.ownKey = ownKey;
      System.arraycopy(pending.usable(), node * touched.length, touched, 0, touched.length);
    }
  }

  private void updateParent(int node, LeastKeyQueue queue) {
    LeastKeyQueue parent = queues[tree.parent(node)];
    if (late.contains(node)) {
      parent.late().update(entry[node]);
      return;
    }
    long[] usable = pending.usable();
    for (int w = 0; w < touched.length; w++) {
      for (long bits = touched[w]; bits != 0; bits = Bits.rest(bits)) {
        long bit = Long.lowestOneBit(bits);
        int demandClass = Bits.first(w, bits);
        boolean isUsable = (usable[node * touched.length + w] & bit) != 0;
        double key =
            isUsable
                ? policy.queueKey(queue.ownKey, queue.least(demandClass))
                : Double.POSITIVE_INFINITY;
        parent.put(entry[node], demandClass, key, tieBreak[node]);
      }
    }
  }

  /** Works out what a leaf could use, and touches all that it could or now can. */
  private boolean refresh(int leaf) {
    int offset = leaf * touched.length;
    System.arraycopy(pending.usable(), offset, touched, 0, touched.length);
    boolean changes = pending.refresh(leaf);
    long[] usable = pending.usable();
    for (int w = 0; w < touched.length; w++) {
      touched[w] |= usable[offset + w];
    }
    return changes;
  }

  private void putLeaf(int leaf) {
    OrderedLeaves ordered = queues[tree.parent(leaf)].ordered();
    if (ordered != null) {
      ordered.put(entry[leaf], leaf);
      return;
    }
    shares.attributeHeld(leaf);
    queues[tree.parent(leaf)].leaves.put(
        entry[leaf],
        policy.leafKey(shares, leaf),
        tieBreak[leaf],
        none,
        0,
        pending.usable(),
        leaf * touched.length);
  }

  @Override
  void reset() {
    touched = new long[pending.words()];
    former = new long[pending.words()];
    regrouped.clear();
    reordered.clear();
    shares.grow();
    late.reset();
    policy.prepare(tree);
  }

  @Override
  void attach(int node) {
    if (!tree.isLeaf(node)) {
      queues[node] = new LeastKeyQueue(pending.words(), late.contains(node));
      if (tree.servesInOrder(node)) {
        queues[node].serveInOrder(tree, pending, share);
      }
    }
    join(node);
  }

  /** Gives a node a number among its parent's children, as the last of them. */
  private void join(int node) {
    tieBreak[node] = ++clock;
    if (node != ROOT) {
      LeastKeyQueue queue = queues[tree.parent(node)];
      Entries siblings = late.contains(node) ? queue.late().entries : queue.entries;
      entry[node] = (tree.isLeaf(node) ? queue.leafEntries : siblings).add(node, tieBreak[node]);
    }
  }

  @Override
  void recompute(int node) {
    if (tree.isLeaf(node)) {
      putLeaf(node);
    } else {
      rateAll(node);
    }
  }

  @Override
  void grow(int length) {
    queues = Arrays.copyOf(queues, length);
    late.grow(length);
  }

  @Override
  public void weightChanged(int node) {
    if (!isStale()) {
      regroup(tree.parent(node), node);
    }
    changed(node);
  }

  @Override
  public void orderChanged(int queue) {
    invalidate();
  }

  @Override
  public void rankChanged(int leaf) {
    OrderedLeaves ordered = isStale() ? null : queues[tree.parent(leaf)].ordered();
    if (ordered != null) {
      ordered.takeOut(entry[leaf]);
      changed(leaf);
    }
  }

  @Override
  public void added(int node) {
    if (!isStale()) {
      makeRoom();
      boolean endsOrder = !tree.isLeaf(node) && queues[tree.parent(node)].ordered() != null;
      if (endsOrder || late.contains(node)) {
        invalidate(); // its parent is late no longer, or the queues above it are now
        return;
      }
      if (tree.firstChild(node) == NONE) {
        attach(node);
      } else {
        join(node);
      }
      regroup(tree.parent(node), node);
      changed(node);
    }
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!isStale()) {
      queues[formerParent].remove(node, entry[node], pending.usable(), node * pending.words());
      pending.detach(node, formerParent);
      regroup(formerParent, node);
      changed(formerParent);
      if (!tree.contains(node)) {
        regrouped.remove(node);
        policy.forget(node);
      }
      if (tree.servesInOrder(formerParent) && queues[formerParent].ordered() == null) {
        invalidate(); // its last queue is gone
      }
    }
    if (!tree.contains(node)) {
      late.remove(node);
    }
    super.removed(node, formerParent);
  }

  private void regroup(int queue, int child) {
    if (queue != NONE && policy.concernsSiblings(tree, child)) {
      regrouped.add(queue);
    }
  }
}
