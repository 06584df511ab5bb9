// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Demand;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The mix of the pending tasks: the demand classes with most tasks, at most {@value #MOST_CLASSES},
 * and the part of each in the tasks of all of these. A class whose tasks never run out outweighs
 * all others.
 *
 * <p>The mix is replaced when more than {@value #TOLERANCE} of it has moved from some classes to
 * others; smaller changes are left out. While no task is pending it stays.
 */
final class PendingMix {
  static final int MOST_CLASSES = 64;
  static final double TOLERANCE = 0.05;

  private long[][] tasks = new long[0][];
  private double[] parts = new double[0];

  /** Updates the mix from the pending tasks; returns whether it was replaced. */
  boolean update(Demand pending) {
    if (pending.isEmpty()) {
      return false;
    }
    int[] classes = mostNumerous(pending);
    long[][] currentTasks = Arrays.stream(classes).mapToObj(pending::vector).toArray(long[][]::new);
    double[] currentParts = parts(pending, classes);
    if (moved(currentTasks, currentParts) <= TOLERANCE) {
      return false;
    }
    tasks = currentTasks;
    parts = currentParts;
    return true;
  }

  /** Returns the classes in the mix, in the order of their vectors. */
  private static int[] mostNumerous(Demand pending) {
    Comparator<Integer> byTasks = Comparator.comparingLong(i -> -pending.tasks(i));
    Comparator<Integer> byVector = (a, b) -> Arrays.compare(pending.vector(a), pending.vector(b));
    return IntStream.range(0, pending.size())
        .boxed()
        .sorted(byTasks.thenComparing(byVector))
        .limit(MOST_CLASSES)
        .sorted(byVector)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static double[] parts(Demand pending, int[] classes) {
    double sum = 0.0;
    for (int index : classes) {
      sum += pending.tasks(index);
    }
    double[] parts = new double[classes.length];
    for (int i = 0; i < classes.length; i++) {
      parts[i] = pending.tasks(classes[i]) / sum;
    }
    return parts;
  }

  /** Returns the sum of all increases of a part; both mixes are in the order of their vectors. */
  private double moved(long[][] currentTasks, double[] currentParts) {
    double moved = 0.0;
    int before = 0;
    for (int i = 0; i < currentTasks.length; i++) {
      while (before < tasks.length && Arrays.compare(tasks[before], currentTasks[i]) < 0) {
        before++;
      }
      boolean isKept = before < tasks.length && Arrays.equals(tasks[before], currentTasks[i]);
      moved += Math.max(0.0, currentParts[i] - (isKept ? parts[before] : 0.0));
    }
    return moved;
  }

  /** Returns the number of classes. */
  int size() {
    return tasks.length;
  }

  /** Returns what a task of a class needs; not a copy. */
  long[] task(int index) {
    return tasks[index];
  }

  /** Returns the part of a class, above 0 and at most 1. */
  double part(int index) {
    return parts[index];
  }
}
