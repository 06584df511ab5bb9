// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.Arrays;

/**
 * Memory and vcores divided into slots, as in the DRFH paper, section VI: a slot is a part of the
 * largest node; a node has as many as its scarcer resource makes, and a task takes as many as its
 * larger need asks for. Extended resources stay what they are.
 */
final class Slots implements NodeVectors {
  private static final int SLICED = 2;

  private final long[] largest = new long[SLICED];
  private final long perLargest;
  private final int length;

  /**
   * Creates the slots of a cluster.
   *
   * @param perLargest the number of slots of a node that has the most memory and the most vcores
   */
  Slots(Workload workload, int perLargest) {
    this.perLargest = perLargest;
    length = workload.resources().size() - SLICED + 1;
    for (RunNode node : workload.nodes()) {
      Arrays.setAll(largest, j -> Math.max(largest[j], node.capacity()[j]));
    }
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public long[] of(RunNode node) {
    long slots = perLargest;
    for (int j = 0; j < SLICED; j++) {
      slots = Math.min(slots, node.capacity()[j] * perLargest / Math.max(1, largest[j]));
    }
    return withExtended(slots, node.capacity());
  }

  @Override
  public long[] of(TaskGroup group) {
    long slots = 1;
    for (int j = 0; j < SLICED; j++) {
      slots =
          Math.max(slots, -Math.floorDiv(-group.demand()[j] * perLargest, Math.max(1, largest[j])));
    }
    return withExtended(slots, group.demand());
  }

  private long[] withExtended(long slots, long[] amounts) {
    long[] vector = new long[length];
    vector[0] = slots;
    System.arraycopy(amounts, SLICED, vector, 1, length - 1);
    return vector;
  }
}
