// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.jspecify.annotations.Nullable;

/** Unflushed changes of one queue's metrics, by partition and user. Any thread. */
final class ChangeBatch {
  @GuardedBy("this")
  private final Map<String, Map<String, MetricChanges>> byPartition = new HashMap<>();

  /** The entry used last: most changes are of the same user as the one before. */
  @GuardedBy("this")
  private @Nullable MetricChanges latest;

  /**
   * Adds a change.
   *
   * @param partition the label; null or "" for nodes without one
   * @param change receives the unflushed changes of that partition and user, to add to
   */
  synchronized void change(
      @Nullable String partition, String user, Consumer<MetricChanges> change) {
    String label = partition == null ? RMNodeLabelsManager.NO_LABEL : partition;
    MetricChanges known = latest;
    if (known == null || !known.isOf(label, user)) {
      known =
          byPartition
              .computeIfAbsent(label, l -> new HashMap<>())
              .computeIfAbsent(user, u -> new MetricChanges(label, u));
      latest = known;
    }
    change.accept(known);
  }

  /** Removes and returns all changes. */
  synchronized List<MetricChanges> take() {
    List<MetricChanges> taken =
        byPartition.values().stream().flatMap(users -> users.values().stream()).toList();
    byPartition.clear();
    latest = null;
    return taken;
  }
}
