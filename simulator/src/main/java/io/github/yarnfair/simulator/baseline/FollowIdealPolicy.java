// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.ideal.CurrentIdealShare;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.policy.KindShares;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follow the ideal by kinds: at each level the child, and the {@linkplain
 * io.github.yarnfair.core.tree.TaskKinds kind of task}, with the least ratio S/S* of usage to
 * static H-DRF's allocation of that kind. The walk stays with the kind. The rule works with any
 * definition of the ideal; it was compared with H-DRF in the experiments and not chosen.
 *
 * <p>The ideal shares are always those of the tree as it stands. S* of a leaf with tasks of several
 * width is its ideal amount of a kind's dominant resource, divided among the leaf's kinds with that
 * dominant resource by what it holds and wants of each.
 *
 * <p>It has no incremental selection: each decision is a pass over the whole tree.
 */
public final class FollowIdealPolicy extends KindPolicy {
  /** Stands for an ideal share of 0, which nothing that is held may be divided by. */
  private static final double LEAST_IDEAL = 1e-12;

  private final CurrentIdealShare current = new CurrentIdealShare();
  private @Nullable IdealShare ideal;
  private @Nullable ShareTree tree;

  /** By node and entry of a share: the ideal usage, in the tree's units. */
  private double[] amounts = {};

  /** The number of entries of a share. */
  private int shares;

  /** By node and kind: S*, a fraction of the cluster. */
  private double[] due = {};

  /** By node and kind: S, likewise. */
  private double[] held = {};

  /** For how many kinds of each node there is room. */
  private int width;

  @Override
  public String name() {
    return "ideal-by-kinds";
  }

  @Override
  public void prepare(ShareTree prepared) {
    tree = prepared;
    IdealShare latest = current.of(prepared);
    if (latest != ideal) {
      ideal = latest;
      takeIn(prepared, latest);
    }
  }

  private void takeIn(ShareTree of, IdealShare latest) {
    shares = of.space().shares();
    amounts = new double[of.handleBound() * shares];
    for (int node = 0; node < of.handleBound(); node++) {
      if (latest.contains(node)) {
        System.arraycopy(latest.usage(node), 0, amounts, node * shares, shares);
      }
    }
  }

  @Override
  public Form form() {
    return Form.DIVIDED;
  }

  @Override
  public double leafKey(Shares standings, int leaf) {
    double ofIdeal = ideal == null || !ideal.contains(leaf) ? 0.0 : ideal.dominantShare(leaf);
    return standings.dominantShare(leaf) / Math.max(ofIdeal, LEAST_IDEAL);
  }

  @Override
  public void rateKinds(Shares standings, int queue) {
    KindShares of = standings.kinds();
    of.collect(queue);
    makeRoom(Objects.requireNonNull(tree), of.count());
    Arrays.fill(due, queue * width, (queue + 1) * width, 0.0);
    Arrays.fill(held, queue * width, (queue + 1) * width, 0.0);
    for (int c = standings.firstChild(queue); c != NONE; c = standings.nextSibling(c)) {
      for (int k = 0; k < of.count() && !of.isLate(c); k++) {
        due[queue * width + k] += standings.isLeaf(c) ? dueOf(of, c, k) : due[c * width + k];
        held[queue * width + k] += standings.isLeaf(c) ? of.held(c, k) : held[c * width + k];
      }
    }
    for (int k = 0; k < of.count(); k++) {
      if (of.contains(queue, k)) {
        of.setKey(
            queue, k, held[queue * width + k] / Math.max(due[queue * width + k], LEAST_IDEAL));
      }
    }
  }

  /** Makes room for all nodes, and for the kinds found so far. */
  private void makeRoom(ShareTree of, int count) {
    if (count > width || of.handleBound() * width > due.length) {
      int rows = Growth.length(of.handleBound(), width == 0 ? 0 : due.length / width);
      int newWidth = count > width ? Growth.length(count, width) : width;
      due = Growth.widen(due, width, rows, newWidth, 0.0);
      held = Growth.widen(held, width, rows, newWidth, 0.0);
      width = newWidth;
    }
  }

  private double dueOf(KindShares of, int leaf, int kind) {
    if (ideal == null || tree == null || !of.contains(leaf, kind) || !ideal.contains(leaf)) {
      return 0.0;
    }
    int dominant = of.dominant(kind);
    double part = amounts[leaf * shares + dominant] / tree.shareCapacity(dominant);
    double endless = 0.0;
    double wanted = 0.0;
    for (int k = 0; k < of.count(); k++) {
      if (of.contains(leaf, k) && of.dominant(k) == dominant) {
        endless += Double.isInfinite(of.total(leaf, k)) ? 1.0 : 0.0;
        wanted += of.total(leaf, k);
      }
    }
    if (endless > 0) {
      return Double.isInfinite(of.total(leaf, kind)) ? part / endless : 0.0;
    }
    return part * of.total(leaf, kind) / wanted;
  }
}
