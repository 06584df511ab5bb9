// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * The usage of each application on one node: the sum of its guaranteed containers over all
 * attempts.
 */
public final class NodeUsage {
  private final ResourceVectors vectors;
  private final long[] nothing;
  private final long[] amounts;
  private final Map<ApplicationId, long[]> held = new HashMap<>();

  public NodeUsage(ResourceVectors vectors, List<RMContainer> running) {
    this.vectors = vectors;
    nothing = new long[vectors.length()];
    amounts = new long[vectors.length()];
    running.forEach(container -> add(container.getContainer()));
  }

  public void add(Container container) {
    change(container, 1);
  }

  /** Subtracts a container that was added, at its current size. */
  public void remove(Container container) {
    change(container, -1);
  }

  private void change(Container container, int sign) {
    if (container.getExecutionType() != ExecutionType.GUARANTEED) {
      return;
    }
    ApplicationId application = container.getId().getApplicationAttemptId().getApplicationId();
    long[] sum = held.computeIfAbsent(application, any -> new long[vectors.length()]);
    vectors.read(container.getResource(), amounts);
    boolean isNothing = true;
    for (int j = 0; j < sum.length; j++) {
      sum[j] += sign * amounts[j];
      isNothing &= sum[j] == 0;
    }
    if (isNothing) {
      held.remove(application);
    }
  }

  /** Returns what an application holds, by resource type. Not a copy. */
  public long[] of(ApplicationId application) {
    return held.getOrDefault(application, nothing);
  }

  public boolean isSameAs(NodeUsage other) {
    return held.keySet().equals(other.held.keySet())
        && held.entrySet().stream()
            .allMatch(entry -> Arrays.equals(entry.getValue(), other.of(entry.getKey())));
  }
}
