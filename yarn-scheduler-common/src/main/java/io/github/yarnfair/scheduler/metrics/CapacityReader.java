// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a queue's capacities only after a change of them: metrics are flushed every few heartbeats,
 * and to read the capacities makes a dozen objects for figures that rarely change.
 */
final class CapacityReader {
  private volatile @Nullable Supplier<QueueCapacities> source;
  private volatile boolean isStale = true;
  private @Nullable QueueCapacities last;

  /** Sets where capacities are read from, in place of the queue of an earlier refresh. */
  void setSource(@Nullable Supplier<QueueCapacities> current) {
    source = current;
    isStale = true;
  }

  /** Called by any thread, after each change. */
  void changed() {
    isStale = true;
  }

  /** Returns the capacities, null without a source. One thread at a time. */
  @Nullable QueueCapacities current() {
    if (isStale) {
      // Before reading: a change meanwhile is read the next time.
      isStale = false;
      Supplier<QueueCapacities> from = source;
      last = from == null ? null : from.get();
    }
    return last;
  }
}
