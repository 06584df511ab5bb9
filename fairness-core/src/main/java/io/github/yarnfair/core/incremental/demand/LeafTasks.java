// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/** The tasks of one leaf at a time by their kinds, those that it holds and those that wait. */
public final class LeafTasks {
  private final ShareTree tree;
  private final ClassKinds classes;
  private final TaskKinds kinds;
  private final PendingClasses pendingClasses;
  private final int shares;
  private final long[] task;
  private int bound;

  /** By kind: T, of the kind's dominant entry, as a fraction of the cluster. */
  private double[] total = {};

  /** By kind and entry of a share: what the leaf holds, in the units of the resources. */
  private long[] held = {};

  LeafTasks(ShareTree tree, ClassKinds classes, PendingClasses pendingClasses) {
    this.tree = tree;
    this.classes = classes;
    this.pendingClasses = pendingClasses;
    kinds = classes.kinds;
    shares = tree.space().shares();
    task = new long[tree.space().pairs()];
  }

  /** Reads a leaf in the place of the one read before. */
  public void read(int leaf) {
    bound = kinds.count();
    reserve(bound);
    Arrays.fill(total, 0.0);
    Arrays.fill(held, 0L);
    Demand pending = tree.demand(leaf);
    for (int i = 0; i < pending.size(); i++) {
      int demandClass = pendingClasses.demanded(leaf, i);
      int kind = classes.kind(demandClass);
      if (kind != TaskKinds.NONE) {
        bound = Math.max(bound, kind + 1);
        reserve(bound);
        long tasks = pending.tasks(i);
        double size = classes.size(demandClass);
        total[kind] += tasks == Demand.ENDLESS ? Double.POSITIVE_INFINITY : size * tasks;
      }
    }
    for (int i = 0; i < tree.heldClasses(leaf); i++) {
      long tasks = tree.copyHeld(leaf, i, task);
      int pendingClass = pendingClass(leaf, pending);
      int kind = pendingClass >= 0 ? classes.kind(pendingClass) : kindOfTask();
      if (kind != TaskKinds.NONE) {
        double size =
            pendingClass >= 0
                ? classes.size(pendingClass)
                : kinds.share(task, kinds.dominant(kind));
        total[kind] += size * tasks;
        for (int s = 0; s < shares; s++) {
          held[kind * shares + s] += tree.space().shareAmount(task, s) * tasks;
        }
      }
    }
  }

  /** Returns a bound above the leaf's kinds. */
  public int bound() {
    return bound;
  }

  /** Returns T of a kind, 0 if the leaf neither holds nor wants tasks of it. */
  public double total(int kind) {
    return total[kind];
  }

  /** Returns what the leaf holds of a kind of an entry of its share, as a fraction. */
  public double heldFraction(int kind, int share) {
    long capacity = tree.shareCapacity(share);
    long amount = held[kind * shares + share];
    return amount != 0 && capacity > 0 ? (double) amount / capacity : 0.0;
  }

  /** Returns by kind and entry of a share what the leaf holds; valid until the next is read. */
  public long[] held() {
    return held;
  }

  /** Returns the class of the task at hand if the leaf has others of it pending, or -1. */
  private int pendingClass(int leaf, Demand pending) {
    for (int i = 0; i < pending.size(); i++) {
      int j = 0;
      while (j < task.length && pending.amount(i, j) == task[j]) {
        j++;
      }
      if (j == task.length) {
        return pendingClasses.demanded(leaf, i);
      }
    }
    return -1;
  }

  private int kindOfTask() {
    int kind = kinds.of(task);
    bound = Math.max(bound, kind + 1);
    reserve(bound);
    return kind;
  }

  private void reserve(int kindCount) {
    if (kindCount > total.length) {
      total = Arrays.copyOf(total, 2 * kindCount);
      held = Arrays.copyOf(held, 2 * kindCount * shares);
    }
  }
}
