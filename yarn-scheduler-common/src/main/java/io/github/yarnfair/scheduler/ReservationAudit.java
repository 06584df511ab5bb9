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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;

/** Checks that nodes, attempts, queues and the book of reservations tell the same story. */
final class ReservationAudit {
  private final QueueTree queues;
  private final ResourceVectors vectors;
  private final List<String> violations = new ArrayList<>();

  ReservationAudit(QueueTree queues, ResourceVectors vectors) {
    this.queues = queues;
    this.vectors = vectors;
  }

  /** Returns one sentence for each violated invariant. Under the scheduler's lock. */
  List<String> violations(List<ClusterNode> nodes, Reservations reservations) {
    List<Reservation> standing = reservations.all();
    Set<RMContainer> known = new HashSet<>();
    for (Reservation reservation : standing) {
      known.add(reservation.container());
      require(
          nodes.contains(reservation.node())
              && reservation.node().reservation() == reservation
              && reservation.node().getReservedContainer() == reservation.container(),
          reservation + ", but its node does not know or is gone");
      require(
          reservation.attempt().equals(reservation.application().getCurrentAppAttempt())
              && reservation.attempt().getReservedContainers().contains(reservation.container()),
          reservation + ", but its attempt does not know or is gone");
      require(
          reservation.container().getState() == RMContainerState.RESERVED,
          reservation + ", but its container is " + reservation.container().getState());
    }
    for (ClusterNode node : nodes) {
      RMContainer container = node.getReservedContainer();
      require(
          container == null || known.contains(container),
          "%s is reserved for %s, which is unknown".formatted(node.getNodeID(), container));
    }
    for (Application application : queues.applications()) {
      AppAttempt attempt = application.getCurrentAppAttempt();
      require(
          attempt == null || known.containsAll(attempt.getReservedContainers()),
          "%s has reservations that are unknown".formatted(application.id()));
    }
    checkQueue(queues.root(), standing);
    return violations;
  }

  private void checkQueue(FairQueue queue, List<Reservation> standing) {
    List<Reservation> here =
        standing.stream().filter(reservation -> isBelow(reservation.queue(), queue)).toList();
    require(
        queue.reservations() == here.size(),
        "%s counts %d reservations, actually %d"
            .formatted(queue, queue.reservations(), here.size()));
    for (int j = 0; j < vectors.length(); j++) {
      int type = j;
      long sum = here.stream().mapToLong(reservation -> reservation.amount(type)).sum();
      require(
          queue.reserved(j) == sum,
          "%s counts %d reserved of resource %d, actually %d"
              .formatted(queue, queue.reserved(j), j, sum));
    }
    queue.children().forEach(child -> checkQueue(child, standing));
  }

  private static boolean isBelow(FairQueue queue, FairQueue top) {
    return queue == top || queue.getQueueName().startsWith(top.getQueueName() + ".");
  }

  private void require(boolean holds, String violation) {
    if (!holds) {
      violations.add(violation);
    }
  }
}
