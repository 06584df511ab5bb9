// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import java.util.Arrays;

/**
 * The running tasks with their leaves and machines. A task is an index below {@link #size}; when
 * one ends, the last takes its index.
 */
public final class RunningTasks {
  private static final int FIELDS = 4;

  /** Leaf, node and kind of a task beside each other (and one to spare): one cache line. */
  private int[] tasks;

  private int size;

  RunningTasks(int room) {
    tasks = new int[room * FIELDS];
  }

  public int size() {
    return size;
  }

  int leaf(int task) {
    return tasks[task * FIELDS];
  }

  int node(int task) {
    return tasks[task * FIELDS + 1];
  }

  int kind(int task) {
    return tasks[task * FIELDS + 2];
  }

  void add(int leaf, int node, int kind) {
    int at = size++ * FIELDS;
    if (at == tasks.length) {
      tasks = Arrays.copyOf(tasks, at * 2);
    }
    tasks[at] = leaf;
    tasks[at + 1] = node;
    tasks[at + 2] = kind;
  }

  void remove(int task) {
    size--;
    System.arraycopy(tasks, size * FIELDS, tasks, task * FIELDS, FIELDS);
  }
}
