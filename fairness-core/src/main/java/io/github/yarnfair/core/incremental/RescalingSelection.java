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
  private RescaledQueue[] queues = new RescaledQueue[0];

  /** By node: when something at or below it changed last. */
  private long[] version = new long[0];

  /** Creates the selection over a tree, which it follows from now on. */
  public RescalingSelection(ShareTree tree, Rule rule) {
    super(tree, rule == Rule.PUBLISHED);
    published = rule == Rule.PUBLISHED;
    resources = tree.resourceCount();
    usage = new double[resources];
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
    sets.narrow(node, depth);
    return depth;
  }

  @Override
  int leastChild(int node, int depth) {
    RescaledQueue queue = queues[node];
    int leaf = queue.leaves.first(sets.bits(), sets.offset(depth));
    if (queue.entries.isEmpty()) {
      return queue.leafEntries.node(leaf);
    }
    ChildOrder children = replayed(queue, depth).children;
    double leafKey = queue.leaves.firstKey();
    boolean isLeaf =
        leafKey < children.firstKey()
            || (leafKey == children.firstKey()
                && queue.leaves.firstRank() < queue.entries.rank(children.first()));
    return isLeaf ? queue.leafEntries.node(leaf) : queue.entries.node(children.first());
  }

  /** Returns a queue as an offer of the set of its depth sees it. */
  private QueueView rated(int node, int depth) {
    RescaledQueue queue = queues[node];
    if (sets.isEmpty(depth)) {
      return blocked(queue, node);
    }
    queue.leaves.first(sets.bits(), sets.offset(depth));
    double least = queue.leaves.firstKey();
    QueueView view;
    if (queue.entries.isEmpty()) {
      view = queue.leafView(least, version[node]);
    } else {
      view = replayed(queue, depth);
      least = Math.min(least, view.children.firstKey());
    }
    if (view.version != version[node]) {
      view.version = version[node];
      rate(queue, view, least);
      view.key = share(view.usage) / tree.weight(node);
    }
    return view;
  }

  /** If all children are blocked, they count in full. */
  private QueueView blocked(RescaledQueue queue, int node) {
    QueueView view = queue.blockedView();
    if (view.version != version[node] || published) {
      view.version = version[node];
      readUsage(node, view.usage);
      view.key = share(view.usage) / tree.weight(node);
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
    if (child == NONE || view.hasSeen(at, version[child])) {
      return;
    }
    sets.narrow(child, depth + 1);
    boolean blocked = sets.isEmpty(depth + 1);
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
      view.enterUnscaled(at, version[child], childUsage);
    } else {
      view.enter(at, version[child], key, childUsage, blocked);
    }
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
  void follow(ChangedNodes nodes) {
    for (int i = 0; i < nodes.count(); i++) {
      markPath(nodes.get(i));
    }
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
    if (tree.isLeaf(node) && !published) {
      enterLeaf(node);
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
    if (!isStale()) {
      makeRoom();
      if (tree.firstChild(node) == NONE) {
        attach(node);
      } else {
        rank[node] = ++clock;
        join(node);
      }
      changed(node);
    }
  }

  @Override
  public void removed(int node, int formerParent) {
    if (!isStale()) {
      RescaledQueue queue = queues[formerParent];
      pending.detach(node, formerParent);
      if (queue.leafEntries.holds(entry[node], node)) {
        queue.removeLeaf(entry[node]);
      } else {
        queue.remove(entry[node]);
      }
      changed(formerParent);
    }
    super.removed(node, formerParent);
  }
}
