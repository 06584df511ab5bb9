// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import io.github.yarnfair.core.tree.Offer;
import java.util.SplittableRandom;

/**
 * The machines: 64, 128 or 256 GiB and 16, 32 or 64 CPUs each, four or eight devices of a type on
 * three in ten. For every kind of demand there is a machine that can hold it.
 */
public final class ClusterNodes {
  private final int resources;
  private final int count;
  private final long[] capacity;
  private final long[] free;
  private final long[] opened;

  ClusterNodes(int count, int resources, DemandKinds kinds, SplittableRandom random) {
    this.resources = resources;
    this.count = Math.max(count, kinds.count());
    capacity = new long[this.count * resources];
    opened = new long[resources];
    for (int node = 0; node < this.count; node++) {
      int at = node * resources;
      capacity[at + DemandKinds.MEMORY] = 64L << random.nextInt(3);
      capacity[at + DemandKinds.CPU] = 16L << random.nextInt(3);
      for (int j = DemandKinds.FIRST_DEVICE; j < resources; j++) {
        capacity[at + j] = random.nextInt(10) < 3 ? 4L << random.nextInt(2) : 0;
      }
      for (int j = 0; node < kinds.count() && j < resources; j++) {
        if (kinds.vector(node)[j] > 0) {
          capacity[at + j] = Math.max(capacity[at + j], 4);
        }
      }
    }
    free = capacity.clone();
  }

  public int count() {
    return count;
  }

  /** Returns what all machines have together. */
  long[] total() {
    long[] total = new long[resources];
    for (int i = 0; i < capacity.length; i++) {
      total[i % resources] += capacity[i];
    }
    return total;
  }

  long capacity(int node, int resource) {
    return capacity[node * resources + resource];
  }

  long free(int node, int resource) {
    return free[node * resources + resource];
  }

  /** Opens an offer of a machine's free resources. */
  void open(int node, Offer offer) {
    System.arraycopy(free, node * resources, opened, 0, resources);
    offer.open(opened);
  }

  boolean fits(int node, long[] amount) {
    for (int j = 0; j < resources; j++) {
      if (amount[j] > free[node * resources + j]) {
        return false;
      }
    }
    return true;
  }

  void take(int node, long[] amount) {
    for (int j = 0; j < resources; j++) {
      free[node * resources + j] -= amount[j];
    }
  }

  void giveBack(int node, long[] amount) {
    for (int j = 0; j < resources; j++) {
      free[node * resources + j] += amount[j];
    }
  }
}
