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
public final class RescalingSelection extends IncrementalSelection {
  /** What blocked children and saturated resources count for. */
  public enum Rule {
    /** Blocked children are scaled like the others; all resources count. */
    CORRECTED,

    /** Algorithm 3 as printed: blocked children in full; queues without saturated resources. */
    PUBLISHED
  }

  private final boolean published;
  private final int resources;
  private final double[] usage;
  private final double[] formerUsage;

  /** The shapes that the leaf at hand could use, before or now. */
  private long[] wanted = new long[0];

  private int best;
  private double bestKey;
  private long bestRank;
  private RescaledQueue[] queues = new RescaledQueue[0];

  /** By node: when something at or below it changed last. */
  private long[] version = new long[0];

  /** Creates the selection over a tree, which it follows from now on. */
  public RescalingSelection(ShareTree tree, Rule rule) {
    super(tree, rule == Rule.PUBLISHED);
    published = rule == Rule.PUBLISHED;
    resources = tree.resourceCount();
    usage = new double[resources];
    formerUsage = new double[resources];
  }

  /**
   * Returns the key of a queue for the offer of the last {@link #next}, as the tree stands now:
   * what a diagnosis may ask for.
   */
  public double key(int queue) {
    catchUp();
    int depth = narrowTo(queue);
    if (sets.isEmpty(depth)) {
      readUsage(queue, usage);
      return share(usage) / tree.weight(queue);
    }
    if (isRatedByShape(queue)) {
      ShapeRatings ratings = queues[queue].ratings;
      return ratings.key(ratings.first(sets.bits(), sets.offset(depth)));
    }
    return rated(queue, depth).key;
  }

  /** Narrows the sets along the path to a node and returns its depth. */
  private int narrowTo(int node) {
    if (node == ROOT) {
      return 0;
    }
    int depth = narrowTo(tree.parent(node)) + 1;
    sets.narrow(node, depth);
    return depth;
  }

  @Override
  int leastChild(int node, int depth) {
    RescaledQueue queue = queues[node];
    int leaf = queue.leaves.first(sets.bits(), sets.offset(depth));
    best = leaf == KeyOrder.NONE ? NONE : queue.leafEntries.node(leaf);
    bestKey = queue.leaves.firstKey();
    bestRank = queue.leaves.firstRank();
    if (node == ROOT) {
      queue.contest.find(sets.bits(), sets.offset(depth));
      compare(queue, queue.contest.first(), queue.contest.firstKey());
    }
    if (queue.viewed > 0) {
      ChildOrder children = replayed(queue, depth).children;
      compare(queue, children.first(), children.firstKey());
    }
    return best;
  }

  private void compare(RescaledQueue queue, int at, double key) {
    if (at == KeyOrder.NONE || key > bestKey) {
      return;
    }
    long atRank = queue.entries.rank(at);
    if (key < bestKey || atRank < bestRank) {
      best = queue.entries.node(at);
      bestKey = key;
      bestRank = atRank;
    }
  }

  /** Returns a queue as an offer of the set of its depth sees it. */
  private QueueView rated(int node, int depth) {
    RescaledQueue queue = queues[node];
    QueueView view = replayed(queue, depth);
    if (view.version != version[node]) {
      view.version = version[node];
      double least = view.children.firstKey();
      if (!queue.leafEntries.isEmpty()) {
        queue.leaves.first(sets.bits(), sets.offset(depth));
        least = Math.min(least, queue.leaves.firstKey());
      }
      rate(queue, view, least);
      view.key = share(view.usage) / tree.weight(node);
    }
    return view;
  }

  /** The rule: attributes to a queue what its children count for. */
  private static void rate(RescaledQueue queue, QueueView view, double least) {
    Arrays.fill(view.usage, 0.0);
    queue.leaves.addCutDown(least, view.usage, 0);
    view.children.addCutDown(least, view.usage);
  }

  /** Returns a queue's view for the set of its depth, all children entered as they stand. */
  private QueueView replayed(RescaledQueue queue, int depth) {
    QueueView view = queue.view(sets.bits(), sets.offset(depth));
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
    if (child == NONE || view.hasSeen(at, version[child]) || isInContest(child)) {
      return;
    }
    sets.narrow(child, depth + 1);
    if (sets.isEmpty(depth + 1)) {
      enterBlocked(view, at, child);
    } else if (tree.isLeaf(child)) {
      readUsage(child, usage);
      view.enter(at, version[child], max(usage) / tree.weight(child), usage, 0, false);
    } else if (isRatedByShape(child)) {
      ShapeRatings ratings = queues[child].ratings;
      int shape = ratings.first(sets.bits(), sets.offset(depth + 1));
      int offset = shape * resources;
      view.enter(at, version[child], ratings.key(shape), ratings.usage(), offset, false);
    } else {
      QueueView childView = rated(child, depth + 1);
      view.enter(at, version[child], childView.key, childView.usage, 0, false);
    }
  }

