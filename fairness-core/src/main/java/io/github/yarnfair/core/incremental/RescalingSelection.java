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
 * Dynamic H-DRF decided along one path of the tree. What a queue counts for depends on f, the least
 * key of its children that are not blocked:
 *
 * <pre>
 *   U_n = Σ_{κ_c ≤ f} U_c + f · Σ_{κ_c &gt; f} U_c/κ_c
 * </pre>
 *
 * <p>so each queue keeps its children {@linkplain KeyOrder in the order of their keys} with partial
 * sums of U and of U/κ. A leaf's key does not depend on the offer; a queue's does, through f, so
 * queues among the children stand in one {@linkplain QueueView view} for each set of demand shapes
 * that offers fit. A change of a leaf marks its path; a view catches up with what was marked since
 * it was last used. Allocates nothing once it has seen the sets there are.
 */
public final class RescalingSelection implements Selection, TreeListener {
  /** What blocked children and saturated resources count for. */
  public enum Rule {
    /** Blocked children are scaled like the others; all resources count. */
    CORRECTED,

    /** Algorithm 3 as printed: blocked children in full; queues without saturated resources. */
    PUBLISHED
  }

  private final ShareTree tree;
  private final boolean published;
  private final int resources;
  private final PendingShapes pending;
  private final SkippedLeaves skipped;
  private final ChangedNodes dirty = new ChangedNodes();

  private RescaledQueue[] queues = new RescaledQueue[0];
  private int[] entry = new int[0];
  private long[] rank = new long[0];
  private long[] version = new long[0];
  private long clock;
  private boolean isStale = true;

  /** The shapes that fit an offer at each depth; last, as a word more, what is saturated. */
  private long[] sets = new long[0];

  private int setWords;
  private final long[] free;
  private final double[] usage;

  /** Creates the selection over a tree, which it follows from now on. */
  public RescalingSelection(ShareTree tree, Rule rule) {
    this.tree = tree;
    published = rule == Rule.PUBLISHED;
    resources = tree.resourceCount();
    pending = new PendingShapes(tree);
    skipped = new SkippedLeaves(tree);
    free = new long[resources];
    usage = new double[resources];
    tree.addListener(this);
  }

  @Override
  public int next(Offer offer) {
    skipped.follow(offer, pending, dirty);
    catchUp();
    look(offer);
    if (isBlocked(0)) {
      return NONE;
    }
    int node = ROOT;
    for (int depth = 0; !tree.isLeaf(node); depth++) {
      node = leastChild(node, depth);
      narrow(node, depth + 1);
    }
    return node;
  }

  /**
   * Returns the key of a queue for the offer of the last {@link #next}, as the tree stands now:
   * what a diagnosis may ask for.
   */
  public double key(int queue) {
    catchUp();
    return rated(queue, narrowTo(queue)).key;
  }

  /** Narrows the sets along the path to a node and returns its depth. */
  private int narrowTo(int node) {
    if (node == ROOT) {
      return 0;
    }
    int depth = narrowTo(tree.parent(node)) + 1;
    narrow(node, depth);
    return depth;
  }

  /** Returns a queue's child that is not blocked and has the least key, of equals the first. */
  private int leastChild(int node, int depth) {
    RescaledQueue queue = queues[node];
    int leaf = queue.leaves.first(sets, depth * setWords);
    if (queue.entries.isEmpty()) {
      return queue.leafEntries.node(leaf);
    }
    WinnerTree children = replayed(queue, depth).children.open();
    double leafKey = queue.leaves.firstKey();
    boolean isLeaf =
        leafKey < children.firstKey()
            || (leafKey == children.firstKey() && queue.leaves.firstRank() < children.firstRank());
    return isLeaf ? queue.leafEntries.node(leaf) : queue.entries.node(children.first());
  }

  /** Returns a queue as an offer of the set of its depth sees it. */
  private QueueView rated(int node, int depth) {
    RescaledQueue queue = queues[node];
    if (isBlocked(depth)) {
      return blocked(queue, node, depth);
    }
    queue.leaves.first(sets, depth * setWords);
    double least = queue.leaves.firstKey();
    QueueView view;
    if (queue.entries.isEmpty()) {
      view = queue.leafView(least, version[node]);
    } else {
      view = replayed(queue, depth);
      least = Math.min(least, view.children.open().firstKey());
    }
    if (view.version != version[node]) {
      view.version = version[node];
      rate(queue, view, least);
      view.key = share(view.usage, depth) / tree.weight(node);
    }
    return view;
  }

