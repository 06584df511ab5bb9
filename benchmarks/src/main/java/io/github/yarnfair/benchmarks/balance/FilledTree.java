// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A full cluster of parents, leaf queues and three applications in each, with or without balances.
 */
final class FilledTree {
  private static final int APPLICATIONS = 3;
  private static final int TASKS_OF_EACH = 2;
  private static final long EPOCH_MILLIS = 60_000;

  private final Random random = new Random(33);
  private final ShareTree tree;
  private final ShareSpace space;
  private final Offer offer;
  private final Selection selection;
  private final @Nullable Balances balances;
  private final Deque<Task> running = new ArrayDeque<>();
  private final List<Integer> leaves = new ArrayList<>();
  private final long[][] tasks;
  private long millis;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Task(int leaf, long[] amounts) {}

  /**
   * @param rules null for no balances
   */
  FilledTree(
      FairnessPolicy policy,
      ShareSpace space,
      int parents,
      int queues,
      @Nullable BalanceRules rules) {
    this.space = space;
    tree = new ShareTree(space);
    offer = new Offer(space);
    long[] capacity = new long[space.length()];
    Arrays.fill(capacity, 0, space.pairs(), 4L * parents * queues * APPLICATIONS * TASKS_OF_EACH);
    tree.setCapacity(capacity);
    for (int parent = 0; parent < parents; parent++) {
      int above = tree.addQueue(ShareTree.ROOT, 1 + parent % 3);
      for (int queue = 0; queue < queues; queue++) {
        int node = tree.addQueue(above, 1 + queue % 4);
        for (int leaf = 0; leaf < APPLICATIONS; leaf++) {
          leaves.add(tree.addLeaf(node, 1));
        }
      }
    }
    tasks = new long[tree.handleBound()][];
    selection = policy.over(tree);
    balances = rules == null ? null : new Balances(tree, rules, () -> millis);
    fill();
  }

  private void fill() {
    for (int leaf : leaves) {
      long[] ofResources = new long[space.resources()];
      Arrays.setAll(ofResources, j -> j < 2 ? 1 + random.nextInt(3) : random.nextInt(2));
      tasks[leaf] = space.amounts(random.nextInt(space.classes()), ofResources);
      tree.setDemand(leaf, Demand.of(tasks[leaf], Demand.ENDLESS));
    }
    for (int i = 0; i < TASKS_OF_EACH * leaves.size(); i++) {
      start(leaves.get(random.nextInt(leaves.size())));
    }
  }

  private void start(int leaf) {
    tree.charge(leaf, tasks[leaf]);
    running.add(new Task(leaf, tasks[leaf]));
  }

  private Task endOldest() {
    Task ended = running.remove();
    tree.release(ended.leaf(), ended.amounts());
    return ended;
  }

  /** Lets tasks end, each followed by a decision, and returns the nanoseconds of one. */
  double decide(int decisions) {
    long[] free = new long[space.length()];
    Arrays.fill(free, 0, space.pairs(), 4);
    long begin = System.nanoTime();
    for (int i = 0; i < decisions; i++) {
      millis++;
      endOldest();
      offer.open(free);
      start(selection.next(offer));
    }
    return (double) (System.nanoTime() - begin) / decisions;
  }

  /** Lets a tenth of the tasks be replaced at random, and returns the milliseconds of an epoch. */
  double endEpoch() {
    for (int i = running.size() / 10; i > 0; i--) {
      millis++;
      endOldest();
      start(leaves.get((int) (Math.pow(random.nextDouble(), 3) * leaves.size())));
    }
    millis += EPOCH_MILLIS;
    Balances kept = balances;
    long begin = System.nanoTime();
    if (kept != null) {
      kept.endEpoch();
    }
    return (System.nanoTime() - begin) / 1e6;
  }
}
