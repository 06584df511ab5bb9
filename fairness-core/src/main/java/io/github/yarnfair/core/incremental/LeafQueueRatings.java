// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import io.github.yarnfair.core.incremental.pool.LeafPool;
import io.github.yarnfair.core.incremental.pool.LeafPools;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/** A leaf queue that counts for what its pools do at the level of one: H-DRF's rule, by kind. */
final class LeafQueueRatings extends KindRatings {
  private final ShareTree tree;
  private final KindPolicy policy;
  private final ClassKinds kinds;
  private final LeafPools pools;
  private final double[] usage;

  /** By kind: the smallest task that waits. */
  private double[] smallest = {};

  LeafQueueRatings(ShareTree tree, KindPolicy policy, ClassKinds kinds) {
    this.tree = tree;
    this.policy = policy;
    this.kinds = kinds;
    pools = new LeafPools(tree, kinds.kinds, kinds.tasks);
    usage = new double[tree.space().shares()];
  }

  @Override
  boolean changesForm(boolean hasQueues) {
    return hasQueues;
  }

  @Override
  void clear() {
    super.clear();
    pools.clear();
  }

  @Override
  void putLeaf(int member, int leaf) {
    pools.put(member, leaf);
  }

  @Override
  void putKind(int kind, int member, KindRatings child) {
    throw new IllegalStateException("a queue below a leaf queue, as its member " + member);
  }

  @Override
  void remove(int member) {
    pools.remove(member);
  }

  @Override
  void rateKinds(int queue, long[] waiting, int offset) {
    findSmallest(waiting, offset);
    reserve(pools.bound());
    for (int kind = 0; kind < pools.bound(); kind++) {
      LeafPool pool = pools.pool(kind);
      if (pool == null || pool.isEmpty()) {
        set(kind, 0.0, 0.0, 0.0, 0.0);
      } else {
        double key = key(queue, kind, pool);
        double weight = policy.divisor(tree, queue, pool.dominant());
        set(kind, key, Math.max(pool.total(), key * weight), weight, key * weight);
      }
    }
  }

  private double key(int queue, int kind, LeafPool pool) {
    double waits = smallest[kind];
    double oneTask = waits < Double.POSITIVE_INFINITY ? pool.levelOfOneTask(waits) : 0.0;
    ShortVectors.clear(usage, 0, usage.length);
    pools.attribute(Math.max(pool.level(), oneTask), usage, 0);
    double key = 0.0;
    for (int s = 0; s < usage.length; s++) {
      key = Math.max(key, usage[s] / policy.divisor(tree, queue, s));
    }
    return key;
  }

  private void findSmallest(long[] waiting, int offset) {
    if (smallest.length < kinds.kinds.count()) {
      smallest = new double[2 * kinds.kinds.count()];
    }
    Arrays.fill(smallest, Double.POSITIVE_INFINITY);
    for (int w = 0; w < kinds.words(); w++) {
      for (long bits = waiting[offset + w]; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        int kind = kinds.kind(demandClass);
        if (kind != TaskKinds.NONE) {
          smallest[kind] = Math.min(smallest[kind], kinds.together(demandClass));
        }
      }
    }
  }
}