  /** If all below a child are blocked, they count in full. */
  private void enterBlocked(QueueView view, int at, int child) {
    readUsage(child, usage);
    if (published) {
      view.enterUnscaled(at, version[child], usage);
    } else {
      view.enter(at, version[child], max(usage) / tree.weight(child), usage, 0, true);
    }
  }

  /** Returns whether what a queue counts for depends on the shape alone that is rated first. */
  private boolean isRatedByShape(int node) {
    return !published && queues[node].entries.isEmpty();
  }

  private double share(double[] attributed) {
    if (!published) {
      return max(attributed);
    }
    double share = 0.0;
    for (int j = 0; j < resources; j++) {
      share = sets.isSaturated(j) ? share : Math.max(share, attributed[j]);
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
    int words = pending.words();
    System.arraycopy(pending.usable(), leaf * words, wanted, 0, words);
    boolean narrowed = pending.refresh(leaf);
    for (int w = 0; w < words; w++) {
      wanted[w] |= pending.usable()[leaf * words + w];
    }
    if (!published) {
      int parent = tree.parent(leaf);
      KeyOrder leaves = queues[parent].leaves;
      boolean isNew = !leaves.contains(entry[leaf]);
      double formerKey = isNew ? 0.0 : leaves.read(entry[leaf], formerUsage);
      if (isNew) {
        Arrays.fill(formerUsage, 0.0);
      }
      double key = enterLeaf(leaf);
      if (parent != ROOT && isRatedByShape(parent)) {
        queues[parent].ratings.follow(
            formerKey,
            formerUsage,
            key,
            usage,
            wanted,
            pending.below(),
            parent * words,
            tree.weight(parent));
      }
    }
    return narrowed;
  }

  private boolean followQueue(int queue) {
    boolean narrowed = pending.refresh(queue);
    rateByShape(queue);
    return narrowed;
  }

  private void rateByShape(int queue) {
    if (queue != ROOT && isRatedByShape(queue)) {
      int offset = queue * pending.words();
      queues[queue].ratings.rate(pending.below(), offset, tree.weight(queue));
    }
  }

  private void tellParent(int node) {
    if (node == ROOT || (tree.isLeaf(node) && !published)) {
      return;
    }
    if (isInContest(node)) {
      enterContest(node);
    } else {
      queues[tree.parent(node)].changes.add(entry[node]);
    }
  }

  /** Returns whether the root needs no view to compare a child with others. */
  private boolean isInContest(int node) {
    return tree.parent(node) == ROOT && !tree.isLeaf(node) && isRatedByShape(node);
  }

  private void enterContest(int node) {
    queues[ROOT].contest.enter(
        entry[node], rank[node], queues[node].ratings, pending.usable(), node * pending.words());
  }

  private double enterLeaf(int leaf) {
    readUsage(leaf, usage);
    double key = max(usage) / tree.weight(leaf);
    queues[tree.parent(leaf)].leaves.put(
        entry[leaf], key, rank[leaf], usage, 0, pending.usable(), leaf * pending.words());
    return key;
  }

  @Override
  void begin() {
    wanted = new long[pending.words()];
  }

  @Override
  void attach(int node) {
    rank[node] = ++clock;
    version[node] = ++clock;
    if (!tree.isLeaf(node)) {
      // Nobody asks what the root counts for.
      queues[node] = new RescaledQueue(resources, pending.words(), node == ROOT ? 0 : resources);
    }
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
    if (node == ROOT || (tree.isLeaf(node) && !published)) {
      return;
    }
    if (isInContest(node)) {
      enterContest(node);
    } else {
      queues[tree.parent(node)].viewed++;
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
  public void limitChanged(int node) {
    if (!isStale()) {
      pending.limitChanged(node);
    }
    changed(node);
  }

  @Override
  public void added(int node) {
    int parent = tree.parent(node);
    if (isStale()) {
      return;
    }
    if (!tree.isLeaf(node) && parent != ROOT && isRatedByShape(parent)) {
      forgetAll();
      return;
    }
    makeRoom();
    if (tree.firstChild(node) == NONE) {
      attach(node);
    } else {
      rank[node] = ++clock;
      join(node);
    }
    enterAbove(node);
    changed(node);
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
    if (formerParent == ROOT && queues[node] != null && isRatedByShape(node)) {
      queue.contest.leave(entry[node]);
    } else {
      queue.viewed--;
    }
    queue.remove(entry[node]);
    if (formerParent != ROOT && isRatedByShape(formerParent)) {
      forgetAll();
    }
  }
}
