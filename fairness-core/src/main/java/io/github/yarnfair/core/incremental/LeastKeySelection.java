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
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.core.TreeListener;
import java.util.Arrays;

/**
 * Selection by a {@link LeastKeyPolicy} along one path of the tree. A queue's key for an offer is
 * the least of its keys for the demand shapes that fit, taken one by one; so each queue keeps, for
 * each shape, its children by the key they have if that shape alone fits, and an offer needs no
 * more than the least of these.
 *
 * <p>A change of a leaf touches its path: O(depth·(σ·log n + m)) for σ shapes whose keys change and
 * n siblings. If the policy says that keys elsewhere have changed too, all are worked out anew.
 */
public final class LeastKeySelection implements Selection, TreeListener {
  private final ShareTree tree;
  private final LeastKeyPolicy policy;
  private final Shares shares;
  private final PendingShapes pending;
  private final SkippedLeaves skipped;
  private final ChangedNodes changed = new ChangedNodes();
  private final ChangedNodes reordered = new ChangedNodes();

  private LeastKeyQueue[] queues = new LeastKeyQueue[0];
  private int[] entry = new int[0];
  private long[] rank = new long[0];
  private long clock;
  private boolean isStale = true;

  private final long[] free;
  private long[] fitting = new long[0];

  /** On the way up a path: the shapes for which the node's least key may have changed. */
  private long[] touched = new long[0];

  private long[] former = new long[0];
  private final double[] none = {};

  /** Creates the selection over a tree, which it follows from now on. */
  public LeastKeySelection(ShareTree tree, LeastKeyPolicy policy) {
    this.tree = tree;
    this.policy = policy;
    shares = new Shares(tree);
    pending = new PendingShapes(tree);
    skipped = new SkippedLeaves(tree);
    free = new long[tree.resourceCount()];
    tree.addListener(this);
  }

  @Override
  public int next(Offer offer) {
    skipped.follow(offer, pending, changed);
    catchUp();
    for (int j = 0; j < free.length; j++) {
      free[j] = offer.free(j);
    }
    pending.shapes().fitting(free, 0, fitting, 0);
    int node = narrow(ROOT) ? ROOT : NONE;
    while (node != NONE && !tree.isLeaf(node)) {
      node = queues[node].first(fitting, 0);
      narrow(node);
    }
    return node;
  }

  /** Narrows what fits to what a node could use; returns whether anything is left. */
  private boolean narrow(int node) {
    long[] usable = pending.usable();
    long left = 0;
    for (int w = 0; w < fitting.length; w++) {
      fitting[w] &= usable[node * fitting.length + w];
      left |= fitting[w];
    }
    return left != 0;
  }

  private void catchUp() {
    for (int i = 0; i < changed.count() && !isStale; i++) {
      pending.follow(changed.get(i));
      isStale = pending.isOutgrown();
    }
    if (isStale) {
      beginAnew();
    } else {
      boolean hasNews = policy.hasNews(tree);
      for (int i = 0; i < changed.count(); i++) {
        int top = policy.follow(tree, changed.get(i));
        hasNews |= top == ROOT;
        if (top != NONE) {
          reordered.add(top);
        }
      }
      for (int i = 0; i < changed.count(); i++) {
        followUp(changed.get(i));
      }
      rateAnew(hasNews);
    }
    changed.clear();
  }

  /** Rates what lies below the queues below which the policy says that keys have changed. */
  private void rateAnew(boolean all) {
    if (all) {
      policy.prepare(tree);
      rateBelow(ROOT);
    }
    for (int i = 0; i < reordered.count() && !all; i++) {
      int top = reordered.get(i);
      rateBelow(top);
      for (int n = tree.parent(top); n != NONE; n = tree.parent(n)) {
        rate(n, false);
      }
    }
    reordered.clear();
  }