  /** If all children are blocked, they count in full. */
  private QueueView blocked(RescaledQueue queue, int node, int depth) {
    QueueView view = queue.blockedView();
    if (view.version != version[node] || published) {
      view.version = version[node];
      readUsage(node, view.usage);
      view.key = share(view.usage, depth) / tree.weight(node);
    }
    return view;
  }

  /** The rule: attributes to a queue what its children count for. */
  private static void rate(RescaledQueue queue, QueueView view, double least) {
    Arrays.fill(view.usage, 0.0);
    queue.leaves.addCutDown(least, view.usage);
    view.children.addCutDown(least, view.usage);
  }

  /** Returns a queue's view for the set of its depth, all children entered as they stand. */
  private QueueView replayed(RescaledQueue queue, int depth) {
    QueueView view = queue.view(sets, depth * setWords);
    ChangeLog changes = queue.changes;
    if (view.replayed == changes.written()) {
      return view;
    }
    int all = queue.entries.bound();
    if (changes.isShorter(view.replayed, all)) {
      for (long i = view.replayed; i < changes.written(); i++) {
        refresh(queue, view, changes.get(i), depth);
      }
    } else {
      for (int i = 0; i < all; i++) {
        refresh(queue, view, i, depth);
      }
    }
    view.replayed = changes.written();
    return view;
  }

  private void refresh(RescaledQueue queue, QueueView view, int at, int depth) {
    int child = queue.entries.node(at);
    if (child == NONE || view.hasSeen(at, version[child])) {
      return;
    }
    narrow(child, depth + 1);
    boolean blocked = isBlocked(depth + 1);
    double[] childUsage = usage;
    double key;
    if (tree.isLeaf(child)) {
      readUsage(child, usage);
      key = max(usage) / tree.weight(child);
    } else {
      QueueView childView = rated(child, depth + 1);
      childUsage = childView.usage;
      key = childView.key;
    }
    if (blocked && published) {
      view.enterUnscaled(at, version[child], rank[child], childUsage);
    } else {
      view.enter(at, version[child], key, rank[child], childUsage, blocked);
    }
  }

  private double share(double[] attributed, int depth) {
    if (!published) {
      return max(attributed);
    }
    long saturated = sets[depth * setWords + setWords - 1];
    double share = 0.0;
    for (int j = 0; j < resources; j++) {
      if ((saturated & (1L << j)) == 0) {
        share = Math.max(share, attributed[j]);
      }
    }
    return share;
  }

  private static double max(double[] attributed) {
    double share = 0.0;
    for (double part : attributed) {
      share = Math.max(share, part);
    }
    return share;
  }

  private void readUsage(int node, double[] into) {
    for (int j = 0; j < resources; j++) {
      into[j] = tree.usedFraction(node, j);
    }
  }

  /** Finds which shapes fit an offer, for the root. */
  private void look(Offer offer) {
    long saturated = 0;
    for (int j = 0; j < resources; j++) {
      free[j] = offer.free(j);
      saturated |= free[j] == 0 ? 1L << j : 0L;
    }
    int words = pending.words();
    pending.shapes().fitting(free, 0, sets, 0);
    long[] usable = pending.usable();
    for (int w = 0; w < words; w++) {
      sets[w] &= usable[w];
    }
    sets[words] = published ? saturated : 0L;
  }

  /** Narrows the set of a node's parent to what the node could use. */
  private void narrow(int node, int depth) {
    int words = setWords - 1;
    int offset = depth * setWords;
    if (sets.length < offset + setWords) {
      sets = Arrays.copyOf(sets, 2 * (offset + setWords));
    }
    long[] usable = pending.usable();
    for (int w = 0; w < words; w++) {
      sets[offset + w] = sets[offset - setWords + w] & usable[node * words + w];
    }
    sets[offset + words] = sets[offset - 1];
  }

  private boolean isBlocked(int depth) {
    for (int w = 0; w < setWords - 1; w++) {
      if (sets[depth * setWords + w] != 0) {
        return false;
      }
    }
    return true;
  }

