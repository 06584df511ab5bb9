// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * The work that is lost if tasks end: for each, the largest part of the cluster that it holds of a
 * resource times the milliseconds that it has run, summed by priority. The smaller of two losses is
 * the one with less of the highest priority at which they differ. Nothing is lost with a task that
 * an earlier plan chose: its warning stays as long as its reason. Immutable.
 */
final class Loss implements Comparable<Loss> {
  static final Loss NONE = new Loss(new int[0], new double[0]);

  /** In descending order. */
  private final int[] priorities;

  private final double[] amounts;

  private Loss(int[] priorities, double[] amounts) {
    this.priorities = priorities;
    this.amounts = amounts;
  }

  /** Returns what is lost if a task of the tree ends. */
  static Loss of(RunningTask task, ShareTree tree) {
    if (task.isWarned()) {
      return NONE;
    }
    double part = 0;
    for (int s = 0; s < tree.space().shares(); s++) {
      double amount = (double) tree.space().shareAmount(task.amounts(), s);
      part = Math.max(part, amount / Math.max(1.0, (double) tree.shareCapacity(s)));
    }
    double lost = part * (double) Math.max(0, task.ranMillis());
    return lost == 0 ? NONE : new Loss(new int[] {task.priority()}, new double[] {lost});
  }

  /** Returns the loss of two sets of tasks together. */
  Loss plus(Loss other) {
    if (priorities.length == 0) {
      return other;
    }
    Loss sum = this;
    for (int i = 0; i < other.priorities.length; i++) {
      sum = sum.plus(other.priorities[i], other.amounts[i]);
    }
    return sum;
  }

  private Loss plus(int priority, double amount) {
    int at = 0;
    while (at < priorities.length && priorities[at] > priority) {
      at++;
    }
    if (at < priorities.length && priorities[at] == priority) {
      double[] more = amounts.clone();
      more[at] += amount;
      return new Loss(priorities, more);
    }
    int[] levels = Arrays.copyOf(priorities, priorities.length + 1);
    double[] more = Arrays.copyOf(amounts, levels.length);
    System.arraycopy(priorities, at, levels, at + 1, priorities.length - at);
    System.arraycopy(amounts, at, more, at + 1, priorities.length - at);
    levels[at] = priority;
    more[at] = amount;
    return new Loss(levels, more);
  }

  @Override
  public int compareTo(Loss other) {
    int common = Math.min(priorities.length, other.priorities.length);
    for (int i = 0; i < common; i++) {
      int order = Integer.compare(priorities[i], other.priorities[i]);
      if (order == 0) {
        order = Double.compare(amounts[i], other.amounts[i]);
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(priorities.length, other.priorities.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Loss loss && compareTo(loss) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(priorities) + Arrays.hashCode(amounts);
  }
}
