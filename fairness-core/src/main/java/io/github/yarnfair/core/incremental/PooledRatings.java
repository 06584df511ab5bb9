// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.LeafTasks;
import io.github.yarnfair.core.incremental.pool.WaterLevel;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A queue whose children are members of one pool for each kind: a {@link WaterLevel} each. */
final class PooledRatings extends KindRatings {
  private final ShareTree tree;
  private final KindPolicy policy;
  private final ClassKinds kinds;
  private @Nullable WaterLevel[] levels = new WaterLevel[0];

  PooledRatings(ShareTree tree, KindPolicy policy, ClassKinds kinds) {
    this.tree = tree;
    this.policy = policy;
    this.kinds = kinds;
  }

  @Override
  boolean changesForm(boolean hasQueues) {
    return policy.form() == KindPolicy.Form.LEAF_QUEUES && !hasQueues;
  }

  @Override
  void clear() {
    super.clear();
    Arrays.fill(levels, null);
  }

  @Override
  void putLeaf(int member, int leaf) {
    LeafTasks tasks = kinds.tasks;
    tasks.read(leaf);
    makeRoom(tasks.bound());
    boolean countsInFull = policy.form() == KindPolicy.Form.LEAF_QUEUES;
    for (int kind = 0; kind < levels.length; kind++) {
      double total = kind < tasks.bound() ? tasks.total(kind) : 0.0;
      if (total > 0) {
        int dominant = kinds.kinds.dominant(kind);
        double weight = policy.leafWeight(tree, leaf, dominant);
        double held = countsInFull ? keyInFull(leaf) * weight : tasks.heldFraction(kind, dominant);
        put(kind, member, Math.max(total, held), weight, held);
      } else {
        removeFrom(kind, member);
      }
    }
  }

  private void put(int kind, int member, double total, double weight, double held) {
    if (level(kind).put(member, total, weight, held)) {
      setStale(kind);
    }
  }

  /** Returns the key of a leaf beside queues. */
  private double keyInFull(int leaf) {
    double key = 0.0;
    for (int s = 0; s < tree.space().shares(); s++) {
      key = Math.max(key, tree.usedFraction(leaf, s) / policy.leafWeight(tree, leaf, s));
    }
    return key;
  }

  @Override
  void putKind(int kind, int member, KindRatings child) {
    makeRoom(bound());
    if (child.contains(kind)) {
      put(kind, member, child.total(kind), child.weight(kind), child.held(kind));
    } else {
      removeFrom(kind, member);
    }
  }

  @Override
  void remove(int member) {
    for (int kind = 0; kind < levels.length; kind++) {
      removeFrom(kind, member);
    }
  }

  private void removeFrom(int kind, int member) {
    WaterLevel level = levels[kind];
    if (level != null && level.contains(member)) {
      level.remove(member);
      setStale(kind);
    }
  }

  private WaterLevel level(int kind) {
    WaterLevel level = levels[kind];
    if (level == null) {
      level = new WaterLevel();
      levels[kind] = level;
    }
    return level;
  }

  @Override
  void rateKinds(int queue, long[] waiting, int offset) {
    for (int kind = 0; kind < levels.length; kind++) {
      if (!isStale(kind)) {
        continue;
      }
      WaterLevel level = levels[kind];
      if (level == null || level.size() == 0) {
        set(kind, 0.0, 0.0, 0.0, 0.0);
      } else {
        double held = level.held();
        double key = level.level(held);
        set(kind, key, level.totals(), key > 0 ? held / key : level.weights(), held);
      }
    }
  }

  private void makeRoom(int bound) {
    reserve(bound);
    if (bound() > levels.length) {
      levels = Arrays.copyOf(levels, bound());
    }
  }
}
