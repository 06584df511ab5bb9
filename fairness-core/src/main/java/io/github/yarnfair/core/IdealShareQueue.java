/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue of the fluid allocation. Since all children start empty and the least key is served, all
 * those that still grow have the same key, the queue's {@code level}.
 *
 * <p>Each queue has a clock of its own, on which its level rises at rate 1; a child queue's clock
 * runs {@link #pace} times as fast, just so that its key keeps up. Exception: if the key of a child
 * queue does not react to growth, because what it receives is not its dominant resource, that child
 * stays least, receives everything and the level stands still.
 */
final class IdealShareQueue {
  /** Relative difference below which two amounts count as equal. */
  private static final double TOLERANCE = 1e-10;

  private final double weight;
  private final double[] limit;
  private final List<IdealShareQueue> queues;
  private final IdealShareLeaves leaves;
  private final boolean[] exhausted;
  private final double[] usage;
  private final double[] rate;
  private double level;
  private double response;
  private @Nullable IdealShareQueue unresponsive;

  /** Whether anything has changed here or below since the flow was directed last. */
  private boolean isStale = true;

  /**
   * Creates an empty queue.
   *
   * @param limit the most it may hold of each resource as fractions of the cluster, +∞ for no limit
   */
  IdealShareQueue(
      double weight, double[] limit, List<IdealShareQueue> queues, List<IdealShareLeaf> leaves) {
    this.weight = weight;
    this.limit = limit;
    this.queues = new ArrayList<>(queues);
    this.leaves = new IdealShareLeaves(limit.length, leaves);
    exhausted = new boolean[limit.length];
    usage = new double[limit.length];
    rate = new double[limit.length];
  }

  /** Returns whether something below can still grow. */
  boolean isGrowing() {
    return !queues.isEmpty() || !leaves.isEmpty();
  }

  /** Stops what is satisfied or out of a resource. */
  void settle() {
    if (!isStale) {
      return;
    }
    for (int j = 0; j < limit.length; j++) {
      if (!exhausted[j] && usage[j] >= limit[j] * (1 - TOLERANCE)) {
        block(j);
      }
    }
    leaves.satisfy(level * (1 + TOLERANCE));
    for (IdealShareQueue queue : queues) {
      queue.settle();
    }
    queues.removeIf(queue -> !queue.isGrowing());
  }

  /** Computes from the leaves up where the flow goes and how each key reacts. */
  void direct() {
    if (!isStale) {
      return;
    }
    isStale = false;
    unresponsive = null;
    for (IdealShareQueue queue : queues) {
      queue.direct();
      if (unresponsive == null && queue.response == 0) {
        unresponsive = queue;
      }
    }
    for (int j = 0; j < rate.length; j++) {
      rate[j] = unresponsive == null ? sharedRate(j) : unresponsive.rate[j];
    }
    double dominant = dominantThreshold();
    response = 0.0;
    for (int j = 0; j < rate.length; j++) {
      if (usage[j] >= dominant) {
        response = Math.max(response, rate[j]);
      }
    }
  }

  /** Returns the time on this queue's clock until the directions change here or below. */
  double untilEvent() {
    double time = unresponsive == null ? leaves.nextFinalKey() - level : Double.POSITIVE_INFINITY;
    double dominant = dominantThreshold();
    for (int j = 0; j < rate.length; j++) {
      if (rate[j] > 0) {
        time = Math.min(time, (limit[j] - usage[j]) / rate[j]);
      }
      if (usage[j] < dominant && rate[j] > response * (1 + TOLERANCE)) {
        time = Math.min(time, (dominantShare() - usage[j]) / (rate[j] - response));
      }
    }
    for (IdealShareQueue queue : queues) {
      double pace = pace(queue);
      if (pace > 0) {
        time = Math.min(time, queue.untilEvent() / pace);
      }
    }
    return time;
  }

  /** Lets the fluid flow for a time on this queue's clock. */
  void advance(double time) {
    isStale = true;
    for (int j = 0; j < usage.length; j++) {
      usage[j] += rate[j] * time;
    }
    if (unresponsive == null) {
      level += time;
    }
    for (IdealShareQueue queue : queues) {
      double pace = pace(queue);
      if (pace > 0) {
        queue.advance(time * pace);
      }
    }
  }

  private void block(int resource) {
    isStale = true;
    exhausted[resource] = true;
    leaves.block(resource, level);
    for (IdealShareQueue queue : queues) {
      queue.block(resource);
    }
  }

  private double pace(IdealShareQueue queue) {
    if (unresponsive == null) {
      return queue.weight / queue.response;
    }
    return queue == unresponsive ? 1.0 : 0.0;
  }

  private double sharedRate(int resource) {
    double sum = leaves.rate(resource);
    for (IdealShareQueue queue : queues) {
      sum += pace(queue) * queue.rate[resource];
    }
    return sum;
  }

  private double dominantShare() {
    double share = 0.0;
    for (double held : usage) {
      share = Math.max(share, held);
    }
    return share;
  }

  /** Returns the usage from which a resource counts as one of the dominant ones. */
  private double dominantThreshold() {
    return dominantShare() * (1 - TOLERANCE);
  }
}
