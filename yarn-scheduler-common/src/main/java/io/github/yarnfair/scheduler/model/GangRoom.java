// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Room on a node that is kept for one member of a gang until all members have room. It is not free
 * and not allocated; it counts against limits as a reservation does. In the share tree the member
 * is a task that is not to be served now: the queue does not hold it yet. Immutable.
 */
public final class GangRoom {
  private final ApplicationId application;
  private final FairQueue queue;
  private final ClusterNode node;
  private final Ask ask;
  private final NodeType type;
  private final long[] inTree;

  /**
   * @param application whose container will start here
   * @param queue in which the room is counted
   */
  public GangRoom(
      ApplicationId application, FairQueue queue, ClusterNode node, Ask ask, NodeType type) {
    this.application = application;
    this.queue = queue;
    this.node = node;
    this.ask = ask;
    this.type = type;
    MachineClasses classes = queue.ledger().classes();
    inTree = classes.amounts(classes.number(node.machineClass()), ask.amounts());
  }

  public ClusterNode node() {
    return node;
  }

  /** Returns the queue in which it is counted. */
  public FairQueue queue() {
    return queue;
  }

  /** Returns the request whose container will start here. */
  public Ask ask() {
    return ask;
  }

  SchedulerRequestKey key() {
    return ask.key();
  }

  /** Returns how local the container will be. */
  public NodeType type() {
    return type;
  }

  public Resource resource() {
    return ask.capability();
  }

  /** Returns what is kept, by resource type; not to be changed. */
  public long[] amounts() {
    return ask.amounts();
  }

  /** Returns what is kept, in the share tree's amounts; not to be changed. */
  public long[] inTree() {
    return inTree;
  }

  @Override
  public String toString() {
    return "%s kept on %s for %s".formatted(ask.capability(), node.getNodeID(), application);
  }
}
