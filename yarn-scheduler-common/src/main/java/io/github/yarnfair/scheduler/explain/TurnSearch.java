// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.explain.PoolReader.Rating;
import io.github.yarnfair.scheduler.explain.SupposedTree.Supposition;
import java.util.ArrayList;
import java.util.Arrays;
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

  /**
   * After as many rated nodes no further leaf is looked for: about 2 ms of passes over the tree.
   * Nodes are counted, and not time, so that the answer is the same on each machine.
   */
  private static final int MOST_RATED = 20_000;

  private final ShareView view;
  private final ShareTree tree;
  private final TreePassSelection selection;
  private final Offer offer;
  private final int leaf;
  private final Room room;
  private final Demand demand;
  private final Supposition supposition;

  /** How many nodes have been rated since the search began. */
  private long rated;

  /**
   * What becomes free on one node.
   *
   * @param machineClass of the node
   * @param offered amounts, of the tree's length
   * @param ofOwners the same for requests of the node's own partition, which go before those that
   *     only use what is idle there; null if the search is for one of these
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Room(int machineClass, long[] offered, long @Nullable [] ofOwners) {}

  /**
   * The way from below the root to the leaf.
   *
   * @param steps the nodes on it, the leaf last
   * @param served leaves that are served before, in their turns, the first few
   * @param owners how many of these ask for the node's own partition, where the leaf only uses what
   *     is idle
   * @param isComplete whether nothing else is served before
   */
  record Way(List<Step> steps, List<Integer> served, int owners, boolean isComplete) {
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
   * @param pools by which the node is rated; null if it is no queue that is rated so
   * @param bestPools likewise the sibling
   */
  record Step(
      int node,
      double key,
      int best,
      double bestKey,
      int others,
      @Nullable Rating pools,
      @Nullable Rating bestPools) {
    boolean isBest() {
      return best == node;
    }
  }

  /**
   * @param leaf whose turn is asked for
   * @param tasks vectors of the task that it has pending, of the tree's length: where the room is,
   *     and in the other machine classes where it may run, on which keys depend as well
   * @param supposition what is otherwise than in the view, besides limits that the task would pass
   */
  TurnSearch(ShareView view, int leaf, List<long[]> tasks, Room room, Supposition supposition) {
    this.supposition = supposition;
    this.view = view;
    this.leaf = leaf;
    this.room = room;
    tree = view.tree();
    selection = view.selection();
    offer = new Offer(tree.space());
    // All tasks like the one asked for count: a pool's level depends on them.
    Demand.Builder pending = new Demand.Builder();
    tasks.forEach(task -> pending.add(task, Math.max(1, tree.demand(leaf).tasks(task))));
    demand = pending.build();
  }

  /**
   * Returns the application below a queue that the rule would serve next if everything were free,
   * {@link ShareTree#NONE} if none may be served.
   */
  static int firstBelow(ShareView view, int queue) {
    synchronized (view) {
      ShareTree tree = view.tree();
      long[] all = new long[tree.space().length()];
      Arrays.fill(all, tree.space().pairs(), all.length, ShareSpace.ANY_CLASS);
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        all[pair] = tree.capacity(pair);
      }
      Offer everything = new Offer(tree.space());
      everything.open(all);
      view.selection().next(everything);
      int node = queue;
      while (node != NONE && !tree.isLeaf(node)) {
        node = first(tree, view.selection().shares(), node);
      }
      return node;
    }
  }

  /** Returns the first child in turn of those that are not blocked, {@link ShareTree#NONE}. */
  private static int first(ShareTree tree, Shares shares, int queue) {
    int first = NONE;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (!shares.isBlocked(c) && (first == NONE || isBefore(tree, shares, c, first))) {
        first = c;
      }
    }
    return first;
  }

  /**
   * Finds what is before the leaf.
   *
   * @return null if the leaf could not use the offer, because of a limit
   */
  @Nullable Way find() {
    synchronized (view) {
      try (SupposedTree supposed = new SupposedTree(view, leaf, demand, supposition)) {
        return findInTurns(supposed);
      }
    }
  }

  private @Nullable Way findInTurns(SupposedTree supposed) {
    int next = open(room.offered());
    if (next == NONE || selection.shares().isBlocked(leaf)) {
      return null;
    }
    List<Step> steps = steps(next);
    List<Integer> served = new ArrayList<>();
    boolean isComplete =
        room.ofOwners() == null || simulate(supposed, open(room.ofOwners()), NONE, served);
    int owners = served.size();
    isComplete &= simulate(supposed, open(room.offered()), leaf, served);
    return new Way(steps, served, owners, isComplete);
  }

  private int open(long[] amounts) {
    offer.open(amounts);
    return next();
  }

  private int next() {
    rated += tree.size();
    return selection.next(offer);
  }

  /**
   * Simulates the turns from the first to the last leaf, not included; returns false if it has
   * ended before. Each leaf that is found asks for nothing afterwards: a queue's key depends on
   * what its applications ask for.
   */
  private boolean simulate(SupposedTree supposed, int first, int last, List<Integer> served) {
    for (int leaf = first; leaf != last && leaf != NONE; leaf = next()) {
      if (served.size() == MOST_FOUND || rated > MOST_RATED) {
        return false;
      }
      served.add(leaf);
      supposed.withdraw(leaf);
    }
    return true;
  }

  /**
   * Compares the nodes on the way with their siblings.
   *
   * @param served the leaf that the offer goes to
   */
  private List<Step> steps(int served) {
    List<Step> steps = new ArrayList<>();
    for (int node = leaf; node != ShareTree.ROOT; node = tree.parent(node)) {
      steps.add(step(node, served));
    }
    Collections.reverse(steps);
    return withPools(steps);
  }

  private Step step(int node, int served) {
    int parent = tree.parent(node);
    Shares shares = selection.shares();
    // What the rule has chosen is asked of the rule, and not of the keys.
    int chosen = below(parent, served);
    int best = chosen == NONE ? first(tree, shares, parent) : chosen;
    int before = 0;
    boolean isPassed = false;
    for (int c = tree.firstChild(parent); c != NONE; c = tree.nextSibling(c)) {
      isPassed |= c == node;
      if (!shares.isBlocked(c)) {
        boolean isTied = !tree.servesInOrder(parent) && shares.key(c) == shares.key(node);
        before += c != node && (isTied ? !isPassed : isBefore(tree, shares, c, node)) ? 1 : 0;
      }
    }
    int others = Math.max(0, before - 1);
    return new Step(node, shares.key(node), best, shares.key(best), others, null, null);
  }

  /** Returns the child of a queue that is a leaf or above it; NONE if the queue is not above. */
  private int below(int queue, int served) {
    int node = served;
    while (node != ShareTree.ROOT && tree.parent(node) != queue) {
      node = tree.parent(node);
    }
    return node == ShareTree.ROOT ? NONE : node;
  }

  private static boolean isBefore(ShareTree tree, Shares shares, int node, int other) {
    return tree.servesInOrder(tree.parent(node))
        ? tree.isBefore(node, other)
        : shares.key(node) < shares.key(other);
  }

  /** Adds by which pools the first queue that waits, and the one before it, are rated. */
  private List<Step> withPools(List<Step> steps) {
    int at = 0;
    while (at < steps.size() && steps.get(at).isBest()) {
      at++;
    }
    if (at == steps.size() || tree.isLeaf(steps.get(at).node())) {
      return steps;
    }
    Step step = steps.get(at);
    Step rated =
        new Step(
            step.node(),
            step.key(),
            step.best(),
            step.bestKey(),
            step.others(),
            view.pools().read(step.node(), room.offered()),
            view.pools().read(step.best(), room.offered()));
    steps.set(at, rated);
    return steps;
  }

  /** Returns the machine class of the node that has room, of those with weights of their own. */
  int weighedClass() {
    return room.machineClass() < tree.space().weights() ? room.machineClass() : 0;
  }

  /**
   * Returns whether it would be the leaf's turn if a node on its way had another weight in the
   * machine class of the room.
   */
  boolean isNextWithWeight(int node, double times) {
    synchronized (view) {
      double[] weights = new double[tree.space().weights()];
      for (int w = 0; w < weights.length; w++) {
        weights[w] = tree.configuredWeightAt(node, w);
      }
      double[] raised = weights.clone();
      raised[weighedClass()] *= times;
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
      double weight = tree.weight(leaf);
      tree.setRank(leaf, priority, tree.submission(leaf));
      tree.setWeight(leaf, 1.0 + priority);
      try {
        return isNext();
      } finally {
        tree.setWeight(leaf, weight);
        tree.setRank(leaf, before, tree.submission(leaf));
      }
    }
  }

  private boolean isNext() {
    try (SupposedTree unused = new SupposedTree(view, leaf, demand, supposition)) {
      return open(room.offered()) == leaf;
    }
  }
}
