// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.hdrf.HdrfPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Applications join a full cluster of several nodes on which one task ends at a time, served by
 * H-DRF alone: no YARN, no time-outs. A node keeps room for large tasks in one of three ways.
 */
final class JoinSimulation {
  /** How a node keeps room. */
  enum Headroom {
    /** It is reserved for the leaf whose turn it is. */
    RESERVATION,
    /** It waits until what is free covers the largest pending task that it could ever hold. */
    LARGEST_TASK,
    /** Whoever fits is served. */
    NONE
  }

  private static final double NODES_PER_LEAF = 0.15;
  private static final double NODES_PER_QUEUE = 0.3;
  private static final double NODES_IN_ALL = 0.3;
  private static final int FEW_NODES = 6;

  private record Task(int leaf, int node) {}

  private final Headroom headroom;
  private final Random random;
  private final List<long[]> totals = new ArrayList<>();
  private final List<long[]> free = new ArrayList<>();
  private final List<Task> running = new ArrayList<>();
  private final TreeSpec spec;
  private final NamedTree named;
  private final ShareTree tree;
  private final Selection selection;
  private final Offer offer;
  private final IdealShare ideal;

  /** By node: the leaf for which it is reserved, or NONE. */
  private final int[] reserved;

  /** Makes a case: 5 to 20 nodes, a third with GPUs; 2 to 4 queues of 1 to 3 leaves. */
  JoinSimulation(long seed, Headroom headroom) {
    this.headroom = headroom;
    random = new Random(seed);
    int count = 5 + random.nextInt(16);
    long[] capacity = new long[3];
    for (int i = 0; i < count; i++) {
      long[] node = {16, 64, i == 0 || random.nextInt(3) == 0 ? 4 : 0};
      totals.add(node);
      free.add(node.clone());
      Arrays.setAll(capacity, j -> capacity[j] + node[j]);
    }
    spec = randomTree();
    named = NamedTree.of(spec, capacity);
    tree = named.tree();
    selection = new HdrfPolicy().over(tree);
    offer = new Offer(3);
    reserved = new int[count];
    Arrays.fill(reserved, NONE);
    ideal = IdealShare.of(NamedTree.of(spec, capacity).submitAll().tree());
  }

  private TreeSpec randomTree() {
    List<TreeSpec> queues = new ArrayList<>();
    int leaves = 0;
    for (int q = 2 + random.nextInt(3); q > 0; q--) {
      List<TreeSpec> below = new ArrayList<>();
      for (int l = 1 + random.nextInt(3); l > 0; l--) {
        long cpus = 1 + random.nextInt(4);
        long memory = 1 + random.nextInt(16);
        below.add(TreeSpec.leaf("l" + leaves++, cpus, memory, random.nextInt(4) == 0 ? 1 : 0));
      }
      queues.add(TreeSpec.queue("q" + q, below.toArray(TreeSpec[]::new)));
    }
    return TreeSpec.queue("root", queues.toArray(TreeSpec[]::new));
  }

  /** Lets every other leaf join a cluster that the others have filled. */
  void join() {
    for (int parity = 0; parity < 2; parity++) {
      for (int i = parity; i < named.leaves().size(); i += 2) {
        TreeSpec leaf = named.leaves().get(i);
        tree.setDemand(named.node(leaf.name()), Demand.of(leaf.demand(), Demand.ENDLESS));
      }
      visitAll();
    }
  }

  /** Lets one task after the other end, as many as run, any with the same probability. */
  double turnOver() {
    double used = 0.0;
    int ends = running.size();
    for (int i = 0; i < ends; i++) {
      Task ended = running.remove(random.nextInt(running.size()));
      long[] task = task(ended.leaf);
      tree.release(ended.leaf, task);
      long[] room = free.get(ended.node);
      Arrays.setAll(room, j -> room[j] + task[j]);
      visit(ended.node);
      visitAll();
      used += tree.dominantShare(ShareTree.ROOT);
    }
    return used / ends;
  }

  /** The largest distance of a leaf from its ideal dominant share, beyond one of its tasks. */
  double distance() {
    double most = 0.0;
    for (TreeSpec leaf : named.leaves()) {
      int node = named.node(leaf.name());
      double off = Math.abs(tree.dominantShare(node) - ideal.dominantShare(node));
      most = Math.max(most, off - dominantShare(leaf));
    }
    return most;
  }

  private double dominantShare(TreeSpec leaf) {
    double share = 0.0;
    for (int j = 0; j < 3; j++) {
      if (leaf.demand()[j] > 0) {
        share = Math.max(share, (double) leaf.demand()[j] / tree.capacity(j));
      }
    }
    return share;
  }

