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
package io.github.yarnfair.scheduler.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.jspecify.annotations.Nullable;

/** Unflushed changes of one queue's metrics, by partition and user. Any thread. */
final class ChangeBatch {
  private final Map<String, Map<String, MetricChanges>> byPartition = new HashMap<>();

  /** The entry used last: most changes are of the same user as the one before. */
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
