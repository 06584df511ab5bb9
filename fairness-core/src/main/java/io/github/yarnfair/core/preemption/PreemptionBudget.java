// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * How much one plan may preempt: a part of the cluster in all, and a part of each node's excess, by
 * entry of a share, called resource here. Both are checked before room is made for a task and may
 * be exceeded by that task's room, so that a task larger than the budget is served as well.
 */
final class PreemptionBudget {
  private final ShareTree tree;
  private final Entitlements entitlements;
  private final PreemptionRules rules;
  private final long[] chosen;

  /** By node of the tree, what was chosen of it and what may be, for each resource. */
  private final Map<Integer, long[]> chosenOf = new HashMap<>();

  private final Map<Integer, long[]> mostOf = new HashMap<>();

  /** The same where a node may lose down to what it is entitled to. */
  private final Map<Integer, long[]> mostForEntitled = new HashMap<>();

  PreemptionBudget(ShareTree tree, Entitlements entitlements, PreemptionRules rules) {
    this.tree = tree;
    this.entitlements = entitlements;
    this.rules = rules;
    chosen = new long[tree.space().shares()];
  }

  /** Returns whether more of the lacking resources may be preempted in this plan. */
  boolean allowsMore(boolean[] lacking) {
    for (int j = 0; j < chosen.length; j++) {
      double most = rules.mostPerRound() * (double) tree.shareCapacity(j);
      if (lacking[j] && chosen[j] > 0 && (double) chosen[j] >= most) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether no more of any resource may be preempted in this plan. */
  boolean isExhausted() {
    boolean[] one = new boolean[chosen.length];
    for (int j = 0; j < chosen.length; j++) {
      Arrays.fill(one, false);
      one[j] = true;
      if (tree.shareCapacity(j) > 0 && allowsMore(one)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node of the tree may lose more of the lacking resources in this plan.
   *
   * @param forEntitled whether its excess is what it has more than it is entitled to, not more than
   *     its ideal usage
   */
  boolean allowsMore(int losing, boolean[] lacking, boolean forEntitled) {
    long[] most =
        forEntitled
            ? mostForEntitled.computeIfAbsent(
                losing, n -> most(j -> entitlements.firstExcessOfEntitled(n, j)))
            : mostOf.computeIfAbsent(losing, n -> most(j -> entitlements.firstExcess(n, j)));
    long[] lost = chosenOf.computeIfAbsent(losing, n -> new long[chosen.length]);
    for (int j = 0; j < chosen.length; j++) {
      if (lacking[j] && lost[j] > 0 && lost[j] >= most[j]) {
        return false;
      }
    }
    return true;
  }

  /** Counts a chosen task, for the node of the tree whose excess it reduces. */
  void choose(RunningTask task, int losing) {
    long[] lost = chosenOf.computeIfAbsent(losing, n -> new long[chosen.length]);
    for (int j = 0; j < chosen.length; j++) {
      long amount = tree.space().shareAmount(task.amounts(), j);
      chosen[j] += amount;
      lost[j] += amount;
    }
  }

  private long[] most(IntToDoubleFunction excess) {
    long[] most = new long[chosen.length];
    Arrays.setAll(
        most,
        j -> (long) Math.ceil(rules.naturalTermination() * Math.max(0, excess.applyAsDouble(j))));
    return most;
  }
}
