// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of cores on a virtual clock that a policy fills with tasks of one core, which take from
 * one to nine minutes, in queues of one application each that has tasks pending without end or
 * none.
 */
final class BalanceRun {
  static final double HOURS = 3_600_000;
  private static final long TICK = 30_000;
  private static final long MINUTE = 60_000;
  private static final long[] TASK = {1, 4};

  private final ShareTree tree = new ShareTree(2);
  private final Offer offer = new Offer(2);
  private final long[] free;
  private final long cores;
  private final Random random;
  private final Selection selection;
  private final @Nullable Balances balances;
  private final PriorityQueue<Ending> endings = new PriorityQueue<>();
  private final Map<Integer, Integer> leaves = new HashMap<>();
  private final Map<Integer, Double> coreMillis = new HashMap<>();
  private long now = 1_000_000;

  private record Ending(long at, int leaf) implements Comparable<Ending> {
    @Override
    public int compareTo(Ending other) {
      return Long.compare(at, other.at);
    }
  }

  /**
   * @param rules null for shares without a memory
   */
  BalanceRun(FairnessPolicy policy, @Nullable BalanceRules rules, int cores, Random random) {
    this.cores = cores;
    this.random = random;
    free = new long[] {cores, 4L * cores};
    tree.setCapacity(free);
    selection = policy.over(tree);
    balances = rules == null ? null : new Balances(tree, rules, () -> now);
  }

  ShareTree tree() {
    return tree;
  }

  Balances balances() {
    return balances;
  }

  long now() {
    return now;
  }

  int parent(int above, double weight) {
    return tree.addQueue(above, weight);
  }

  /** Adds a leaf queue with an idle application. */
  int queue(int above, double weight) {
    int queue = tree.addQueue(above, weight);
    leaves.put(queue, tree.addLeaf(queue, 1));
    return queue;
  }

  /** Lets queues have tasks pending without end from now on, or none any more. */
  BalanceRun want(boolean isHungry, int... queues) {
    for (int queue : queues) {
      tree.setDemand(
          leaves.get(queue), isHungry ? Demand.of(TASK, Demand.ENDLESS) : Demand.NOTHING);
    }
    return this;
  }

  /** Lets time pass, with an epoch's end each minute. */
  BalanceRun run(double hours) {
    long end = now + Math.round(hours * HOURS);
    while (now < end) {
      fill();
      long from = now;
      now = Math.min(end, now + TICK);
      for (int queue : leaves.keySet()) {
        coreMillis.merge(queue, (double) tree.usage(queue, 0) * (now - from), Double::sum);
      }
      endTasks();
      if (balances != null && now % MINUTE < TICK) {
        balances.endEpoch();
      }
    }
    return this;
  }

  private void endTasks() {
    while (!endings.isEmpty() && endings.peek().at() <= now) {
      tree.release(endings.remove().leaf(), TASK);
      free[0]++;
      free[1] += TASK[1];
    }
  }

  private void fill() {
    offer.open(free);
    int leaf = selection.next(offer);
    while (leaf != ShareTree.NONE) {
      offer.take(TASK);
      tree.charge(leaf, TASK);
      free[0]--;
      free[1] -= TASK[1];
      endings.add(new Ending(now + MINUTE + random.nextInt((int) (8 * MINUTE)), leaf));
      leaf = selection.next(offer);
    }
  }

  /** Lets twenty minutes pass and returns the part of the cores that queues hold then, in %. */
  double share(int... queues) {
    return coreHours(1.0 / 3, queues) / (cores / 3.0) * 100;
  }

  /** Lets time pass and returns what queues hold in it, in core-hours. */
  double coreHours(double hours, int... queues) {
    coreMillis.clear();
    run(hours);
    double sum = 0.0;
    for (int queue : queues) {
      sum += coreMillis.getOrDefault(queue, 0.0);
    }
    return sum / HOURS;
  }
}
