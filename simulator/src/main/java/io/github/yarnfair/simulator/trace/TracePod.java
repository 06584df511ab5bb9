// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.Arrays;

/**
 * A pod of a trace: one task, which runs on one node.
 *
 * @param queue the queue that it belongs to
 * @param demand what it needs: MiB of memory, thousandths of a CPU, whole GPUs
 * @param arrival when it is submitted, in milliseconds
 * @param duration how long it runs, in milliseconds; {@link #ENDLESS} if it never ends
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TracePod(String queue, long[] demand, long arrival, long duration) {
  /** The duration of a pod that never ends. */
  public static final long ENDLESS = TaskGroup.ENDLESS;

  /** Returns the same pod with other times. */
  public TracePod at(long newArrival, long newDuration) {
    return new TracePod(queue, demand, newArrival, newDuration);
  }

  /** Returns the name of its application within the queue: the pods of one demand. */
  String application() {
    return Arrays.toString(demand);
  }

  /** Returns how many GPUs it needs. */
  public int gpus() {
    return (int) demand[ClusterTrace.GPU];
  }

  /** Returns whether it needs several GPUs. */
  public boolean isLarge() {
    return gpus() > 1;
  }
}
