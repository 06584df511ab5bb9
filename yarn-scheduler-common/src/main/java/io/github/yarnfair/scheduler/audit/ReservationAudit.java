// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.audit;

import io.github.yarnfair.scheduler.gang.Reservations;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that nodes, attempts, queues and {@link Reservations} have the same reservations. */
final class ReservationAudit {
  private final QueueTree queues;
  private final ResourceVectors vectors;
  private final MachineClasses classes;
  private final List<String> violations = new ArrayList<>();

  ReservationAudit(QueueTree queues, ResourceVectors vectors) {
    this.queues = queues;
    this.vectors = vectors;
    classes = queues.ledger().classes();
  }

  /** Returns one sentence for each violated invariant. Under the scheduler's lock. */
  List<String> violations(List<ClusterNode> nodes, Reservations reservations) {
    List<Reservation> standing = reservations.all();
    Set<Reservation> known = new HashSet<>(standing);
    for (Reservation reservation : standing) {
      require(
          nodes.contains(reservation.node()) && reservation.node().reservation() == reservation,
          reservation + ", but its node does not know or is gone");
      require(
          AppAttempt.of(reservation).isCurrent()
              && AppAttempt.of(reservation).reserved().list().contains(reservation),
          reservation + ", but its attempt does not know or is gone");
      require(reservation.stands(), reservation + ", but its container has ended");
    }
    for (ClusterNode node : nodes) {
      Reservation reservation = node.reservation();
      require(
          reservation == null || known.contains(reservation),
          "%s is reserved for %s, which is unknown".formatted(node.getNodeID(), reservation));
    }
    for (Application application : queues.applications()) {
      AppAttempt attempt = application.getCurrentAppAttempt();
      require(
          attempt == null || known.containsAll(attempt.reserved().list()),
          "%s has reservations that are unknown".formatted(application.id()));
    }
    checkQueue(queues.root(), standing);
    return violations;
  }

  private void checkQueue(FairQueue queue, List<Reservation> standing) {
    List<Reservation> here =
        standing.stream().filter(reservation -> isBelow(reservation.queue(), queue)).toList();
    require(
        queue.reserved().reservations() == here.size(),
        "%s counts %d reservations, actually %d"
            .formatted(queue, queue.reserved().reservations(), here.size()));
    for (int j = 0; j < queue.reserved().amounts().length; j++) {
      int pair = j;
      long sum =
          queue.reserved().kept()[pair]
              + here.stream().mapToLong(reservation -> amount(reservation, pair)).sum();
      require(
          queue.reserved().amounts()[j] == sum,
          "%s counts %d reserved of resource %d, actually %d"
              .formatted(queue, queue.reserved().amounts()[j], j, sum));
    }
    queue.children().forEach(child -> checkQueue(child, standing));
  }

  private long amount(Reservation reservation, int pair) {
    int offset = classes.offset(classes.number(reservation.node().machineClass()));
    int type = pair - offset;
    return type >= 0 && type < vectors.length() ? reservation.amount(type) : 0;
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
