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
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.Reservations;
import io.github.yarnfair.scheduler.resource.ResourceVectors;

/** Assigns a node's free resources, with the configured node headroom. */
public final class ContainerAssigner {
  private final NodeHeadroom headroom;
  private final NodeVisit visit;

  public ContainerAssigner(
      QueueTree queues,
      DemandInbox inbox,
      ResourceVectors vectors,
      HeadroomSettings settings,
      Reservations reservations) {
    headroom =
        switch (settings.mode()) {
          case RESERVATION -> new ReservationHeadroom(settings, reservations);
          case LARGEST_TASK -> new LargestTaskHeadroom(settings, vectors);
          case NONE -> new NoHeadroom();
        };
    visit = new NodeVisit(queues, inbox, vectors, headroom::demandChanged);
  }

  /** Applies the pending changes of application masters' requests. */
  public void update() {
    visit.update();
  }

  /**
   * Places containers on a node until no application can use what is left or the heartbeat's limit
   * is reached.
   *
   * @param clusterNodes number of registered nodes
   * @param now the scheduler's clock, in milliseconds
   * @return the number of containers placed
   */
  public int assign(ClusterNode node, int clusterNodes, long now) {
    visit.begin(node, clusterNodes);
    headroom.serve(visit, now);
    return visit.placed();
  }
}
