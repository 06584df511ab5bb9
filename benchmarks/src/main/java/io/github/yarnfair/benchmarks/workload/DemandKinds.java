// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The distinct demand vectors that occur: GiB of memory in all, CPUs in five of six, and in every
 * second one device or, in every sixth, two.
 */
public final class DemandKinds {
  /** Fewer kinds could not use two devices and none. */
  public static final int LEAST = 6;

  /** A set of kinds is a bit mask of a {@code long}; and there must be enough distinct ones. */
  static final int MOST = 48;

  static final int MEMORY = 0;
  static final int CPU = 1;
  static final int FIRST_DEVICE = 2;

  private final long[][] vectors;
  private final Demand[] endless;

  DemandKinds(int count, int resources, SplittableRandom random) {
    vectors = new long[count][];
    for (int kind = 0; kind < count; kind++) {
      do {
        vectors[kind] = vector(kind, resources, random);
      } while (indexOf(vectors[kind]) < kind);
    }
    endless = new Demand[count];
    Arrays.setAll(endless, kind -> Demand.of(vectors[kind], Demand.ENDLESS));
  }

  private static long[] vector(int kind, int resources, SplittableRandom random) {
    long[] vector = new long[resources];
    vector[MEMORY] = 1L + random.nextInt(16);
    vector[CPU] = kind % 6 == 5 ? 0 : 1L + random.nextInt(8);
    int devices = resources - FIRST_DEVICE;
    if (devices > 0 && kind % 2 == 1) {
      vector[FIRST_DEVICE + kind / 2 % devices] = 1L + random.nextInt(2);
      if (kind % 6 == 1) {
        vector[FIRST_DEVICE + random.nextInt(devices)] = 1;
      }
    }
    return vector;
  }

  private int indexOf(long[] vector) {
    int index = 0;
    while (!Arrays.equals(vectors[index], vector)) {
      index++;
    }
    return index;
  }

  public int count() {
    return vectors.length;
  }

  /** Returns a kind's vector, not a copy. */
  long[] vector(int kind) {
    return vectors[kind];
  }

  /** Returns endless demand for one kind. */
  Demand endless(int kind) {
    return endless[kind];
  }

  /** Returns endless demand for two kinds. */
  Demand endless(int first, int second) {
    return new Demand.Builder()
        .add(vectors[first], Demand.ENDLESS)
        .add(vectors[second], Demand.ENDLESS)
        .build();
  }

  /** Returns whether a task of a kind fits what an offer still has. */
  public boolean fits(int kind, Offer offer) {
    long[] vector = vectors[kind];
    for (int j = 0; j < vector.length; j++) {
      if (vector[j] > offer.free(j)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the set of kinds that fit an offer as a bit mask. */
  long fitting(Offer offer) {
    long set = 0;
    for (int kind = 0; kind < vectors.length; kind++) {
      if (fits(kind, offer)) {
        set |= 1L << kind;
      }
    }
    return set;
  }
}
