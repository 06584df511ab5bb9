// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.DemandKinds;
import io.github.yarnfair.benchmarks.workload.Workload;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * The least that a selection can do and keep the cluster saturated: the next kind of demand that
 * fits, and of the leaves that want it the next. What it costs is the workload's own cost and the
 * bookkeeping in the tree.
 */
final class RotatingSelection implements Selection {
  private final DemandKinds kinds;
  private final int[][] leavesOfKind;
  private final int[] turn;
  private int nextKind;

  RotatingSelection(Workload workload) {
    kinds = workload.kinds();
    leavesOfKind = new int[kinds.count()][];
    Arrays.setAll(
        leavesOfKind,
        kind -> Arrays.stream(workload.leaves()).filter(l -> workload.kind(l) == kind).toArray());
    turn = new int[kinds.count()];
  }

  @Override
  public int next(Offer offer) {
    for (int i = 0; i < kinds.count(); i++) {
      int kind = nextKind;
      nextKind = nextKind + 1 == kinds.count() ? 0 : nextKind + 1;
      int[] leaves = leavesOfKind[kind];
      if (leaves.length > 0 && kinds.fits(kind, offer)) {
        turn[kind] = turn[kind] + 1 == leaves.length ? 0 : turn[kind] + 1;
        return leaves[turn[kind]];
      }
    }
    return ShareTree.NONE;
  }
}
