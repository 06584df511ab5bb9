// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.LeafTasks;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * A queue that is rated by what all leaves below it hold of a kind, by the sum of their divisors:
 * DFF's f of a pool. Sums are added up afresh after as many changes as there are members (at least
 * {@value #CHANGES_BETWEEN_SUMS}), so rounding does not pile up.
 */
final class DividedRatings extends KindRatings {
  private static final int CHANGES_BETWEEN_SUMS = 256;

  private final ShareTree tree;
  private final KindPolicy policy;
  private final ClassKinds kinds;
  private final int shares;

  /** By kind, member and entry of a share, its usage and its divisor one after the other. */
  private double[][] rows = new double[0][];

  /** By kind, likewise: the sums over the members. */
  private double[][] sums = new double[0][];

  /** By kind: how many members hold or want tasks of it. */
  private int[] members = {};

  /** By kind and member. */
  private boolean[][] present = new boolean[0][];

  private final double[] row;
  private int changes;

  DividedRatings(ShareTree tree, KindPolicy policy, ClassKinds kinds) {
    this.tree = tree;
    this.policy = policy;
    this.kinds = kinds;
    shares = tree.space().shares();
    row = new double[2 * shares];
  }

  @Override
  boolean isIndifferentToCounts() {
    return true;
  }

  @Override
  void clear() {
    super.clear();
    for (int kind = 0; kind < rows.length; kind++) {
      Arrays.fill(rows[kind], 0.0);
      Arrays.fill(sums[kind], 0.0);
      Arrays.fill(present[kind], false);
      members[kind] = 0;
    }
  }

  @Override
  void putLeaf(int member, int leaf) {
    LeafTasks tasks = kinds.tasks;
    tasks.read(leaf);
    makeRoom(tasks.bound());
    for (int kind = 0; kind < rows.length; kind++) {
      boolean isMember = kind < tasks.bound() && tasks.total(kind) > 0;
      for (int s = 0; s < shares; s++) {
        row[2 * s] = isMember ? tasks.heldFraction(kind, s) : 0.0;
        row[2 * s + 1] = isMember ? policy.divisor(tree, leaf, s) : 0.0;
      }
      put(kind, member, isMember, row);
    }
  }

  @Override
  void putKind(int kind, int member, KindRatings child) {
    makeRoom(bound());
    DividedRatings other = (DividedRatings) child;
    boolean isMember = kind < other.rows.length && other.members[kind] > 0;
    if (!isMember) {
      Arrays.fill(row, 0.0);
    }
    put(kind, member, isMember, isMember ? other.sums[kind] : row);
  }

  @Override
  void remove(int member) {
    Arrays.fill(row, 0.0);
    for (int kind = 0; kind < rows.length; kind++) {
      put(kind, member, false, row);
    }
  }

  private void put(int kind, int member, boolean isMember, double[] values) {
    int width = row.length;
    if (member >= present[kind].length) {
      if (!isMember) {
        return;
      }
      int length = Math.max(4, Growth.length(member + 1, present[kind].length));
      present[kind] = Arrays.copyOf(present[kind], length);
      rows[kind] = Arrays.copyOf(rows[kind], length * width);
    }
    int from = member * width;
    if (present[kind][member] == isMember
        && Arrays.equals(rows[kind], from, from + width, values, 0, width)) {
      return;
    }
    setStale(kind);
    members[kind] += (isMember ? 1 : 0) - (present[kind][member] ? 1 : 0);
    present[kind][member] = isMember;
    double[] sum = sums[kind];
    for (int i = 0; i < width; i++) {
      sum[i] += values[i] - rows[kind][from + i];
      rows[kind][from + i] = values[i];
    }
    if (++changes > Math.max(CHANGES_BETWEEN_SUMS, rows.length * present[kind].length)) {
      changes = 0;
      addUp();
    }
  }

  private void addUp() {
    for (int kind = 0; kind < rows.length; kind++) {
      setStale(kind);
      double[] sum = sums[kind];
      Arrays.fill(sum, 0.0);
      for (int at = 0; at < rows[kind].length; at++) {
        sum[at % sum.length] += rows[kind][at];
      }
    }
  }

  @Override
  void rateKinds(int queue, long[] waiting, int offset) {
    for (int kind = 0; kind < rows.length; kind++) {
      if (!isStale(kind)) {
        continue;
      }
      setMoved(kind); // the sums, of which the key is one quotient
      double fairness = 0.0;
      for (int s = 0; s < shares && members[kind] > 0; s++) {
        double divisor = sums[kind][2 * s + 1];
        // A divisor that rounding left over is of no leaf.
        fairness = divisor > 1e-15 ? Math.max(fairness, sums[kind][2 * s] / divisor) : fairness;
      }
      set(kind, fairness, members[kind], 0.0, 0.0);
    }
  }

  private void makeRoom(int bound) {
    reserve(bound);
    if (bound() > rows.length) {
      int former = rows.length;
      int length = bound();
      rows = Arrays.copyOf(rows, length);
      sums = Arrays.copyOf(sums, length);
      present = Arrays.copyOf(present, length);
      members = Arrays.copyOf(members, length);
      for (int kind = former; kind < length; kind++) {
        rows[kind] = new double[0];
        sums[kind] = new double[2 * shares];
        present[kind] = new boolean[0];
      }
    }
  }
}
