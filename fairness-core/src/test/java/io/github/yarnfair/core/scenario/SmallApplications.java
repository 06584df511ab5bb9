// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A full cluster of many small applications: queues of up to forty, each with one to three tasks,
 * mostly of one vector in a queue, some queues with one endless application, some users between.
 * Tasks end and are asked for again, or a new application comes in place of one that is done.
 */
public final class SmallApplications {
  private static final long[][] TASKS = {
    {1, 2, 0}, {3, 4, 0}, {2, 1, 0}, {1, 0, 0}, {0, 5, 0}, {1, 2, 1}, {1, 2, 2}
  };

  private final Random random;
  private final ShareTree tree = new ShareTree(3);
  private final Offer offer = new Offer(3);
  private final List<Integer> leafQueues = new ArrayList<>();

  /** By index of a queue: what most of its tasks are. */
  private final List<long[]> usual = new ArrayList<>();

  /** The leaf and the vector of each task that runs. */
  private final List<Running> running = new ArrayList<>();

  private record Running(int leaf, long[] task) {}

  /** Creates a random tree of which nothing runs yet. */
  public SmallApplications(Random random) {
    this.random = random;
    tree.setCapacity(
        new long[] {20 + random.nextInt(80), 40 + random.nextInt(160), random.nextInt(20)});
    addQueues(ShareTree.ROOT, 2 + random.nextInt(2));
    for (int queue = 0; queue < leafQueues.size(); queue++) {
      usual.add(TASKS[random.nextInt(TASKS.length)]);
      int count = 1 + random.nextInt(random.nextInt(3) == 0 ? 3 : 40);
      for (int i = 0; i < count; i++) {
        addLeaf(queue);
      }
      if (random.nextInt(3) == 0) {
        int endless = tree.addLeaf(leafQueues.get(queue), weight());
        tree.setDemand(endless, Demand.of(task(queue), Demand.ENDLESS));
      }
    }
  }

  private void addQueues(int parent, int levels) {
    for (int i = 2 + random.nextInt(3); i > 0; i--) {
      int queue = tree.addQueue(parent, weight());
      if (levels > 1 && random.nextInt(3) == 0) {
        addQueues(queue, levels - 1);
      } else {
        leafQueues.add(queue);
      }
    }
  }

  private double weight() {
    return random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(4);
  }

  private long[] task(int queue) {
    return random.nextInt(5) > 0 ? usual.get(queue) : TASKS[random.nextInt(TASKS.length)];
  }

  private void addLeaf(int queue) {
    int leaf = tree.addLeaf(leafQueues.get(queue), random.nextInt(4) > 0 ? 1 : weight());
    long tasks = random.nextInt(3) > 0 ? 1 : 2 + random.nextInt(2);
    tree.setDemand(leaf, Demand.of(task(queue), tasks));
  }

  public ShareTree tree() {
    return tree;
  }

  public Offer offer() {
    return offer;
  }

  /** Returns the number of tasks that run. */
  public int running() {
    return running.size();
  }

  /** Offers all that is free. */
  public void open() {
    long[] free = new long[3];
    for (int j = 0; j < free.length; j++) {
      free[j] = tree.capacity(j) - tree.usage(ShareTree.ROOT, j);
    }
    offer.open(free);
  }

  /** Starts a leaf's first task that fits. */
  public void start(int leaf) {
    Demand demand = tree.demand(leaf);
    long[] room = new long[3];
    tree.room(leaf, offer, room);
    int first = 0;
    while (!Demand.fits(demand.vector(first), room, 0)) {
      first++;
    }
    long[] task = demand.vector(first);
    offer.take(task);
    tree.charge(leaf, task);
    tree.setDemand(leaf, demand.minus(task));
    running.add(new Running(leaf, task));
  }

  /** Ends a task: it is asked for again, or is done, and perhaps its application with it. */
  public void end() {
    Running ended = running.remove(random.nextInt(running.size()));
    int leaf = ended.leaf;
    tree.release(leaf, ended.task);
    Demand left = tree.demand(leaf);
    if (random.nextInt(3) > 0) {
      tree.setDemand(leaf, left.plus(ended.task, 1));
    } else if (left.isEmpty() && tree.holdsNothing(leaf)) {
      int queue = leafQueues.indexOf(tree.parent(leaf));
      tree.remove(leaf);
      addLeaf(queue);
    }
  }
}
