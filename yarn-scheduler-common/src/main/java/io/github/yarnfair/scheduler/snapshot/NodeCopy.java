// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * A node that accepts containers, with what was free on it and what applications of a snapshot held
 * there.
 *
 * @param machineClass its number among the classes of the snapshot's queues
 * @param free by resource type, without what is kept for gangs
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NodeCopy(ClusterNode node, int machineClass, long[] free, List<Held> held) {

  /**
   * A container with its size and priority of that time.
   *
   * @param leaf of its application in the snapshot's share tree
   * @param machineClass in which it is charged
   */
  public record Held(
      RMContainer container,
      AppAttempt attempt,
      int leaf,
      int priority,
      Resource size,
      int machineClass) {}
}
