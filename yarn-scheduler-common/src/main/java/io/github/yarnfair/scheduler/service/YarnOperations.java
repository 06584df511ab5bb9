// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.ask.RequestSize;
import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.jspecify.annotations.Nullable;

/** Operations of YARN's scheduler class that only its subclass may call. */
public interface YarnOperations {
  /** Takes a node's heartbeat. */
  void report(RMNode node);

  /** Takes a node's new size. */
  void resize(RMNode node, ResourceOption size);

  /** Recovers containers of a node that has come. */
  void recover(@Nullable List<NMContainerStatus> reports, RMNode node);

  /** Completes a container that this scheduler does not account for, an opportunistic one. */
  void complete(
      @Nullable RMContainer container, ContainerStatus status, RMContainerEventType event);

  /** Takes back a resize that was granted and that its master did not carry out in time. */
  void rollBackUpdate(ContainerId container);

  /** Returns how sizes that are asked for in a queue are rounded now. */
  Function<Resource, RequestSize> sizes(String queue);

  void release(List<ContainerId> containers, AppAttempt attempt);

  /** Reduces what is asked for by what was allocated and not fetched yet. */
  void autoCorrect(List<ResourceRequest> asks, AppAttempt attempt);

  void update(AppAttempt attempt, ContainerUpdates updates);

  /**
   * Returns whether containers that were allocated for a request reduce it until it is repeated.
   */
  boolean autoCorrectsAsks();

  /** Returns whether a configuration starts the monitor that preempts. */
  boolean preempts(Configuration configuration);
}