  private void catchUp() {
    if (!isStale) {
      for (int i = 0; i < dirty.count(); i++) {
        int node = dirty.get(i);
        if (tree.contains(node) && tree.isLeaf(node)) {
          pending.follow(node);
        }
      }
    }
    if (isStale || pending.isOutgrown()) {
      beginAnew();
    } else {
      for (int i = 0; i < dirty.count(); i++) {
        if (tree.contains(dirty.get(i))) {
          markPath(dirty.get(i));
        }
      }
    }
    dirty.clear();
  }

  private void markPath(int node) {
    boolean narrowed = pending.refresh(node);
    version[node] = ++clock;
    if (tree.isLeaf(node) && !published) {
      enterLeaf(node);
    } else if (node != ROOT) {
      queues[tree.parent(node)].changes.add(entry[node]);
    }
    for (int n = tree.parent(node); n != NONE; n = tree.parent(n)) {
      if (narrowed || tree.isLimited(n)) {
        narrowed = pending.refresh(n);
      }
      version[n] = ++clock;
      if (n != ROOT) {
        queues[tree.parent(n)].changes.add(entry[n]);
      }
    }
  }

  private void enterLeaf(int leaf) {
    readUsage(leaf, usage);
    queues[tree.parent(leaf)].leaves.put(
        entry[leaf],
        max(usage) / tree.weight(leaf),
        rank[leaf],
        usage,
        0,
        pending.usable(),
        leaf * pending.words());
  }

  private void beginAnew() {
    grow();
    followAll(ROOT);
    pending.reset();
    setWords = pending.words() + 1;
    sets = new long[Math.max(sets.length, 4 * setWords)];
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
    version[node] = ++clock;
    if (node != ROOT) {
      attach(node);
    }
    if (!tree.isLeaf(node)) {
      queues[node] = newQueue(node);
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      enterAll(c);
    }
    pending.refresh(node);
    if (tree.isLeaf(node) && !published) {
      enterLeaf(node);
    }
  }

  /** Nobody asks what the root counts for. */
  private RescaledQueue newQueue(int node) {
    return new RescaledQueue(resources, pending.words(), node == ROOT ? 0 : resources);
  }

  private void attach(int node) {
    RescaledQueue queue = queues[tree.parent(node)];
    rank[node] = ++clock;
    if (tree.isLeaf(node) && !published) {
      entry[node] = queue.leafEntries.add(node);
    } else {
      entry[node] = queue.entries.add(node);
      queue.changes.fit(queue.entries.bound());
    }
  }

  private void grow() {
    pending.grow();
    int length = tree.handleBound();
    if (length > entry.length) {
      length = Math.max(16, 2 * length);
      queues = Arrays.copyOf(queues, length);
      entry = Arrays.copyOf(entry, length);
      rank = Arrays.copyOf(rank, length);
      version = Arrays.copyOf(version, length);
    }
  }

  @Override
  public void usageChanged(int leaf) {
    dirty.add(leaf);
  }

  @Override
  public void demandChanged(int leaf) {
    dirty.add(leaf);
  }

  @Override
  public void weightChanged(int node) {
    dirty.add(node);
  }

  @Override
  public void limitChanged(int node) {
    dirty.add(node);
  }

  @Override
  public void capacityChanged() {
    isStale = true;
  }

  @Override
  public void added(int node) {
    if (isStale) {
      return;
    }
    grow();
    attach(node);
    if (!tree.isLeaf(node) && tree.firstChild(node) == NONE) {
      queues[node] = newQueue(node);
    }
    dirty.add(node);
  }

  @Override
  public void removed(int node, int formerParent) {
    skipped.forget(node);
    if (!isStale) {
      detach(node, formerParent);
    }
    if (!tree.contains(node)) {
      pending.forget(node);
    }
  }

  private void detach(int node, int formerParent) {
    RescaledQueue queue = queues[formerParent];
    pending.detach(node, formerParent);
    if (queue.leafEntries.holds(entry[node], node)) {
      if (queue.leaves.contains(entry[node])) {
        queue.leaves.remove(entry[node]);
      }
      queue.leafEntries.remove(entry[node]);
    } else {
      queue.remove(entry[node]);
    }
    dirty.add(formerParent);
  }
}