  private void visitAll() {
    for (int node = 0; node < free.size(); node++) {
      visit(node);
    }
  }

  private void visit(int node) {
    switch (headroom) {
      case NONE -> serveAll(node, NONE);
      case LARGEST_TASK -> serveWhileCovered(node);
      case RESERVATION -> takeTurns(node);
    }
  }

  /** Serves whoever fits what is free but for what a reservation needs. */
  private void serveAll(int node, int waiting) {
    long[] kept = waiting == NONE ? new long[3] : task(waiting);
    long[] rest = free.get(node).clone();
    Arrays.setAll(rest, j -> rest[j] - kept[j]);
    offer.open(rest);
    for (int leaf = selection.next(offer); leaf != NONE; leaf = selection.next(offer)) {
      offer.take(task(leaf));
      start(leaf, node);
    }
  }

  private void serveWhileCovered(int node) {
    offer.open(free.get(node));
    while (Demand.fits(largest(node), free.get(node), 0)) {
      int leaf = selection.next(offer);
      if (leaf == NONE) {
        return;
      }
      offer.take(task(leaf));
      start(leaf, node);
    }
  }

  /** The largest, in each resource, of what the node could hold and nothing exhausted blocks. */
  private long[] largest(int node) {
    long[] largest = new long[3];
    for (TreeSpec leaf : named.leaves()) {
      int handle = named.node(leaf.name());
      if (!tree.demand(handle).isEmpty()
          && Demand.fits(leaf.demand(), totals.get(node), 0)
          && Demand.fits(leaf.demand(), whatIsNotExhausted(node), 0)) {
        Arrays.setAll(largest, j -> Math.max(largest[j], leaf.demand()[j]));
      }
    }
    return largest;
  }

  /** All that the node has of each resource of which something is free. */
  private long[] whatIsNotExhausted(int node) {
    long[] amounts = totals.get(node).clone();
    Arrays.setAll(amounts, j -> free.get(node)[j] > 0 ? amounts[j] : 0);
    return amounts;
  }

  private void takeTurns(int node) {
    if (reserved[node] != NONE && !Demand.fits(task(reserved[node]), whatIsNotExhausted(node), 0)) {
      reserved[node] = NONE;
    }
    boolean served = true;
    while (served) {
      served = takeTurn(node);
    }
    serveAll(node, reserved[node]);
  }

  /** Serves the leaf whose turn it is, or reserves the node for it; returns whether it served. */
  private boolean takeTurn(int node) {
    offer.open(whatIsNotExhausted(node));
    for (int leaf = selection.next(offer); leaf != NONE; leaf = selection.next(offer)) {
      if (Demand.fits(task(leaf), free.get(node), 0)) {
        if (reserved[node] == leaf) {
          reserved[node] = NONE;
        }
        start(leaf, node);
        return true;
      }
      if (reserved[node] == leaf || mayReserve(leaf, node)) {
        reserved[node] = leaf;
        return false;
      }
      offer.skip(leaf);
    }
    return false;
  }

  private boolean mayReserve(int leaf, int node) {
    long byLeaf = 0;
    long byQueue = 0;
    long inAll = 0;
    for (int holder : reserved) {
      inAll += holder == NONE ? 0 : 1;
      byLeaf += holder == leaf ? 1 : 0;
      byQueue += holder != NONE && tree.parent(holder) == tree.parent(leaf) ? 1 : 0;
    }
    long[] withoutItsOwn = totals.get(node).clone();
    for (Task task : running) {
      if (task.leaf == leaf && task.node == node) {
        Arrays.setAll(withoutItsOwn, j -> withoutItsOwn[j] - task(leaf)[j]);
      }
    }
    boolean isBeyondAll =
        reserved[node] == NONE && inAll >= Math.max(FEW_NODES, (long) (NODES_IN_ALL * free.size()));
    return !isBeyondAll
        && byLeaf < Math.max(1, (long) (NODES_PER_LEAF * free.size()))
        && byQueue < Math.max(1, (long) (NODES_PER_QUEUE * free.size()))
        && Demand.fits(task(leaf), withoutItsOwn, 0);
  }

  private void start(int leaf, int node) {
    long[] task = task(leaf);
    tree.charge(leaf, task);
    long[] room = free.get(node);
    Arrays.setAll(room, j -> room[j] - task[j]);
    running.add(new Task(leaf, node));
  }

  private long[] task(int leaf) {
    return tree.demand(leaf).vector(0);
  }
}
