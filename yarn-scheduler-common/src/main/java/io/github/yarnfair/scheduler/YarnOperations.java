// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.jspecify.annotations.Nullable;

/** Operations of YARN's scheduler class that only its subclass may call. */
interface YarnOperations {
  /** Completes a container that this scheduler does not account for, an opportunistic one. */
  void complete(
      @Nullable RMContainer container, ContainerStatus status, RMContainerEventType event);

  /** Takes back a resize that was granted and that its master did not carry out in time. */
  void rollBackUpdate(ContainerId container);

  /** Rounds what is asked for to what may be allocated. */
  void normalize(List<ResourceRequest> asks, String queue);

  /** Likewise for requests with placement constraints, each of which has a size. */
  void normalizeConstrained(List<SchedulingRequest> asks, String queue);

  void release(List<ContainerId> containers, AppAttempt attempt);

  /** Reduces what is asked for by what was allocated and not fetched yet. */
  void autoCorrect(List<ResourceRequest> asks, AppAttempt attempt);

  void update(AppAttempt attempt, ContainerUpdates updates);
}
