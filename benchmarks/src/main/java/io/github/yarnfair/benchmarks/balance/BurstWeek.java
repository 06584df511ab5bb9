// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A week of departments of equal weight on 100 cores: one or two are always busy, the last one
 * submits every other day a batch of 12 hours of the whole cluster. Tasks take from one to nine
 * minutes.
 */
final class BurstWeek {
  private static final int CORES = 100;
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long[] TASK = {1};
  private static final long BATCH = 12L * CORES * 12;

  private final Random random = new Random(33);
  private final ShareTree tree = new ShareTree(1);
  private final Offer offer = new Offer(1);
  private final int[] leaves;

  /** Position of the department with batches. */
  private final int bursts;

  private final Selection selection;
  private final @Nullable Balances balances;
  private final PriorityQueue<Ending> endings = new PriorityQueue<>();

  /** When each batch came, of those that are not started as a whole. */
  private final Deque<Long> batches = new ArrayDeque<>();

  private final double[] waits = new double[3];
  private final double[] heldByDay = new double[7];
  private int done;
  private long pending;
  private long free = CORES;
  private long now;

  private record Ending(long at, int leaf) implements Comparable<Ending> {
    @Override
    public int compareTo(Ending other) {
      return Long.compare(at, other.at);
    }
  }

  /**
   * @param rules null for shares without a memory
   * @param busy how many departments are always busy
   */
  BurstWeek(FairnessPolicy policy, @Nullable BalanceRules rules, int busy) {
    bursts = busy;
    leaves = new int[busy + 1];
    tree.setCapacity(new long[] {CORES});
    for (int i = 0; i < leaves.length; i++) {
      leaves[i] = tree.addLeaf(tree.addQueue(ShareTree.ROOT, 1), 1);
      tree.setDemand(leaves[i], i == bursts ? Demand.NOTHING : Demand.of(TASK, Demand.ENDLESS));
    }
    selection = policy.over(tree);
    balances = rules == null ? null : new Balances(tree, rules, () -> now);
  }

  /** Lets the week pass. */
  BurstWeek run() {
    while (now < 7 * DAY) {
      if (now % (2 * DAY) == DAY) {
        batches.add(now);
        want(pending + BATCH);
      }
      fill();
      int day = (int) (now / DAY);
      heldByDay[day] += (double) tree.usage(leaves[bursts], 0) * MINUTE / (CORES * DAY);
      now += MINUTE;
      endTasks();
      if (balances != null) {
        balances.endEpoch();
      }
    }
    return this;
  }

  private void want(long tasks) {
    pending = tasks;
    tree.setDemand(leaves[bursts], tasks == 0 ? Demand.NOTHING : Demand.of(TASK, tasks));
    if (tasks == 0 && !batches.isEmpty()) {
      waits[done++] = (double) (now - batches.remove()) / HOUR;
    }
  }

  private void fill() {
    offer.open(new long[] {free});
    while (free > 0) {
      int leaf = selection.next(offer);
      offer.take(TASK);
      tree.charge(leaf, TASK);
      free--;
      if (leaf == leaves[bursts]) {
        want(pending - 1);
      }
      endings.add(new Ending(now + MINUTE + random.nextInt((int) (8 * MINUTE)), leaf));
    }
  }

  private void endTasks() {
    while (!endings.isEmpty() && endings.peek().at() <= now) {
      tree.release(endings.remove().leaf(), TASK);
      free++;
    }
  }

  /** Returns the hours until all of each batch was started, 0 for one that was not. */
  double[] waits() {
    return waits.clone();
  }

  /** Returns the part of the cluster that the last department held on each day, in %. */
  double[] parts() {
    return Arrays.stream(heldByDay).map(part -> 100 * part).toArray();
  }
}
