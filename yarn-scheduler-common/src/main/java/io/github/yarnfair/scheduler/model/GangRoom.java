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

import io.github.yarnfair.scheduler.resource.MachineClasses;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * Room on a node that is kept for one member of a gang until all members have room. It is not free
 * and not allocated; it counts against limits as a reservation does, and not in the share tree.
 * Immutable.
 */
public final class GangRoom {
  private final Gang gang;
  private final ClusterNode node;
  private final LeafQueue queue;
  private final Ask ask;
  private final NodeType type;
  private final long[] inTree;

  GangRoom(Gang gang, ClusterNode node, Ask ask, NodeType type) {
    this.gang = gang;
    this.node = node;
    this.ask = ask;
    this.type = type;
    queue = gang.attempt().queue();
    MachineClasses classes = queue.ledger().classes();
    inTree = classes.amounts(classes.number(node.machineClass()), ask.amounts());
  }

  public Gang gang() {
    return gang;
  }

  public ClusterNode node() {
    return node;
  }

  /** Returns the queue in which it is counted. */
  LeafQueue queue() {
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
    return "%s kept on %s for %s"
        .formatted(ask.capability(), node.getNodeID(), gang.attempt().getApplicationId());
  }
}
