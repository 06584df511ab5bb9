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

import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.Ask;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.GangRoom;
import io.github.yarnfair.scheduler.model.Gangs;
import io.github.yarnfair.scheduler.model.Reservations;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps room for the members of a gang, one by one in the application's turns, and starts them all
 * in one hold of the lock when the last one has room. Under the scheduler's write lock.
 */
final class GangPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(GangPlacement.class);

  private final ShareLedger ledger;
  private final DemandInbox inbox;
  private final Reservations reservations;
  private final Gangs gangs;

  GangPlacement(ShareLedger ledger, DemandInbox inbox, Reservations reservations) {
    this.ledger = ledger;
    this.inbox = inbox;
    this.reservations = reservations;
    gangs = reservations.gangs();
  }

  /**
   * Reduces what an application may get to what the limits above it leave beside room that is kept
   * for gangs.
   */
  void reduce(Application application, int machineClass, long[] amounts) {
    if (gangs.keepRoom()) {
      application.queue().reduceByKept(application, machineClass, amounts);
    }
  }

  /** Returns whether a node may wait for a member of a gang; true if the request is for none. */
  boolean mayReserve(ClusterNode node, AppAttempt attempt, Ask ask) {
    Gang gang = attempt.gang();
    return gang == null
        || attempt.waitsForMaster()
        || !Gang.hasMember(ask)
        || (isPlaceable(gang, node, ask) && begin(gang));
  }

  /**
   * Keeps room on a node for one member, and starts all if that was the last one without.
   *
   * @param most how local it would be if the request were for that place alone
   * @return false if no room may be kept, or the master has changed its mind
   */
  boolean keep(Gang gang, NodeType most, ClusterNode node, Ask ask) {
    NodeType type = isPlaceable(gang, node, ask) ? gang.nearest(ask, most, node) : null;
    if (type == null || !begin(gang)) {
      return false;
    }
    gangs.keep(gang, node, ask, type);
    inbox.changed(gang.attempt());
    if (gang.isWhole()) {
      start(gang);
    } else {
      reservations.dropUnwanted(gang.attempt());
    }
    return true;
  }

  /** Members run in the partition that their request names, not as guests in another. */
  private boolean isPlaceable(Gang gang, ClusterNode node, Ask ask) {
    boolean isGuest =
        ledger.classes().kind() == MachineClasses.Kind.LABELS
            && !node.machineClass().equals(ask.partition());
    return !isGuest && gangs.mayCollect(gang) && gangs.isWithinBounds(gang, node, ask);
  }

  private boolean begin(Gang gang) {
    gangs.begin(gang).forEach(other -> inbox.changed(other.attempt()));
    return true;
  }

  /** All start or none: the attempt's lock keeps its master from changing its mind in between. */
  private void start(Gang gang) {
    AppAttempt attempt = gang.attempt();
    attempt.getWriteLock().lock();
    try {
      if (attempt.isStopped() || !gangs.recheck(gang)) {
        return;
      }
      reservations.dropReserved(attempt);
      List.copyOf(gang.rooms()).forEach(room -> start(attempt, room));
      gangs.leave(attempt);
      LOG.info("All {} containers of the {} start", gang.size(), gang);
    } finally {
      attempt.getWriteLock().unlock();
    }
    gangs.all().forEach(other -> inbox.changed(other.attempt()));
  }

  /** The others keep their room meanwhile: constraints may be about them. */
  private void start(AppAttempt attempt, GangRoom room) {
    gangs.giveUp(room);
    RMContainer container = attempt.give(room.type(), room.node(), room.ask());
    room.node().allocateContainer(container);
    ledger.charge(attempt.application(), ledger.charged(attempt, container), room.ask().amounts());
  }
}
