// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * GPUs that queues of one application each fill with jobs of equal size, by the minute on a virtual
 * clock. Jobs take turns whatever is free: room is kept for one that is larger.
 */
final class StoryCluster {
  private static final long MINUTE = 60_000;

  private final ShareTree tree = new ShareTree(1);
  private final Offer offer = new Offer(1);
  private final long gpus;
  private final Selection selection;
  private final @Nullable Balances balances;
  private final List<Queue> queues = new ArrayList<>();
  private final PriorityQueue<Ending> endings = new PriorityQueue<>();
  private long free;
  private long now;

  private record Ending(long at, Queue queue) implements Comparable<Ending> {
    @Override
    public int compareTo(Ending other) {
      return Long.compare(at, other.at);
    }
  }

  /** A queue with its jobs. */
  static final class Queue {
    private final int node;
    private final int leaf;
    private final long[] task;
    private final long millis;
    private double gpuHours;
    private int started;
    private long running;

    private Queue(int node, int leaf, long gpus, long millis) {
      this.node = node;
      this.leaf = leaf;
      task = new long[] {gpus};
      this.millis = millis;
    }

    /** Returns how many jobs have started. */
    int started() {
      return started;
    }

    /** Returns what the queue has held since {@link StoryCluster#count}. */
    double gpuHours() {
      return gpuHours;
    }
  }

  /**
   * @param rules null for shares without a memory
   */
  StoryCluster(FairnessPolicy policy, @Nullable BalanceRules rules, int gpus) {
    this.gpus = gpus;
    free = gpus;
    tree.setCapacity(new long[] {gpus});
    selection = policy.over(tree);
    balances = rules == null ? null : new Balances(tree, rules, () -> now);
  }

  /** Adds a queue whose jobs each take some GPUs for some minutes; it wants none yet. */
  Queue queue(double weight, int gpusOfJob, int minutes) {
    int node = tree.addQueue(ShareTree.ROOT, weight);
    Queue queue = new Queue(node, tree.addLeaf(node, 1), gpusOfJob, minutes * MINUTE);
    queues.add(queue);
    return queue;
  }

  /** Lets a queue have jobs waiting without end from now on, or none. */
  void want(Queue queue, boolean isHungry) {
    tree.setDemand(queue.leaf, isHungry ? Demand.of(queue.task, Demand.ENDLESS) : Demand.NOTHING);
  }

  /** Keeps a number of jobs of a queue running or waiting at all times. */
  void keepRunning(Queue queue, int jobs) {
    long missing = jobs - queue.running;
    tree.setDemand(queue.leaf, missing <= 0 ? Demand.NOTHING : Demand.of(queue.task, missing));
  }

  /** Lets time pass. */
  void run(double hours) {
    long end = now + Math.round(hours * 60) * MINUTE;
    while (now < end) {
      fill();
      for (Queue queue : queues) {
        queue.gpuHours += (double) tree.usage(queue.leaf, 0) / 60;
      }
      now += MINUTE;
      while (!endings.isEmpty() && endings.peek().at() <= now) {
        Queue ended = endings.remove().queue();
        tree.release(ended.leaf, ended.task);
        ended.running--;
        free += ended.task[0];
      }
      if (balances != null) {
        balances.endEpoch();
      }
    }
  }

  private void fill() {
    while (true) {
      offer.open(new long[] {gpus});
      int leaf = selection.next(offer);
      Queue next = queues.stream().filter(each -> each.leaf == leaf).findFirst().orElse(null);
      if (next == null || next.task[0] > free) {
        return;
      }
      tree.charge(leaf, next.task);
      free -= next.task[0];
      next.started++;
      next.running++;
      endings.add(new Ending(now + next.millis, next));
      long waiting = tree.demand(leaf).tasks(0);
      if (waiting != Demand.ENDLESS) {
        tree.setDemand(leaf, waiting == 1 ? Demand.NOTHING : Demand.of(next.task, waiting - 1));
      }
    }
  }

  /** Counts GPU-hours from here on. */
  void count() {
    queues.forEach(queue -> queue.gpuHours = 0);
  }

  /** Returns by what the weight of a queue is multiplied now. */
  double factor(Queue queue) {
    return tree.balanceAt(queue.node, 0);
  }
}
