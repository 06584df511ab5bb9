// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.Set;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** Requests with placement constraints, as masters make them. */
public final class ConstrainedRequests {
  private ConstrainedRequests() {}

  /**
   * Returns a request for containers with a tag; its key is the tag's hash code, so that a request
   * for the same tag replaces it.
   *
   * @param constraint null for none
   */
  public static SchedulingRequest tagged(
      String tag, Resource shape, int count, @Nullable AbstractConstraint constraint) {
    return of(Math.abs(tag.hashCode()), 1, Set.of(tag), shape, count, constraint);
  }

  /**
   * @param id the allocation request id, which with the priority makes the request's key
   * @param constraint null for none
   */
  public static SchedulingRequest of(
      long id,
      int priority,
      Set<String> tags,
      Resource shape,
      int count,
      @Nullable AbstractConstraint constraint) {
    return SchedulingRequest.newInstance(
        id,
        Priority.newInstance(priority),
        ExecutionTypeRequest.newInstance(ExecutionType.GUARANTEED),
        tags,
        ResourceSizing.newInstance(count, Resources.clone(shape)),
        constraint == null ? null : constraint.build());
  }

  /** Returns a request that withdraws another. */
  public static SchedulingRequest withdrawn(SchedulingRequest pending) {
    return SchedulingRequest.newInstance(
        pending.getAllocationRequestId(),
        pending.getPriority(),
        pending.getExecutionType(),
        pending.getAllocationTags(),
        ResourceSizing.newInstance(0, pending.getResourceSizing().getResources()),
        pending.getPlacementConstraint());
  }
}