  private void rateBelow(int node) {
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      if (tree.isLeaf(c)) {
        enterLeaf(c);
      } else {
        rateBelow(c);
      }
    }
    rateAll(node);
  }

  /** Rates a queue for all shapes below it, also those that its limit leaves no room for now. */
  private void rateAll(int queue) {
    System.arraycopy(pending.below(), queue * touched.length, touched, 0, touched.length);
    rate(queue, false);
  }

  /** Rates a leaf and then the queues above it as far as that matters to them. */
  private void followUp(int leaf) {
    boolean narrowed = refresh(leaf);
    enterLeaf(leaf);
    for (int n = tree.parent(leaf); n != NONE; n = tree.parent(n)) {
      narrowed = rate(n, narrowed);
    }
  }

  /**
   * Rates a queue for the shapes that are touched and leaves those for which its key has changed.
   *
   * @param narrowed whether what a child could use has changed
   * @return whether what the queue could use has changed
   */
  private boolean rate(int node, boolean narrowed) {
    LeastKeyQueue queue = queues[node];
    for (int w = 0; w < touched.length; w++) {
      for (long bits = touched[w]; bits != 0; bits &= bits - 1) {
        if (!queue.find(w * Long.SIZE + Long.numberOfTrailingZeros(bits))) {
          touched[w] &= ~Long.lowestOneBit(bits);
        }
      }
    }
    if (node == ROOT) {
      return (narrowed || tree.isLimited(node)) && pending.refresh(node);
    }
    int offset = node * touched.length;
    System.arraycopy(pending.usable(), offset, former, 0, former.length);
    boolean changes = (narrowed || tree.isLimited(node)) && pending.refresh(node);
    touchIfOwnKeyChanged(node, queue);
    long[] usable = pending.usable();
    for (int w = 0; w < touched.length; w++) {
      touched[w] = (touched[w] & usable[offset + w]) | (former[w] ^ usable[offset + w]);
    }
    tellParent(node, queue);
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

  private void tellParent(int node, LeastKeyQueue queue) {
    LeastKeyQueue parent = queues[tree.parent(node)];
    long[] usable = pending.usable();
    for (int w = 0; w < touched.length; w++) {
      for (long bits = touched[w]; bits != 0; bits &= bits - 1) {
        long bit = Long.lowestOneBit(bits);
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        boolean isUsable = (usable[node * touched.length + w] & bit) != 0;
        double key =
            isUsable ? policy.queueKey(queue.ownKey, queue.least(shape)) : Double.POSITIVE_INFINITY;
        parent.put(entry[node], shape, key, rank[node]);
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

  private void enterLeaf(int leaf) {
    shares.attributeHeld(leaf);
    queues[tree.parent(leaf)].leaves.put(
        entry[leaf],
        policy.leafKey(shares, leaf),
        rank[leaf],
        none,
        0,
        pending.usable(),
        leaf * touched.length);
  }

  private void beginAnew() {
    grow();
    followAll(ROOT);
    pending.reset();
    fitting = new long[pending.words()];
    touched = new long[pending.words()];
    former = new long[pending.words()];
    policy.prepare(tree);
    enterAll(ROOT);
    isStale = false;
  }

  private void followAll(int node) {
    if (tree.isLeaf(node)) {
      pending.follow(node);
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      followAll(c);
    }
  }

  private void enterAll(int node) {
    if (node != ROOT) {
      attach(node);
    }
    if (tree.isLeaf(node)) {
      pending.refresh(node);
      enterLeaf(node);
      return;
    }
    queues[node] = new LeastKeyQueue(pending.words());
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      enterAll(c);
    }
    pending.refresh(node);
    rateAll(node);
  }

  private void attach(int node) {
    LeastKeyQueue queue = queues[tree.parent(node)];
    rank[node] = ++clock;
    entry[node] = (tree.isLeaf(node) ? queue.leafEntries : queue.entries).add(node);
  }

  private void grow() {
    pending.grow();
    shares.grow();
    int length = tree.handleBound();
    if (length > entry.length) {
      length = Math.max(16, 2 * length);
      queues = Arrays.copyOf(queues, length);
      entry = Arrays.copyOf(entry, length);
      rank = Arrays.copyOf(rank, length);
    }
  }

  @Override
  public void usageChanged(int leaf) {
    changed.add(leaf);
  }

  @Override
  public void demandChanged(int leaf) {
    changed.add(leaf);
  }

  @Override
  public void weightChanged(int node) {
    isStale = true;
  }

  @Override
  public void limitChanged(int node) {
    isStale = true;
  }

  @Override
  public void added(int node) {
    isStale = true;
  }

  @Override
  public void removed(int node, int formerParent) {
    skipped.forget(node);
    if (!tree.contains(node)) {
      pending.forget(node);
    }
    isStale = true;
  }

  @Override
  public void capacityChanged() {
    isStale = true;
  }
}
