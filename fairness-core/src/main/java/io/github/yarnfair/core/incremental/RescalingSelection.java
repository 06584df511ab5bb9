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
 * sums of U and of U/κ. A leaf's key does not depend on the offer; a queue's does, through f. A
 * queue of leaves is {@linkplain ShapeRatings rated} for each demand shape, a queue of such queues
 * {@linkplain SetRatings added up} for each set of shapes that offers fit, and any other queue's
 * children stand in one {@linkplain QueueView view} for each of these sets, which catches up with
 * what changed since it was last used. Allocates nothing once it has seen the sets there are.
 */
public final class RescalingSelection extends RescaledTree {
  /** What blocked children and saturated resources count for. */
  public enum Rule {
    /** Blocked children are scaled like the others; all resources count. */
    CORRECTED,

    /** Algorithm 3 as printed: blocked children in full; queues without saturated resources. */
    PUBLISHED
  }

  private int best;
  private double bestKey;
  private long bestRank;

  /** Creates the selection over a tree, which it follows from now on. */
  public RescalingSelection(ShareTree tree, Rule rule) {
    super(tree, rule == Rule.PUBLISHED);
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
    return switch (queues[queue].kind) {
      case RATED -> {
        ShapeRatings ratings = queues[queue].ratings;
        yield ratings.key(ratings.first(sets.bits(), sets.offset(depth)));
      }
      case SUMMED -> {
        queues[queue].sums().read(sets.bits(), sets.offset(depth), NONE, usage);
        yield queues[queue].sums().lastShare() / tree.weight(queue);
      }
      case VIEWED -> viewed(queue, depth).key;
    };
  }

  /** Narrows the sets along the path to a node and returns its depth. */
  private int narrowTo(int node) {
    if (node == ROOT) {
      return 0;
    }
    int depth = narrowTo(tree.parent(node)) + 1;
    sets.narrow(node, depth);
    if (queues[node].kind == RescaledQueue.Kind.SUMMED && !sets.isEmpty(depth)) {
      // A queue can be asked for sets only that the queue above has asked it for.
      queues[node].sums().number(sets.bits(), sets.offset(depth));
    }
    return depth;
  }

  @Override
  int leastChild(int node, int depth) {
    RescaledQueue queue = queues[node];
    int leaf = queue.leaves.first(sets.bits(), sets.offset(depth));
    best = leaf == KeyOrder.NONE ? NONE : queue.leafEntries.node(leaf);
    bestKey = queue.leaves.firstKey();
    bestRank = queue.leaves.firstRank();
    if (queue.hasContest()) {
      queue.contest.find(sets.bits(), sets.offset(depth));
      compare(queue, queue.contest.first(), queue.contest.firstKey());
    }
    if (queue.kind == RescaledQueue.Kind.SUMMED) {
      queue.sums().find(sets.bits(), sets.offset(depth), queue.entries);
      compare(queue, queue.sums().first(), queue.sums().firstKey());
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
  private QueueView viewed(int node, int depth) {
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
        int child = queue.entries.node(i);
        if (child != NONE && !view.hasSeen(i, version[child]) && isViewed(child)) {
          refresh(queue, view, i, depth);
        }
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
    if (sets.isEmpty(depth + 1)) {
      enterBlocked(view, at, child);
    } else if (tree.isLeaf(child)) {
      view.enter(at, version[child], readHeld(child), usage, 0, false);
    } else {
      enterQueue(view, at, child, depth + 1);
    }
  }

  private void enterQueue(QueueView view, int at, int child, int depth) {
    switch (queues[child].kind) {
      case RATED -> {
        ShapeRatings ratings = queues[child].ratings;
        int shape = ratings.first(sets.bits(), sets.offset(depth));
        int offset = shape * resources;
        view.enter(at, version[child], ratings.key(shape), ratings.usage(), offset, false);
      }
      case SUMMED -> {
        SetRatings sums = queues[child].sums();
        view.number(at, sums.read(sets.bits(), sets.offset(depth), view.number(at), usage));
        view.enter(at, version[child], sums.lastShare() / tree.weight(child), usage, 0, false);
      }
      case VIEWED -> {
        QueueView childView = viewed(child, depth);
        view.enter(at, version[child], childView.key, childView.usage, 0, false);
      }
    }
  }

  /** If all below a child are blocked, they count in full. */
  private void enterBlocked(QueueView view, int at, int child) {
    double key = readHeld(child);
    if (published) {
      view.enterUnscaled(at, version[child], usage);
    } else {
      view.enter(at, version[child], key, usage, 0, true);
    }
  }

  private double share(double[] attributed) {
    if (!published) {
      return ShortVectors.max(attributed, 0, resources);
    }
    double share = 0.0;
    for (int j = 0; j < resources; j++) {
      share = sets.isSaturated(j) ? share : Math.max(share, attributed[j]);
    }
    return share;
  }
}
