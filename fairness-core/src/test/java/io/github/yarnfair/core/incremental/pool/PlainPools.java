// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.pool;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The pools of a leaf queue, put together from lists and solved by sorting. */
public final class PlainPools {
  /** What the tasks of a pool have in common. */
  public record Kind(Set<Integer> neededPairs, int dominantShare) {}

  /** What an application holds and has pending of a kind, as a share, and its weight. */
  public record Member(double total, double weight) {
    double met() {
      return total / weight;
    }
  }

  /** One pool. */
  public static final class Pool {
    final List<Member> members = new ArrayList<>();
    final double[] held;
    private final int dominant;

    private Pool(int shares, int dominant) {
      held = new double[shares];
      this.dominant = dominant;
    }

    /** Returns L. */
    public double level() {
      List<Member> sorted = new ArrayList<>(members);
      sorted.sort(Comparator.comparingDouble(Member::met));
      double left = held[dominant];
      double level = 0.0;
      for (int i = 0; i < sorted.size() && left > 0; i++) {
        double weights = sorted.subList(i, sorted.size()).stream().mapToDouble(m -> m.weight).sum();
        double step = Math.min(sorted.get(i).met() - level, left / weights);
        left -= step * weights;
        level += step;
      }
      return level;
    }

    /** Returns A(f)/S, at most 1. */
    double part(double level) {
      double sum = members.stream().mapToDouble(m -> Math.min(m.total, m.weight * level)).sum();
      return held[dominant] > sum ? sum / held[dominant] : 1.0;
    }

    double meanWeight() {
      return members.stream().mapToDouble(Member::weight).average().orElseThrow();
    }
  }

  private final ShareTree tree;
  public final Map<Kind, Pool> pools = new HashMap<>();

  /** Sorts what leaves hold and have pending into pools. */
  public PlainPools(ShareTree tree, List<Integer> leaves) {
    this.tree = tree;
    leaves.forEach(this::add);
  }

  private void add(int leaf) {
    Map<Kind, Double> totals = new HashMap<>();
    add(totals, tree.demand(leaf));
    Demand held = tree.held(leaf);
    add(totals, held);
    totals.forEach(
        (kind, total) -> {
          double weight = tree.weight(leaf, kind.dominantShare);
          pool(kind).members.add(new Member(total, weight));
        });
    for (int i = 0; i < held.size(); i++) {
      Kind kind = kind(held.vector(i));
      for (int s = 0; s < tree.space().shares() && kind != null; s++) {
        pool(kind).held[s] += share(held.vector(i), s) * held.tasks(i);
      }
    }
  }

  private void add(Map<Kind, Double> totals, Demand tasks) {
    for (int i = 0; i < tasks.size(); i++) {
      Kind kind = kind(tasks.vector(i));
      if (kind != null) {
        boolean isEndless = tasks.tasks(i) == Demand.ENDLESS;
        double count = isEndless ? Double.POSITIVE_INFINITY : tasks.tasks(i);
        totals.merge(kind, share(tasks.vector(i), kind.dominantShare) * count, Double::sum);
      }
    }
  }

  private Pool pool(Kind kind) {
    return pools.computeIfAbsent(kind, k -> new Pool(tree.space().shares(), k.dominantShare));
  }

  public Kind kind(long[] task) {
    return kind(tree, task);
  }

  /** Returns the kind of a task, null if it needs nothing that the cluster has. */
  private static Kind kind(ShareTree tree, long[] task) {
    Set<Integer> needed = new TreeSet<>();
    for (int pair = 0; pair < tree.space().pairs(); pair++) {
      if (task[pair] > 0) {
        needed.add(pair);
      }
    }
    int dominant = 0;
    for (int s = 1; s < tree.space().shares(); s++) {
      dominant = share(tree, task, s) > share(tree, task, dominant) ? s : dominant;
    }
    return share(tree, task, dominant) > 0 ? new Kind(needed, dominant) : null;
  }

  /** Returns the dominant share of a task, 0 if it has none. */
  public static double size(ShareTree tree, long[] task) {
    Kind kind = kind(tree, task);
    return kind == null ? 0.0 : share(tree, task, kind.dominantShare);
  }

  private double share(long[] task, int share) {
    return share(tree, task, share);
  }

  private static double share(ShareTree tree, long[] task, int share) {
    long capacity = tree.shareCapacity(share);
    return capacity == 0 ? 0.0 : (double) tree.space().shareAmount(task, share) / capacity;
  }

  /** Returns f if tasks of these vectors alone fit, +∞ if none counts in any share. */
  public double least(List<long[]> fitting) {
    double least = Double.POSITIVE_INFINITY;
    for (long[] task : fitting) {
      Pool pool = kind(task) == null ? null : pools.get(kind(task));
      if (pool != null) {
        least = Math.min(least, Math.max(pool.level(), size(tree, task) / pool.meanWeight()));
      }
    }
    return least;
  }

  /** Returns what the pools count for at a level. */
  public double[] counted(double level) {
    double[] sum = new double[tree.space().shares()];
    for (Pool pool : pools.values()) {
      double part = pool.part(level);
      Arrays.setAll(sum, s -> sum[s] + pool.held[s] * part);
    }
    return sum;
  }
}
