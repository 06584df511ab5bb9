// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/**
 * The demand classes of one leaf at a time: the distinct vectors among the tasks that it holds and
 * those that it has pending and confined to one machine class, {@linkplain Demand#withUnserved
 * served now} or not, in ascending order, and how many tasks of each there are in all. That a task
 * starts, or ends and is asked for again, or waits for others of a gang, changes nothing here.
 * Reading allocates nothing once a leaf of as many classes has been read.
 */
public final class TaskTotals {
  private final int resources;

  /** Longs per class: its vector and the number of its tasks. */
  private final int stride;

  private long[] classes;
  private int size;

  /** Creates the totals of no leaf. */
  public TaskTotals(ShareSpace space) {
    resources = space.pairs();
    stride = resources + 1;
    classes = new long[4 * stride];
  }

  /** Reads a leaf's classes in the place of those read before; O(k·m) for k classes. */
  public void read(ShareTree tree, int leaf) {
    HeldTasks held = tree.heldTasks();
    Demand pending = tree.fixedDemand(leaf).all();
    size = 0;
    reserve(held.size(leaf) + pending.size());
    int h = 0;
    int p = 0;
    while (h < held.size(leaf) || p < pending.size()) {
      int order = order(held, leaf, h, pending, p);
      long tasks = 0;
      for (int j = 0; j < resources; j++) {
        classes[size * stride + j] =
            order <= 0 ? held.amount(leaf, h, j) : pending.amount(pending.ascending(p), j);
      }
      tasks += order <= 0 ? held.tasks(leaf, h++) : 0;
      tasks += order >= 0 ? pending.tasks(pending.ascending(p++)) : 0;
      classes[size++ * stride + resources] = tasks < 0 ? Demand.ENDLESS : tasks;
    }
  }

  /** Returns the number of classes. */
  public int size() {
    return size;
  }

  /** Returns what a task of a class takes of a resource. */
  public long amount(int index, int resource) {
    return classes[index * stride + resource];
  }

  /** Returns the number of tasks of a class, {@link Demand#ENDLESS} if they never run out. */
  public long tasks(int index) {
    return classes[index * stride + resources];
  }

  /** Returns the number of longs that {@link #copyTo} writes. */
  public int length() {
    return size * stride;
  }

  /** Copies all classes, so that they can be {@linkplain #equal compared} later. */
  public void copyTo(long[] into, int offset) {
    System.arraycopy(classes, 0, into, offset, length());
  }

  /** Returns whether the classes are those copied earlier. */
  public boolean equal(long[] copies, int from, int to) {
    return Arrays.equals(copies, from, to, classes, 0, length());
  }

  /**
   * Returns whether there is one class alone, now and in the copies, and the two differ in nothing
   * but their numbers of tasks.
   */
  public boolean differInTasksAlone(long[] copies, int from, int to) {
    return size == 1
        && to - from == stride
        && Arrays.equals(copies, from, to - 1, classes, 0, resources);
  }

  /** Returns the number of tasks of the last class copied. */
  public static long lastTasks(long[] copies, int to) {
    return copies[to - 1];
  }

  private void reserve(int most) {
    if (most * stride > classes.length) {
      classes = new long[2 * most * stride];
    }
  }

  /** Compares the next classes of both; one that there is comes before one that there is not. */
  private int order(HeldTasks held, int leaf, int h, Demand pending, int p) {
    if (h == held.size(leaf) || p == pending.size()) {
      return h == held.size(leaf) ? 1 : -1;
    }
    for (int j = 0; j < resources; j++) {
      int order = Long.compare(held.amount(leaf, h, j), pending.amount(pending.ascending(p), j));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
