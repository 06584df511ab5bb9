// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.util.Set;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link SchedulingRequest} says of places, which is all that tells the nodes apart that it
 * may be served on: its allocation tags, by which constraints of the application and of the cluster
 * apply to it, and its own constraint.
 *
 * @param own null if the request has none
 */
public record Constraint(Set<String> tags, @Nullable PlacementConstraint own) {
  public static Constraint of(SchedulingRequest request) {
    Set<String> tags = request.getAllocationTags();
    return new Constraint(tags == null ? Set.of() : tags, request.getPlacementConstraint());
  }
}
