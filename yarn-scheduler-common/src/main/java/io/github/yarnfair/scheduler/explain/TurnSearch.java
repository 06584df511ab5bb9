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
package io.github.yarnfair.scheduler.explain;

import static io.github.yarnfair.core.ShareTree.NONE;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.core.TreePassSelection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the rule on a copy of the share tree whose turn it would be: which leaf is served by an
 * offer, and what is before another leaf at each level. Exact, by passes over the whole tree.
 */
final class TurnSearch {
  /** Leaves that are found one after the other. */
  static final int MOST_FOUND = 5;

  /** After so long no further leaf is looked for. */
  private static final long MOST_NANOS = 1_000_000;

  private final ShareView view;
  private final ShareTree tree;
  private final TreePassSelection selection;
  private final Offer offer;
  private final int leaf;
  private final long[] offered;
  private final Demand demand;

  /**
   * The way from below the root to the leaf.
   *
   * @param steps the nodes on it, the leaf last
   * @param served leaves that are served before, in their turns, the first few
   * @param isComplete whether nothing else is served before
   */
  record Way(List<Step> steps, List<Integer> served, boolean isComplete) {
    /** Returns whether the offer goes to the leaf itself. */
    boolean isNext() {
      return served.isEmpty();
    }
  }

  /**
   * A node on the way.
   *
   * @param best its sibling that is served before it, itself if none is
   * @param others number of further siblings that are served before
   */
  record Step(int node, double key, int best, double bestKey, int others) {
    boolean isBest() {
      return best == node;
    }
  }

  /**
   * @param leaf whose turn is asked for
   * @param task vector of the task that it has pending, of the tree's length
   * @param offered what becomes free on one node, likewise
   */
  TurnSearch(ShareView view, int leaf, long[] task, long[] offered) {
    this.view = view;
    this.leaf = leaf;
    this.offered = offered;
    tree = view.tree();
    selection = view.selection();
    offer = new Offer(tree.space());
    demand = Demand.of(task, 1);
  }

  /**
   * Finds what is before the leaf.
   *
   * @return null if the leaf could not use the offer, because of a limit
   */
  @Nullable Way find() {
    synchronized (view) {
      Demand before = tree.demand(leaf);
      tree.setDemand(leaf, demand);
      try {
        return findInTurns();
      } finally {
        tree.setDemand(leaf, before);
      }
    }
  }

  private @Nullable Way findInTurns() {
    offer.open(offered);
    int next = selection.next(offer);
    if (next == NONE || selection.shares().isBlocked(leaf)) {
      return null;
    }
    List<Step> steps = steps();
    List<Integer> served = new ArrayList<>();
    long start = System.nanoTime();
    while (next != leaf && next != NONE) {
      if (served.size() == MOST_FOUND || System.nanoTime() - start > MOST_NANOS) {
        return new Way(steps, served, false);
      }
      served.add(next);
      offer.skip(next);
      next = selection.next(offer);
    }
    return new Way(steps, served, true);
  }

  private List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (int node = leaf; node != ShareTree.ROOT; node = tree.parent(node)) {
      steps.add(step(node));
    }
    Collections.reverse(steps);
    return steps;
  }

  private Step step(int node) {
    int parent = tree.parent(node);
    boolean inOrder = tree.servesInOrder(parent);
    Shares shares = selection.shares();
    int best = NONE;
    int before = 0;
    boolean isPassed = false;
    for (int c = tree.firstChild(parent); c != NONE; c = tree.nextSibling(c)) {
      isPassed |= c == node;
      if (!shares.isBlocked(c)) {
        best = best == NONE || isBefore(c, best, inOrder) ? c : best;
        boolean isTied = !inOrder && shares.key(c) == shares.key(node);
        before += c != node && (isTied ? !isPassed : isBefore(c, node, inOrder)) ? 1 : 0;
      }
    }
    return new Step(node, shares.key(node), best, shares.key(best), Math.max(0, before - 1));
  }

  private boolean isBefore(int node, int other, boolean inOrder) {
    Shares shares = selection.shares();
    return inOrder ? tree.isBefore(node, other) : shares.key(node) < shares.key(other);
  }

  /** Returns whether it would be the leaf's turn if a node on its way had another weight. */
  boolean isNextWithWeight(int node, double times) {
    synchronized (view) {
      double[] weights = new double[tree.space().weights()];
      double[] raised = new double[weights.length];
      for (int w = 0; w < weights.length; w++) {
        weights[w] = tree.weightAt(node, w);
        raised[w] = weights[w] * times;
      }
      tree.setWeight(node, raised);
      try {
        return isNext();
      } finally {
        tree.setWeight(node, weights);
      }
    }
  }

  /** Returns whether it would be the leaf's turn if its application had another priority. */
  boolean isNextWithPriority(int priority) {
    synchronized (view) {
      int before = tree.priority(leaf);
      tree.setRank(leaf, priority, tree.submission(leaf));
      try {
        return isNextWithWeight(leaf, (1.0 + priority) / tree.weight(leaf));
      } finally {
        tree.setRank(leaf, before, tree.submission(leaf));
      }
    }
  }

  private boolean isNext() {
    Demand before = tree.demand(leaf);
    tree.setDemand(leaf, demand);
    try {
      offer.open(offered);
      return selection.next(offer) == leaf;
    } finally {
      tree.setDemand(leaf, before);
    }
  }
}
