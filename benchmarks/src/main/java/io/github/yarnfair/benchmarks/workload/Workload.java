// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.ideal.HierarchicalGuarantee;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.OfferedNodes;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A saturated cluster in a closed loop: every leaf wants tasks of one kind endlessly, a tenth of
 * them of two; a random running task ends, and its machine is offered until no leaf can use what is
 * left. What fits, and which resources are exhausted, is another matter at each machine.
 *
 * <p>Its own cost is small and the same under every rule, and it allocates nothing once there is
 * room for all tasks. Equal settings and equal selections give equal runs.
 */
public final class Workload {
  /**
   * So that the cluster holds eight tasks per leaf or so; how many exactly is the rule's choice.
   */
  private static final int LEAVES_PER_NODE = 2;

  private static final int FILLING_ROUNDS = 4;

  /** How many machines are tried for a task while filling. */
  private static final int PROBES = 16;

  private final Setting setting;
  private final DemandKinds kinds;
  private final ClusterNodes nodes;
  private final ShareTree tree;
  private final RunningTasks tasks;
  private final Offer offer;
  private final SplittableRandom random;

  private final int[] leaves;

  /** By leaf: the kind it wants. */
  private final int[] first;

  /** By leaf: the other kind it wants, or {@link ShareTree#NONE}. */
  private final int[] second;

  private @Nullable Visitors visitors;
  private @Nullable FittingSets observer;
  private long picks;

  /** Creates the leaves and an empty cluster. */
  public Workload(Setting setting) {
    this(setting, 16 * setting.leaves());
  }

  private Workload(Setting setting, int room) {
    this.setting = setting;
    tasks = new RunningTasks(room);
    SplittableRandom building = new SplittableRandom(setting.seed());
    int m = setting.resources();
    kinds = new DemandKinds(setting.kinds(), m, building);
    nodes = new ClusterNodes(setting.leaves() / LEAVES_PER_NODE, m, kinds, building.split());
    tree = new ShareTree(m);
    tree.setCapacity(nodes.total());
    offer = new Offer(m);
    setting.shape().grow(tree, setting.leaves(), building.split());
    random = building.split();
    leaves = IntStream.range(0, tree.handleBound()).filter(tree::isLeaf).toArray();
    first = new int[tree.handleBound()];
    second = new int[tree.handleBound()];
    for (int leaf : leaves) {
      want(leaf, random.nextInt(kinds.count()), random.nextInt(10) == 0);
    }
  }

  private void want(int leaf, int kind, boolean two) {
    first[leaf] = kind;
    second[leaf] = two ? (kind + 1 + random.nextInt(kinds.count() - 1)) % kinds.count() : NONE;
    tree.setDemand(leaf, two ? kinds.endless(kind, second[leaf]) : kinds.endless(kind));
  }

  /** Returns an equal cluster with a tree of its own on which the same tasks run. */
  public Workload copy() {
    Workload copy = new Workload(setting, 2 * tasks.size() + 1);
    for (int task = 0; task < tasks.size(); task++) {
      copy.start(tasks.leaf(task), tasks.node(task), tasks.kind(task));
    }
    return copy;
  }

  /**
   * Fills the empty cluster in rounds: in each, every leaf starts tasks worth a part of its
   * hierarchical guarantee if it finds machines for them, until hardly any leaf does.
   */
  public void fill() {
    HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
    guarantee.compute(tree);
    long before;
    do {
      before = tasks.size();
      for (int leaf : leaves) {
        double worth = guarantee.of(leaf) / dominantShareOfOneEach(leaf) / FILLING_ROUNDS;
        for (double left = worth + random.nextDouble(); left >= 1; left--) {
          place(leaf, first[leaf]);
          if (second[leaf] != NONE) {
            place(leaf, second[leaf]);
          }
        }
      }
    } while (tasks.size() > 1.01 * before);
  }

  private double dominantShareOfOneEach(int leaf) {
    double share = 0.0;
    for (int j = 0; j < tree.resourceCount(); j++) {
      long other = second[leaf] == NONE ? 0 : kinds.vector(second[leaf])[j];
      double amount = kinds.vector(first[leaf])[j] + other;
      share = Math.max(share, tree.capacity(j) > 0 ? amount / tree.capacity(j) : 0.0);
    }
    return share;
  }

