// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.master;

import io.github.yarnfair.host.SchedulerHost;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;

/**
 * An application master with endless tasks of one size: for each container that it is given it asks
 * for another.
 */
public final class Master {
  /** As good as endless: no heartbeat gives this many containers. */
  private static final int ASKED = 10_000;

  private static final int MOST_ON_A_NODE = 2;
  private static final String TAG = "task";
  private static final Priority PRIORITY = Priority.newInstance(1);

  private final SchedulerHost host;
  private final ApplicationAttemptId attempt;
  private final Resource task;
  private final String label;
  private final boolean isConstrained;

  /**
   * @param label of the partition in which its tasks run; blank: that of the nodes without a label
   * @param isConstrained whether it asks for at most {@link #MOST_ON_A_NODE} containers on a node;
   *     then without the label
   */
  public Master(
      SchedulerHost host,
      ApplicationAttemptId attempt,
      Resource task,
      String label,
      boolean isConstrained) {
    this.host = host;
    this.attempt = attempt;
    this.task = task;
    this.label = label;
    this.isConstrained = isConstrained;
  }

  /** Fetches what was given and asks for as much again in the same call; returns the containers. */
  public List<Container> allocate() {
    return ask(ASKED);
  }

  /** Asks for nothing any more. Everything that was given must have been fetched. */
  public void withdraw() {
    ask(0);
  }

  private List<Container> ask(int containers) {
    if (isConstrained) {
      return host.allocateConstrained(attempt, List.of(constrained(containers)));
    }
    ResourceRequest request =
        ResourceRequest.newInstance(
            PRIORITY, ResourceRequest.ANY, task, containers, true, label.isEmpty() ? null : label);
    return host.allocate(attempt, List.of(request), List.of());
  }

  private SchedulingRequest constrained(int containers) {
    return SchedulingRequest.newInstance(
        1,
        PRIORITY,
        ExecutionTypeRequest.newInstance(),
        Set.of(TAG),
        ResourceSizing.newInstance(containers, task),
        PlacementConstraints.cardinality(PlacementConstraints.NODE, 0, MOST_ON_A_NODE - 1, TAG)
            .build());
  }
}
