// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/**
 * The tasks that each leaf of a tree holds, by demand class: the distinct vectors in ascending
 * order ({@link Arrays#compare(long[], long[])}) and how many tasks of each. Tasks of no resource
 * are not counted.
 *
 * <p>A change is a binary search among the leaf's classes, and moves those behind when a class
 * comes or goes: O(m·log k + k·m) for k classes. It allocates only when a leaf holds more classes
 * than ever before.
 */
public final class HeldTasks {
  private static final long[] NOTHING = {};

  /** Most applications have a master and tasks of one vector. */
  private static final int FIRST_CAPACITY = 2;

  private final int resources;

  /** Longs per class: its vector and the number of its tasks. */
  private final int stride;

  private long[][] classes;
  private int[] sizes;

  /**
   * Creates a table of leaves that hold nothing.
   *
   * @param resources m, the amounts that are charged; a task's vector may have more behind them
   * @param length for how many handles
   */
  HeldTasks(int resources, int length) {
    this.resources = resources;
    stride = resources + 1;
    classes = new long[length][];
    Arrays.fill(classes, NOTHING);
    sizes = new int[length];
  }

  HeldTasks copy() {
    HeldTasks copy = new HeldTasks(resources, classes.length);
    for (int leaf = 0; leaf < classes.length; leaf++) {
      copy.classes[leaf] = sizes[leaf] == 0 ? NOTHING : classes[leaf].clone();
    }
    System.arraycopy(sizes, 0, copy.sizes, 0, sizes.length);
    return copy;
  }

  /** Gives a leaf that holds nothing what a leaf of another table holds. */
  void copy(HeldTasks from, int leaf, int to) {
    classes[to] = from.sizes[leaf] == 0 ? NOTHING : from.classes[leaf].clone();
    sizes[to] = from.sizes[leaf];
  }

  void grow(int length) {
    int before = classes.length;
    classes = Arrays.copyOf(classes, length);
    Arrays.fill(classes, before, length, NOTHING);
    sizes = Arrays.copyOf(sizes, length);
  }

  /** Adds a number of equal tasks. */
  void add(int leaf, long[] task, long count) {
    int at = find(leaf, task);
    if (at < 0) {
      if (Amounts.areZero(task, 0, resources) || count == 0) {
        return;
      }
      at = insert(leaf, -at - 1, task);
    }
    classes[leaf][at * stride + resources] += count;
  }

  /**
   * Removes one task.
   *
   * @throws IllegalStateException if the leaf holds none like that; nothing is changed then
   */
  void remove(int leaf, long[] task) {
    int at = find(leaf, task);
    if (at < 0) {
      if (Amounts.areZero(task, 0, resources)) {
        return;
      }
      throw new IllegalStateException(
          "leaf %d holds no task of %s: %s"
              .formatted(leaf, Arrays.toString(task), demand(leaf, task.length)));
    }
    int tasks = at * stride + resources;
    if (--classes[leaf][tasks] == 0) {
      int end = sizes[leaf]-- * stride;
      System.arraycopy(classes[leaf], tasks + 1, classes[leaf], at * stride, end - tasks - 1);
    }
  }

  /** Forgets a leaf that is removed from the tree. */
  void clear(int leaf) {
    sizes[leaf] = 0;
    classes[leaf] = NOTHING;
  }

  /** Returns the number of a leaf's classes. */
  public int size(int leaf) {
    return sizes[leaf];
  }

  /** Returns what a task of a class takes of a resource. */
  long amount(int leaf, int index, int resource) {
    return classes[leaf][index * stride + resource];
  }

  /** Copies the vector of a class, m amounts. */
  public void copyTo(int leaf, int index, long[] into) {
    System.arraycopy(classes[leaf], index * stride, into, 0, resources);
  }

  /** Returns the number of tasks of a class, at least 1. */
  public long tasks(int leaf, int index) {
    return classes[leaf][index * stride + resources];
  }

  /** Returns a copy of a leaf's classes, as vectors of a length, with zeros at the end. */
  Demand demand(int leaf, int length) {
    Demand.Builder demand = new Demand.Builder();
    for (int i = 0; i < sizes[leaf]; i++) {
      long[] vector = new long[length];
      System.arraycopy(classes[leaf], i * stride, vector, 0, resources);
      demand.add(vector, tasks(leaf, i));
    }
    return demand.build();
  }

  /** Returns whether a leaf's vectors are in ascending order, hence distinct. */
  boolean areAscending(int leaf) {
    for (int i = 1; i < sizes[leaf]; i++) {
      long[] vector = Arrays.copyOfRange(classes[leaf], i * stride, i * stride + resources);
      if (Amounts.compare(classes[leaf], (i - 1) * stride, vector, resources) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the index of a class, or −i − 1 if it is missing and its place is i. */
  private int find(int leaf, long[] task) {
    long[] held = classes[leaf];
    int low = 0;
    int high = sizes[leaf] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Amounts.compare(held, middle * stride, task, resources);
      if (order == 0) {
        return middle;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  private int insert(int leaf, int index, long[] task) {
    int end = sizes[leaf] * stride;
    if (end == classes[leaf].length) {
      classes[leaf] = Arrays.copyOf(classes[leaf], Math.max(FIRST_CAPACITY * stride, end * 2));
    }
    int from = index * stride;
    System.arraycopy(classes[leaf], from, classes[leaf], from + stride, end - from);
    System.arraycopy(task, 0, classes[leaf], from, resources);
    classes[leaf][from + resources] = 0;
    sizes[leaf]++;
    return index;
  }
}