  private void place(int leaf, int kind) {
    int start = random.nextInt(nodes.count());
    int most = Math.min(nodes.count(), PROBES);
    for (int i = 0; i < most; i++) {
      int node = (start + i) % nodes.count();
      if (nodes.fits(node, kinds.vector(kind))) {
        start(leaf, node, kind);
        return;
      }
    }
  }

  /** A random task ends, and what is free on its machine is given away: one decision. */
  public void decide(Selection selection) {
    offer(endRandomTask(), selection);
  }

  /** Ends a random task and returns its machine. */
  int endRandomTask() {
    int task = random.nextInt(tasks.size());
    int node = tasks.node(task);
    int kind = tasks.kind(task);
    tree.release(tasks.leaf(task), kinds.vector(kind));
    nodes.giveBack(node, kinds.vector(kind));
    tasks.remove(task);
    return node;
  }

  /** Offers what is free on a machine until no leaf can use what is left. */
  public void offer(int node, Selection selection) {
    nodes.open(node, offer);
    if (observer != null) {
      observer.observe(offer);
    }
    picks++;
    for (int leaf = selection.next(offer); leaf != NONE; leaf = selection.next(offer)) {
      int kind = kindThatFits(leaf);
      offer.take(kinds.vector(kind));
      start(leaf, node, kind);
      picks++;
    }
  }

  private int kindThatFits(int leaf) {
    if (visitors != null && visitors.isVisitor(leaf)) {
      return visitors.kind(leaf);
    }
    if (kinds.fits(first[leaf], offer)) {
      return first[leaf];
    }
    if (second[leaf] == NONE || !kinds.fits(second[leaf], offer)) {
      throw new IllegalStateException("leaf " + leaf + " was chosen, and none of its tasks fits");
    }
    return second[leaf];
  }

  /** Returns the kind of a leaf's tasks that fits one of several machines, the first of two. */
  int kindThatFits(int leaf, OfferedNodes machines) {
    return machines.fits(kinds.vector(first[leaf])) ? first[leaf] : second[leaf];
  }

  /** Starts a task of a leaf on a machine that has room for it. */
  void start(int leaf, int node, int kind) {
    nodes.take(node, kinds.vector(kind));
    tree.charge(leaf, kinds.vector(kind));
    if (visitors != null && visitors.isVisitor(leaf)) {
      visitors.start(leaf, node);
    } else {
      tasks.add(leaf, node, kind);
    }
  }

  /** A random leaf comes to want tasks of another kind instead. */
  public void changeDemand() {
    int leaf = randomLeaf();
    int kind = random.nextInt(kinds.count());
    first[leaf] = kind;
    second[leaf] = NONE;
    tree.setDemand(leaf, kinds.endless(kind));
  }

  int randomLeaf() {
    return leaves[random.nextInt(leaves.length)];
  }

  /** Lets applications of one task come and go from now on, at {@link #turnOver}. */
  public void admitVisitors() {
    visitors = new Visitors(this, Math.max(1, setting.leaves() / 100), random);
  }

  /** An application of one task leaves, another arrives elsewhere, and a machine is offered. */
  public void turnOver(Selection selection) {
    int node = Objects.requireNonNull(visitors, "no visitors were admitted").turnOver();
    if (node == NONE) {
      decide(selection);
    } else {
      offer(node, selection);
    }
  }

  public ShareTree tree() {
    return tree;
  }

  public DemandKinds kinds() {
    return kinds;
  }

  public ClusterNodes nodes() {
    return nodes;
  }

  public RunningTasks tasks() {
    return tasks;
  }

  public int[] leaves() {
    return leaves;
  }

  /** Returns the kind that a leaf wants, the first of two. */
  public int kind(int leaf) {
    return first[leaf];
  }

  /** Returns how often a selection was asked so far. */
  public long picks() {
    return picks;
  }

  /** Counts a question to a selection. */
  void picked() {
    picks++;
  }

  /** From now on has the offers observed, or no longer. */
  public void observe(@Nullable FittingSets sets) {
    observer = sets;
  }
}
