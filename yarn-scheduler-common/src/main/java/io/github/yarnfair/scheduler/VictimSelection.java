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
 * <p>Each node asks whose turn it is, as if all that may end there had ended: room is made for
 * those who get it then, and for nobody after one who would get it without being short. Whoever
 * gets it in the end, all come nearer to what they are entitled to. Under the scheduler's write
 * lock; for one look.
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
    Room room = new Room(node);
    if (room.candidates.isEmpty()) {
      return;
    }
    offer.open(room.most());
    for (int asked = 0; asked < MOST_ASKED; asked++) {
      Application application = ledger.next(offer);
      if (application == null || !makeRoom(room, application)) {
        return;
      }
      offer.skip(application.leaf());
    }
  }

  /** Returns false if the application would take whatever room there is without being short. */
  private boolean makeRoom(Room room, Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null || attempt.isStopped() || attempt.refuses(room.node)) {
      return true;
    }
    for (Ask ask : application.asks()) {
      if (ask.key().getContainerToUpdate() == null
          && LocalityRules.mayEverPlace(attempt, ask.key(), room.node)) {
        if (!balance.isShort(application.leaf())) {
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

    /** What runs here and may end: what is least of a loss first. */
    private final List<Victim> candidates;

    private Room(ClusterNode node) {
      this.node = node;
      node.readFree(vectors, free);
      candidates =
          node.getCopiedListOfRunningContainers().stream()
              .map(VictimSelection.this::candidate)
              .flatMap(Optional::stream)
              .sorted(
                  Comparator.comparing((Victim victim) -> !before.contains(victim.container()))
                      .thenComparingInt(victim -> victim.losing().getPriority().getPriority())
                      .thenComparing(
                          victim -> victim.container().getContainerId(), Comparator.reverseOrder()))
              .toList();
    }

    /** Returns what the node has of each resource of which something is, or could be, free. */
    private long[] most() {
      long[] most = node.total(vectors).clone();
      for (int j = 0; j < most.length; j++) {
        int type = j;
        if (free[j] <= 0 && candidates.stream().allMatch(victim -> victim.amounts()[type] == 0)) {
          most[j] = 0;
        }
      }
      return most;
    }

    /** Chooses what has to end for as many tasks as an application may have, and room allows. */
    private void makeFor(Application application, Ask ask) {
      int leaf = application.leaf();
      Deque<Victim> left = new ArrayDeque<>(candidates);
      int made = 0;
      while (made < ask.containers()
          && balance.mayGain(leaf, ask.amounts())
          && makeForOne(application, ask.amounts(), left)) {
        made++;
      }
    }

    private boolean makeForOne(Application gaining, long[] task, Deque<Victim> left) {
      List<Victim> chosen = new ArrayList<>();
      while (!Demand.fits(task, free, 0) && !left.isEmpty()) {
        Victim victim = left.poll();
        if (isOfUse(victim, task) && mayEnd(victim, gaining, task)) {
          chosen.add(victim);
          balance.lose(victim.losing().leaf(), victim.amounts());
          ResourceVectors.add(victim.amounts(), 1, free);
        }
      }
      if (!Demand.fits(task, free, 0)) {
        chosen.forEach(this::putBack);
        return false;
      }
      chosen.forEach(VictimSelection.this::choose);
      balance.gain(gaining.leaf(), task);
      ResourceVectors.add(task, -1, free);
      return true;
    }

    private void putBack(Victim victim) {
      balance.gain(victim.losing().leaf(), victim.amounts());
      ResourceVectors.add(victim.amounts(), -1, free);
    }

    private boolean isOfUse(Victim victim, long[] task) {
      for (int j = 0; j < task.length; j++) {
        if (task[j] > free[j] && victim.amounts()[j] > 0) {
          return true;
        }
      }
      return false;
    }
  }

  private boolean mayEnd(Victim victim, Application gaining, long[] task) {
    Application losing = victim.losing();
    return losing != gaining
        && !victims.contains(victim.container())
        && isPreemptable(losing.queue(), gaining.queue())
        && isWithinBudget(victim)
        && balance.mayMove(losing.leaf(), victim.amounts(), gaining.leaf(), task);
  }

  private void choose(Victim victim) {
    victims.add(victim.container());
    if (!before.contains(victim.container())) {
      ResourceVectors.add(victim.amounts(), 1, chosenNow);
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

  /** A container of an application that has too much, or none if it must not end: no master. */
  private Optional<Victim> candidate(RMContainer container) {
    Application losing = applications.apply(container.getApplicationAttemptId().getApplicationId());
    AppAttempt attempt = losing == null ? null : losing.getCurrentAppAttempt();
    if (losing == null
        || attempt == null
        || !attempt.holds(container)
        || container.isAMContainer()
        || container.getExecutionType() != ExecutionType.GUARANTEED
        || !balance.hasTooMuch(losing.leaf())) {
      return Optional.empty();
    }
    long[] amounts = vectors.of(container.getContainer().getResource());
    return Optional.of(new Victim(container, losing, amounts));
  }

  private boolean isPreemptable(LeafQueue losing, LeafQueue gaining) {
    return losing == gaining
        ? settings.isWithinQueues() && losing.spec().isPreemptableWithin()
        : losing.spec().isPreemptable();
  }

  @SuppressWarnings("ArrayRecordComponent") // neither compared nor changed
  private record Victim(RMContainer container, Application losing, long[] amounts) {}
}
