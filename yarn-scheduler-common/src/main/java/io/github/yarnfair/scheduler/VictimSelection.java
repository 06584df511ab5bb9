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

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the containers that have to end for others to get what they are entitled to.
 *
 * <p>Each node asks whose turn it is, as if it were empty: that application gets the room, so for
 * that room is made, and for nobody who would have to pass it on. Under the scheduler's write lock;
 * for one look.
 */
final class VictimSelection {
  /** How many are asked on one node: a look must not cost nodes times applications. */
  private static final int MOST_ASKED = 10;

  private final ShareLedger ledger;
  private final ResourceVectors vectors;
  private final PreemptionSettings settings;
  private final Function<ApplicationId, @Nullable Application> applications;
  private final Set<RMContainer> before;
  private final ShareBalance balance;
  private final Offer offer;
  private final long[] chosenNow;
  private final Set<RMContainer> victims = new LinkedHashSet<>();

  /**
   * @param applications finds those that the scheduler has
   * @param before what was chosen when last looked: of what could end, these come first
   */
  VictimSelection(
      QueueTree queues,
      ResourceVectors vectors,
      Function<ApplicationId, @Nullable Application> applications,
      Set<RMContainer> before) {
    ledger = queues.ledger();
    settings = queues.file().preemption();
    this.vectors = vectors;
    this.applications = applications;
    this.before = before;
    balance = new ShareBalance(ledger.tree(), settings.ignoredExcess());
    offer = new Offer(vectors.length());
    chosenNow = new long[vectors.length()];
  }

  /** Returns the containers that have to end, node by node. */
  Set<RMContainer> choose(List<ClusterNode> nodes) {
    nodes.stream().filter(ClusterNode::acceptsContainers).forEach(this::chooseOn);
    return victims;
  }

  private void chooseOn(ClusterNode node) {
    offer.open(node.total(vectors));
    Room room = new Room(node);
    for (int asked = 0; asked < MOST_ASKED; asked++) {
      Application application = ledger.next(offer);
      if (application == null || !makeRoom(room, application)) {
        return;
      }
      offer.skip(application.leaf());
    }
  }

  /** Returns false if the application would take the room, but is not entitled to it. */
  private boolean makeRoom(Room room, Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null || attempt.isStopped() || attempt.refuses(room.node)) {
      return true;
    }
    for (Ask ask : application.asks()) {
      if (ask.key().getContainerToUpdate() == null
          && LocalityRules.mayEverPlace(attempt, ask.key(), room.node)) {
        if (!balance.isShort(application.leaf(), ask.amounts())) {
          return false;
        }
        room.makeFor(application, ask);
      }
    }
    return true;
  }

  /** What is free on a node, and what could be. */
  private final class Room {
    private final ClusterNode node;
    private final long[] free = new long[vectors.length()];

    private Room(ClusterNode node) {
      this.node = node;
      node.readFree(vectors, free);
    }

    /** Chooses what has to end for as many tasks as the application may gain and the node holds. */
    private void makeFor(Application application, Ask ask) {
      Deque<Victim> candidates = new ArrayDeque<>(candidates(application));
      for (int i = 0; i < ask.containers(); i++) {
        if (!makeForOne(application.leaf(), ask.amounts(), candidates)) {
          return;
        }
      }
    }

    private boolean makeForOne(int leaf, long[] task, Deque<Victim> candidates) {
      if (!balance.mayGain(leaf, task)) {
        return false;
      }
      List<Victim> chosen = new ArrayList<>();
      while (!Demand.fits(task, free, 0) && !candidates.isEmpty()) {
        Victim victim = candidates.poll();
        if (isOfUse(victim, task)
            && isWithinBudget(victim)
            && balance.mayMove(victim.leaf(), victim.amounts(), leaf, task)) {
          chosen.add(victim);
          balance.lose(victim.leaf(), victim.amounts());
          add(victim.amounts(), free, 1);
        }
      }
      if (!Demand.fits(task, free, 0)) {
        chosen.forEach(this::putBack);
        return false;
      }
      chosen.forEach(VictimSelection.this::choose);
      balance.gain(leaf, task);
      add(task, free, -1);
      return true;
    }

    private void putBack(Victim victim) {
      balance.gain(victim.leaf(), victim.amounts());
      add(victim.amounts(), free, -1);
    }

    private boolean isOfUse(Victim victim, long[] task) {
      for (int j = 0; j < task.length; j++) {
        if (task[j] > free[j] && victim.amounts()[j] > 0) {
          return true;
        }
      }
      return false;
    }

    /** What runs here and may end for an application: what is least of a loss first. */
    private List<Victim> candidates(Application application) {
      return node.getCopiedListOfRunningContainers().stream()
          .map(container -> victim(container, application))
          .flatMap(Optional::stream)
          .sorted(
              Comparator.comparing((Victim victim) -> !before.contains(victim.container()))
                  .thenComparingInt(Victim::priority)
                  .thenComparing(
                      victim -> victim.container().getContainerId(), Comparator.reverseOrder()))
          .toList();
    }
  }

  private void choose(Victim victim) {
    victims.add(victim.container());
    if (!before.contains(victim.container())) {
      add(victim.amounts(), chosenNow, 1);
    }
  }

  /** Lets at least one container be chosen, and no more than a part of the cluster. */
  private boolean isWithinBudget(Victim victim) {
    if (before.contains(victim.container())) {
      return true;
    }
    for (int j = 0; j < chosenNow.length; j++) {
      double most = settings.mostPerRound() * (double) ledger.tree().capacity(j);
      if (victim.amounts()[j] > 0 && (double) chosenNow[j] >= most) {
        return false;
      }
    }
    return true;
  }

  private static void add(long[] amounts, long[] to, int sign) {
    for (int j = 0; j < to.length; j++) {
      to[j] += sign * amounts[j];
    }
  }

  /** A container that may end for an application, or none if it must not: no master ever. */
  private Optional<Victim> victim(RMContainer container, Application gaining) {
    Application losing = applications.apply(container.getApplicationAttemptId().getApplicationId());
    AppAttempt attempt = losing == null ? null : losing.getCurrentAppAttempt();
    if (losing == null
        || attempt == null
        || losing == gaining
        || !attempt.holds(container)
        || container.isAMContainer()
        || victims.contains(container)
        || container.getExecutionType() != ExecutionType.GUARANTEED
        || !isPreemptable(losing.queue(), gaining.queue())) {
      return Optional.empty();
    }
    return Optional.of(
        new Victim(
            container,
            losing.leaf(),
            losing.getPriority().getPriority(),
            vectors.of(container.getContainer().getResource())));
  }

  private boolean isPreemptable(LeafQueue losing, LeafQueue gaining) {
    return losing == gaining
        ? settings.isWithinQueues() && losing.spec().isPreemptableWithin()
        : losing.spec().isPreemptable();
  }

  @SuppressWarnings("ArrayRecordComponent") // neither compared nor changed
  private record Victim(RMContainer container, int leaf, int priority, long[] amounts) {}
}
