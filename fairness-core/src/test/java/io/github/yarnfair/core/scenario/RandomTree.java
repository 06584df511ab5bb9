// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random trees over a random cluster. */
public final class RandomTree {
  private final Random random;
  private final int resources;
  private final long tasksPerCluster;
  private boolean finite;
  private boolean limits;
  private boolean full;
  private int named;

  /**
   * Creates a generator.
   *
   * @param random what chance comes from
   * @param tasksPerCluster about how many tasks fill the cluster
   */
  public RandomTree(Random random, long tasksPerCluster) {
    this.random = random;
    this.tasksPerCluster = tasksPerCluster;
    resources = 2 + random.nextInt(3);
  }

  /** Lets some leaves have few tasks. */
  public RandomTree withFiniteLeaves() {
    finite = true;
    return this;
  }

  /** Lets every leaf demand every resource. */
  public RandomTree withFullDemands() {
    full = true;
    return this;
  }

  /** Gives some nodes limits. */
  public RandomTree withLimits() {
    limits = true;
    return this;
  }

  /** Returns the capacity of a cluster, of the same number of resources in every call. */
  public long[] capacity() {
    long[] capacity = new long[resources];
    for (int j = 0; j < resources; j++) {
      capacity[j] = tasksPerCluster * (1 + random.nextInt(5));
    }
    return capacity;
  }

  /** Returns a tree of two to five levels. */
  public TreeSpec tree() {
    named = 0;
    return TreeSpec.queue("root", children(1 + random.nextInt(4)));
  }

  private List<TreeSpec> children(int levelsBelow) {
    List<TreeSpec> children = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      boolean isLeaf = levelsBelow == 1 || random.nextInt(3) == 0;
      String name = (isLeaf ? "leaf" : "queue") + named++;
      TreeSpec child = isLeaf ? leaf(name) : TreeSpec.queue(name, children(levelsBelow - 1));
      child = random.nextBoolean() ? child : child.weighing(1 + random.nextInt(4));
      children.add(limits && random.nextInt(5) == 0 ? child.limitedTo(limit()) : child);
    }
    return children;
  }

  private TreeSpec leaf(String name) {
    long[] demand = new long[resources];
    for (int j = 0; j < resources; j++) {
      demand[j] = !full && random.nextInt(5) < 2 ? 0 : 1L + random.nextInt(5);
    }
    demand[random.nextInt(resources)] = 1L + random.nextInt(5);
    TreeSpec leaf = TreeSpec.leaf(name, demand);
    return finite && random.nextBoolean()
        ? leaf.tasks(random.nextInt((int) tasksPerCluster))
        : leaf;
  }

  /** Returns a limit within which every task of every leaf fits. */
  private long[] limit() {
    long[] limit = new long[resources];
    for (int j = 0; j < resources; j++) {
      limit[j] = random.nextBoolean() ? Long.MAX_VALUE : 5 + random.nextLong(tasksPerCluster * 3);
    }
    return limit;
  }
}
