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

import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/** A NodeManager as the scheduler sees it: what it has, what runs on it, what is free. */
final class ClusterNode extends SchedulerNode {

  ClusterNode(RMNode node, boolean usePortForNodeName, Set<String> labels) {
    super(node, usePortForNodeName, labels);
  }

  /**
   * Returns whether new containers may be placed here. A node that is being decommissioned is
   * shrunk to what it runs, but one event late: until then it must not be filled again.
   */
  boolean acceptsContainers() {
    return getRMNode().getState() == NodeState.RUNNING;
  }

  @Override
  public void reserveResource(
      SchedulerApplicationAttempt attempt, SchedulerRequestKey key, RMContainer container) {
    throw new UnsupportedOperationException("this scheduler makes no reservations");
  }

  @Override
  public void unreserveResource(SchedulerApplicationAttempt attempt) {
    throw new UnsupportedOperationException("this scheduler makes no reservations");
  }
}
