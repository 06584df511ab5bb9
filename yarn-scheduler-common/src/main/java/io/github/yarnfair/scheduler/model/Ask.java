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
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * One request of an application as the share tree knows it. A visit to a node reads this instead of
 * YARN's records, which may already be newer. Immutable.
 */
public final class Ask {
  private final SchedulerRequestKey key;
  private final String partition;
  private final boolean isForAnywhere;
  private final boolean relaxesLocality;
  private final int containers;
  private final Resource capability;
  private final long[] amounts;

  /**
   * @param request YARN's record of it
   * @param pending how many of what size
   */
  private Ask(
      SchedulerRequestKey key,
      AppPlacementAllocator<?> request,
      PendingAsk pending,
      ResourceVectors vectors) {
    this.key = key;
    partition = request.getPrimaryRequestedNodePartition();
    isForAnywhere = LocalityRules.isForAnywhere(key, request);
    relaxesLocality = isForAnywhere || request.canDelayTo(ResourceRequest.ANY);
    containers = pending.getCount();
    capability = pending.getPerAllocationResource();
    amounts = vectors.of(capability);
  }

  private Ask(Ask like, int containers) {
    key = like.key;
    partition = like.partition;
    isForAnywhere = like.isForAnywhere;
    relaxesLocality = like.relaxesLocality;
    this.containers = containers;
    capability = like.capability;
    amounts = like.amounts;
  }

  /** Returns what is pending of a request, or null if nothing is. */
  static @Nullable Ask of(
      SchedulerRequestKey key, AppPlacementAllocator<?> request, ResourceVectors vectors) {
    PendingAsk pending = request.getPendingAsk(ResourceRequest.ANY);
    return pending.getCount() > 0 ? new Ask(key, request, pending, vectors) : null;
  }

  /** Returns this request for another number of containers; null for none. */
  @Nullable Ask withContainers(int number) {
    return number > 0 ? new Ask(this, number) : null;
  }

  /** Returns whether YARN's record is equal to this request now, except for the number pending. */
  boolean agreesWith(AppPlacementAllocator<?> request) {
    return partition.equals(request.getPrimaryRequestedNodePartition())
        && isForAnywhere == LocalityRules.isForAnywhere(key, request)
        && request.getPendingAsk(ResourceRequest.ANY).getPerAllocationResource().equals(capability);
  }

  /** Returns whether two requests are equal except for the number of containers. */
  boolean isLike(Ask other) {
    return isForAnywhere == other.isForAnywhere
        && relaxesLocality == other.relaxesLocality
        && isFor(other.key, other.partition, other.amounts);
  }

  /** Returns whether two requests are equal, including the number of containers. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ask ask && containers == ask.containers && isLike(ask);
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, containers);
  }

  /** Returns whether it is this request, for containers of this size in this partition. */
  boolean isFor(SchedulerRequestKey otherKey, String otherPartition, long[] otherAmounts) {
    return key.equals(otherKey)
        && partition.equals(otherPartition)
        && Arrays.equals(amounts, otherAmounts);
  }

  public SchedulerRequestKey key() {
    return key;
  }

  /** Returns the node label that is asked for. */
  public String partition() {
    return partition;
  }

  /**
   * Returns whether it names no place: every node is equally local, and it never waits for
   * locality.
   */
  public boolean isForAnywhere() {
    return isForAnywhere;
  }

  /** Returns whether it may be served at any place in the end. */
  boolean relaxesLocality() {
    return relaxesLocality;
  }

  int containers() {
    return containers;
  }

  public Resource capability() {
    return capability;
  }

  /** Returns what one container takes, by resource type; not to be changed. */
  public long[] amounts() {
    return amounts;
  }
}
