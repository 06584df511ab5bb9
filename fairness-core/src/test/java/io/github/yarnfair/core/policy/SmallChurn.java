// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.lang.management.ManagementFactory;

/** Applications of up to three tasks in twenty queues, half of which hang below others. */
final class SmallChurn {
  private static final int MOST = 3;
  private static final long[][] TASKS = {{1, 1}, {2, 1}, {1, 3}};

  private final ShareTree tree = new ShareTree(2);
  private final Offer offer = new Offer(2);
  private final long[] free = {40, 40};
  private final Selection selection;
  private final int[] leaves = new int[200];
  private final long[][] task;
  private final int[] pending;

  /** By number of the task and how many are pending. */
  private final Demand[][] demands = new Demand[TASKS.length][MOST + 1];

  private int started;
  private int ended;

  SmallChurn(FairnessPolicy policy) {
    tree.setCapacity(new long[] {200, 300});
    for (int i = 0; i < demands.length * (MOST + 1); i++) {
      long[] vector = TASKS[i / (MOST + 1)];
      demands[i / (MOST + 1)][i % (MOST + 1)] = Demand.of(vector, i % (MOST + 1));
    }
    int above = tree.addQueue(ShareTree.ROOT, 1);
    int queue = NONE;
    for (int i = 0; i < leaves.length; i++) {
      queue = i % 10 == 0 ? tree.addQueue(i % 20 == 0 ? above : ShareTree.ROOT, 1) : queue;
      leaves[i] = tree.addLeaf(queue, 1 + i % 2);
    }
    task = new long[tree.handleBound()][];
    pending = new int[tree.handleBound()];
    for (int i = 0; i < leaves.length; i++) {
      task[leaves[i]] = TASKS[i % 7 % TASKS.length];
      want(leaves[i], MOST);
    }
    selection = policy.over(tree);
  }

  /** One task is always pending, as a demand without classes is another set of classes. */
  private void want(int leaf, int tasks) {
    int number = task[leaf] == TASKS[0] ? 0 : task[leaf] == TASKS[1] ? 1 : 2;
    pending[leaf] = tasks;
    tree.setDemand(leaf, demands[number][tasks]);
  }

  /** Returns how many bytes a thousand decisions and what follows them allocate. */
  long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    run(0);
    long idle = threads.getThreadAllocatedBytes(thread) - before;
    before = threads.getThreadAllocatedBytes(thread);
    started = 0;
    run(1000);
    return threads.getThreadAllocatedBytes(thread) - before - idle;
  }

  /** Returns how many tasks of these were started. */
  int started() {
    return started;
  }

  private void run(int decisions) {
    offer.open(free);
    for (int i = 0; i < decisions; i++) {
      int leaf = selection.next(offer);
      if (leaf == NONE) {
        offer.open(free);
      } else if (pending[leaf] == 1) {
        offer.skip(leaf);
      } else {
        offer.take(task[leaf]);
        tree.charge(leaf, task[leaf]);
        started++;
        want(leaf, pending[leaf] - 1);
      }
      int other = leaves[ended++ * 37 % leaves.length];
      if (!tree.holdsNothing(other)) {
        tree.release(other, task[other]);
        want(other, pending[other] + 1);
      }
    }
  }
}
