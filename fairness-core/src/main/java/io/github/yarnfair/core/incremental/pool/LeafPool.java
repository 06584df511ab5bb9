// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.pool;

import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/** One pool of {@link LeafPools}: the tasks of one kind in a leaf queue. */
public final class LeafPool {
  private final ShareTree tree;
  private final int dominant;
  private final int shares;

  /** The division among the leaves, by their numbers. */
  private final WaterLevel members = new WaterLevel();

  /** By number of a leaf, a row: what it holds, in the units of the resources. */
  private long[] heldBy = {};

  /** What all hold: exact, and as fractions of the cluster. */
  private final long[] held;

  private final double[] used;
  private double level;
  private double perWeight;
  private boolean isCurrent;

  LeafPool(ShareTree tree, int dominant) {
    this.tree = tree;
    this.dominant = dominant;
    shares = tree.space().shares();
    held = new long[shares];
    used = new double[shares];
  }

  /**
   * Enters or updates a leaf.
   *
   * @param total T, positive
   * @param amounts what it holds, one number per entry of a share, from an offset on
   */
  void put(int entry, double total, double weight, long[] amounts, int offset) {
    members.put(entry, total, weight);
    hold(entry, amounts, offset);
  }

  /**
   * Updates a leaf that wants more or fewer tasks and holds what it held. As long as T is not
   * reached at L, it is no matter how large it is.
   *
   * @param total T, positive
   * @return whether the pool may count for something else than before
   */
  boolean recount(int entry, double total) {
    double now = level();
    boolean isUnmet = members.met(entry) > now;
    members.put(entry, total, members.weight(entry));
    boolean matters = !isUnmet || members.met(entry) <= now;
    isCurrent &= !matters;
    return matters;
  }

  /** Returns whether a leaf holds or wants tasks of the kind. */
  boolean contains(int entry) {
    return members.contains(entry);
  }

  /** Removes a leaf, if it is in the pool. */
  void remove(int entry) {
    if (members.contains(entry)) {
      members.remove(entry);
      int row = entry * shares;
      for (int s = 0; s < shares; s++) {
        held[s] -= heldBy[row + s];
        heldBy[row + s] = 0;
      }
      isCurrent = false;
    }
  }

  private void hold(int entry, long[] amounts, int offset) {
    int row = entry * shares;
    if (row + shares > heldBy.length) {
      heldBy = Arrays.copyOf(heldBy, Growth.length(row + shares, heldBy.length));
    }
    for (int s = 0; s < shares; s++) {
      held[s] += amounts[offset + s] - heldBy[row + s];
      heldBy[row + s] = amounts[offset + s];
    }
    isCurrent = false;
  }

  /** Returns whether no leaf has or wants anything of this kind. */
  public boolean isEmpty() {
    return members.size() == 0;
  }

  /** Returns L. */
  public double level() {
    if (!isCurrent) {
      for (int s = 0; s < shares; s++) {
        long capacity = tree.shareCapacity(s);
        used[s] = held[s] != 0 && capacity > 0 ? (double) held[s] / capacity : 0.0;
      }
      level = members.level(used[dominant]);
      perWeight = members.size() / members.weights();
      isCurrent = true;
    }
    return level;
  }

  /** Returns the level of one task, by the mean weight of the leaves. */
  public double levelOfOneTask(double size) {
    level();
    return size * perWeight;
  }

  /** Returns the usage and pending demand of all leaves, summed, as a fraction of the cluster. */
  public double total() {
    return members.totals();
  }

  /** Returns the dominant entry of the pool's kind. */
  public int dominant() {
    return dominant;
  }

  /** Adds to a usage, from an offset on, what the pool counts for at a level. */
  void attribute(double f, double[] usage, int offset) {
    double part = 1.0;
    if (f < level()) {
      part = Math.min(1.0, members.sum(f) / used[dominant]);
    }
    for (int s = 0; s < shares; s++) {
      usage[offset + s] += used[s] * part;
    }
  }
}
