// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an adapter answers to an event.
 *
 * @param preemptions the tasks that end now, before those that start; they are pending again
 * @param placements the tasks that start now, in their order
 * @param supports to a cluster: what it needs that the adapter can do; if that is not all, the case
 *     ends there
 */
public record Answer(List<Placement> preemptions, List<Placement> placements, Set<Need> supports) {
  /** Nothing starts. */
  public static final Answer NOTHING = of(List.of());

  /** Returns the answer that tasks start. */
  public static Answer of(List<Placement> placements) {
    return new Answer(List.of(), placements, Set.of());
  }

  /**
   * Returns the answer to a cluster.
   *
   * @param able all that the adapter can do
   */
  public static Answer to(Event.Cluster cluster, Set<Need> able) {
    return new Answer(
        List.of(),
        List.of(),
        cluster.needs().stream().filter(able::contains).collect(Collectors.toUnmodifiableSet()));
  }
}
