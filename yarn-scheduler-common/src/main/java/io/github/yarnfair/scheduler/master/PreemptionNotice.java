// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * The notices of preempted containers for an application master: first the amount that it is asked
 * to give back, with containers of which it may keep some and release others; then, once the wait
 * is over, the containers that end in any case. Any thread.
 */
public final class PreemptionNotice {
  private final Map<ContainerId, Resource> negotiable = new ConcurrentHashMap<>();
  private final Set<ContainerId> strict = ConcurrentHashMap.newKeySet();

  /** Asks for a container, or as much of others. */
  public void ask(RMContainer container) {
    negotiable.put(container.getContainerId(), container.getContainer().getResource());
  }

  /** Announces that this very container ends. */
  public void insist(RMContainer container) {
    strict.add(container.getContainerId());
    negotiable.remove(container.getContainerId());
  }

  /** Withdraws what was said of a container, which is spared or has ended. */
  public void withdraw(ContainerId container) {
    negotiable.remove(container);
    strict.remove(container);
  }

  /** Returns the containers that end in any case; null if there is none. A copy. */
  public @Nullable Set<ContainerId> strict() {
    Set<ContainerId> copy = Set.copyOf(strict);
    return copy.isEmpty() ? null : copy;
  }

  /** Returns the containers that are asked for, with their resources. A copy. */
  public Map<ContainerId, Resource> negotiable() {
    return new HashMap<>(negotiable);
  }

  /**
   * Returns how much is asked for: a request for each size of container, for anywhere. The priority
   * is undefined, as CapacityScheduler's is.
   */
  public static List<ResourceRequest> requests(Map<ContainerId, Resource> negotiable) {
    if (negotiable.isEmpty()) {
      return List.of(); // as mostly: each answer to a master asks
    }
    Map<Resource, Integer> counts = new TreeMap<>();
    negotiable.values().forEach(size -> counts.merge(size, 1, Integer::sum));
    return counts.entrySet().stream()
        .map(
            size ->
                ResourceRequest.newBuilder()
                    .priority(Priority.UNDEFINED)
                    .resourceName(ResourceRequest.ANY)
                    .capability(size.getKey())
                    .numContainers(size.getValue())
                    .build())
        .toList();
  }
}
