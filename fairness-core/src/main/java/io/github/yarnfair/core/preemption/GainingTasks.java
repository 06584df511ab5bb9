// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The pending tasks that may gain, by kind; tasks that float among machine classes are entitled to
 * nothing in any of them. Tasks of one queue with equal vectors and equal shortage are one kind,
 * and one task stands for its kind, since within the queue the policy's turn decides. So the cost
 * of a plan depends on queues and shapes, not on the number of waiting leaves.
 */
final class GainingTasks {
  private final ShareTree tree;
  private final Entitlements entitlements;
  private final PreemptionRules rules;
  private final boolean[] all;
  private final Map<Kind, Deque<Integer>> leaves = new LinkedHashMap<>();

  /**
   * The common properties of tasks of one kind.
   *
   * @param isShort whether the leaf itself would stay within its ideal usage with the task
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by value below
  record Kind(int queue, long[] amounts, boolean isShort) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Kind kind
          && queue == kind.queue
          && isShort == kind.isShort
          && Arrays.equals(amounts, kind.amounts);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * queue + Arrays.hashCode(amounts)) + (isShort ? 1 : 0);
    }
  }

  GainingTasks(ShareTree tree, Entitlements entitlements, PreemptionRules rules) {
    this.tree = tree;
    this.entitlements = entitlements;
    this.rules = rules;
    all = new boolean[tree.space().shares()];
    Arrays.fill(all, true);
    record Need(int leaf, double satisfied) {}
    IntStream.range(0, tree.handleBound())
        .filter(n -> tree.contains(n) && tree.isLeaf(n) && mayBeServed(n))
        .mapToObj(n -> new Need(n, tree.dominantShare(n) / tree.weight(n)))
        .sorted(Comparator.comparingDouble(Need::satisfied))
        .forEach(need -> add(need.leaf()));
  }

  private void add(int leaf) {
    Demand demand = tree.fixedDemand(leaf);
    for (int i = 0; i < demand.size(); i++) {
      add(kind(leaf, demand.vector(i)), leaf);
    }
  }

  private void add(Kind kind, int leaf) {
    leaves.computeIfAbsent(kind, other -> new ArrayDeque<>()).add(leaf);
  }

  private Kind kind(int leaf, long[] task) {
    return new Kind(tree.parent(leaf), task, isShort(leaf, task));
  }

  private boolean isShort(int leaf, long[] task) {
    return entitlements.mayGain(leaf, task, all);
  }

  private boolean mayBeServed(int leaf) {
    boolean within = rules.permission().mayPreempt(leaf, leaf);
    if (entitlements.mayBeServed(leaf, within)) {
      return true;
    }
    Demand demand = tree.fixedDemand(leaf);
    return IntStream.range(0, demand.size())
        .anyMatch(i -> entitlements.mayBeEntitled(leaf, within, demand.vector(i)));
  }

  /** Returns the kinds to serve, that of the leaf that holds the smallest share by weight first. */
  List<Kind> kinds(Strictness strictness) {
    List<Kind> kinds = new ArrayList<>();
    leaves.forEach(
        (kind, queue) -> {
          if (mayBeServed(queue.element(), kind.amounts(), strictness)) {
            kinds.add(kind);
          }
        });
    return kinds;
  }

  private boolean mayBeServed(int leaf, long[] task, Strictness strictness) {
    boolean within = rules.permission().mayPreempt(leaf, leaf);
    return strictness.isForEntitled()
        ? entitlements.mayBeEntitled(leaf, within, task)
        : entitlements.mayBeServed(leaf, within);
  }

  /** Returns a pending task of a kind, or null if there is none left that is to be served. */
  @Nullable PendingTask first(Kind kind, Strictness strictness) {
    Deque<Integer> queue = leaves.get(kind);
    while (queue != null && !queue.isEmpty()) {
      int leaf = queue.peek();
      if (isPending(leaf, kind.amounts()) && mayBeServed(leaf)) {
        if (isShort(leaf, kind.amounts()) == kind.isShort()) {
          return mayBeServed(leaf, kind.amounts(), strictness)
              ? new PendingTask(leaf, kind.amounts())
              : null;
        }
        add(kind(leaf, kind.amounts()), leaf);
      }
      queue.poll();
    }
    leaves.remove(kind);
    return null;
  }

  private boolean isPending(int leaf, long[] amounts) {
    return tree.fixedDemand(leaf).contains(amounts);
  }

  /** Leaves kinds out from now on. */
  void removeAll(Iterable<Kind> kinds) {
    kinds.forEach(leaves::remove);
  }
}
