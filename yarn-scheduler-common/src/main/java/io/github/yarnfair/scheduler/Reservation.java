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
package io.github.yarnfair.scheduler;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * A node that waits until it has room for one request. Nothing is taken off what is free, and the
 * share tree knows nothing of it: the request is still pending and may be served elsewhere.
 */
final class Reservation {
  private final Application application;
  private final AppAttempt attempt;
  private final SchedulerRequestKey key;
  private final ClusterNode node;
  private final LeafQueue queue;
  private final RMContainer container;
  private final long[] amounts;

  /**
   * @param container in state RESERVED; its id is never used for a container that runs
   * @param amounts what the request asks for
   */
  Reservation(
      Application application,
      AppAttempt attempt,
      SchedulerRequestKey key,
      ClusterNode node,
      RMContainer container,
      long[] amounts) {
    this.application = application;
    this.attempt = attempt;
    this.key = key;
    this.node = node;
    this.container = container;
    this.amounts = amounts;
    queue = application.queue();
  }

  Application application() {
    return application;
  }

  AppAttempt attempt() {
    return attempt;
  }

  SchedulerRequestKey key() {
    return key;
  }

  ClusterNode node() {
    return node;
  }

  /** Returns the queue in which it is counted. */
  LeafQueue queue() {
    return queue;
  }

  RMContainer container() {
    return container;
  }

  Resource resource() {
    return container.getContainer().getResource();
  }

  /** Returns how much of a resource type the request asks for. */
  long amount(int type) {
    return amounts[type];
  }

  /** Returns what the request asks for; not to be changed. */
  long[] amounts() {
    return amounts;
  }

  boolean isFor(AppAttempt otherAttempt, SchedulerRequestKey otherKey) {
    return attempt.equals(otherAttempt) && key.equals(otherKey);
  }

  @Override
  public String toString() {
    return "%s of %s reserved on %s for %s"
        .formatted(container.getContainerId(), resource(), node.getNodeID(), application.id());
  }
}
