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

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.Ask;
import io.github.yarnfair.scheduler.model.AskGroups;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FatalErrors;
import io.github.yarnfair.scheduler.model.LocalityRules;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt.AMState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The assignment of one node's free resources during a heartbeat. The share tree selects the
 * application; this class checks whether that application can be served here (size, limits,
 * locality, blacklist, partition). It never ranks. One object serves all visits.
 */
final class NodeVisit {
  private static final Logger LOG = LoggerFactory.getLogger(NodeVisit.class);

  private final ShareLedger ledger;
  private final DemandInbox inbox;
  private final Consumer<AppAttempt> demandChanged;
  private final SchedulerSettings settings;
  private final LocalityRules locality;
  private final ResourceVectors vectors;
  private final Offer offer;
  private long[] total = {};
  private final long[] free;
  private final long[] room;
  private final long[] scratch;

  // Set by begin(), before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private ClusterNode node;

  private int clusterNodes;
  private int placed;
  private boolean turns;

  /** Whether the share tree knows each application's demand classes, if not their task counts. */
  private boolean demandIsKnown;

  /**
   * @param demandChanged called for each attempt whose demand was updated in the share tree
   */
  NodeVisit(
      QueueTree queues,
      DemandInbox inbox,
      ResourceVectors vectors,
      Consumer<AppAttempt> demandChanged) {
    this.ledger = queues.ledger();
    this.inbox = inbox;
    this.vectors = vectors;
    this.demandChanged = demandChanged;
    settings = queues.file().settings();
    locality = new LocalityRules(settings);
    offer = new Offer(vectors.length());
    free = new long[vectors.length()];
    room = new long[vectors.length()];
    scratch = new long[vectors.length()];
  }

  void begin(ClusterNode visited, int nodes) {
    node = visited;
    clusterNodes = nodes;
    placed = 0;
    demandIsKnown = false;
    node.readFree(vectors, free);
    total = node.total(vectors);
    locality.open();
  }

  ClusterNode node() {
    return node;
  }

  int clusterNodes() {
    return clusterNodes;
  }

  int placed() {
    return placed;
  }

  boolean nothingIsFree() {
    for (long amount : free) {
      if (amount > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a resource that is needed is exhausted. An application that needs it is
   * blocked, as in the papers, however much is free of the others.
   */
  boolean isExhausted(long[] needed) {
    for (int j = 0; j < free.length; j++) {
      if (needed[j] > 0 && free[j] <= 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns what is free, by resource type; negative on an over-committed node. Not a copy. */
  long[] free() {
    return free;
  }

  /** Returns the node's total by resource type. Not a copy. */
  long[] total() {
    return total;
  }

  // ------------------------------------------------------------------------------------ offers

  /** Offers the free resources less those that a reservation needs. */
  void openFree(@Nullable Reservation withheld) {
    for (int j = 0; j < free.length; j++) {
      scratch[j] = withheld == null ? free[j] : free[j] - withheld.amount(j);
    }
    offer.open(scratch);
    turns = false;
  }

  /**
   * Offers the node's total of each resource that is not exhausted on it. The selection then names
   * the application whose turn it is among those that the node could serve once containers end.
   */
  void openTurns() {
    for (int j = 0; j < free.length; j++) {
      scratch[j] = free[j] > 0 ? total[j] : 0;
    }
    offer.open(scratch);
    turns = true;
  }

  boolean mayPlaceMore() {
    if (!settings.multipleAssignmentsEnabled()) {
      return placed == 0;
    }
    int most = settings.maximumContainerAssignments();
    return most < 0 || placed < most;
  }

  /** Applies the pending changes of application masters' requests. */
  void update() {
    inbox.drain(ledger, demandChanged);
    demandIsKnown = true;
  }

  /** Returns the application whose turn it is, or null if none can use the offer. */
  @Nullable Application next() {
    if (!demandIsKnown) {
      update();
    }
    return ledger.next(offer);
  }

  /** Counts an application as blocked for the rest of the offer. */
  void skip(Application application) {
    offer.skip(application.leaf());
  }

  /**
   * Offers what is free until no application can use the rest or the heartbeat's limit is reached.
   *
   * @param withheld a reservation whose resources are not offered, null for none
   * @return whether no application can use the rest
   */
  boolean serveAll(@Nullable Reservation withheld) {
    openFree(withheld);
    while (mayPlaceMore()) {
      Application application = next();
      if (application == null) {
        return true;
      }
      serveOrSkip(application);
    }
    return false;
  }

  /**
   * Places the first of an application's requests that fits the offer; skips the application if
   * none does.
   */
  void serveOrSkip(Application application) {
    if (!serveGuarded(application)) {
      skip(application);
    }
  }

  /** One application's failure costs that application its turn, and the others nothing. */
  private boolean serveGuarded(Application application) {
    try {
      return serve(application);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} could not be served on {}; the others are", application.id(), node, e);
      return false;
    }
  }

  private boolean serve(Application application) {
    AppAttempt attempt = candidate(application);
    if (attempt == null) {
      return false;
    }
    for (AskGroups.Group alike : application.asks().alike()) {
      if (fitsOffer(alike.first()) && placeOneOf(application, attempt, alike)) {
        return true;
      }
    }
    return false;
  }

  private boolean placeOneOf(Application application, AppAttempt attempt, AskGroups.Group alike) {
    for (Ask ask : alike.asks().values()) {
      if (place(application, attempt, ask)) {
        return true;
      }
      if (placement(attempt, ask) == null) {
        return false; // nor is the place right for the others
      }
    }
    return false;
  }

  // ------------------------------------------------------------------------- one application

  /** Returns the attempt that may be served here, or null; {@link #fitsOffer} is then about it. */
  @Nullable AppAttempt candidate(Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null || attempt.isStopped() || attempt.refuses(node)) {
      return null;
    }
    ledger.tree().room(application.leaf(), offer, room);
    return attempt;
  }

  /** Returns whether one container of a request fits the offer within the limits above. */
  boolean fitsOffer(Ask ask) {
    return Demand.fits(ask.amounts(), room, 0);
  }

  /** Returns whether one container of a request fits what is free. */
  boolean isFree(Ask ask) {
    return Demand.fits(ask.amounts(), free, 0);
  }

  /**
   * Returns whether one container of a request would fit the node if all other applications left
   * it. On a node that the application fills by itself a larger request never finds room.
   */
  boolean fitsBesideItsOwn(Application application, Ask ask) {
    for (int j = 0; j < total.length; j++) {
      scratch[j] = total[j] - ledger.tree().usage(application.leaf(), j);
    }
    if (Demand.fits(ask.amounts(), scratch, 0)) {
      return true; // even if all that it holds anywhere were here
    }
    long[] own = node.usage(application, vectors);
    for (int j = 0; j < total.length; j++) {
      scratch[j] = total[j] - own[j];
    }
    return Demand.fits(ask.amounts(), scratch, 0);
  }

  /**
   * Returns how local a container for a request would be here, or null if it must not be placed
   * here (yet).
   */
  @Nullable NodeType placement(AppAttempt attempt, Ask ask) {
    return locality.placement(attempt, ask, node, clusterNodes);
  }

  /**
   * Gives an attempt one container for a request that fits what is free.
   *
   * @return false if the request must not be placed here (yet), or is not wanted any more
   */
  boolean place(Application application, AppAttempt attempt, Ask ask) {
    NodeType type = placement(attempt, ask);
    if (type == null) {
      return false;
    }
    boolean forMaster = attempt.waitsForMaster();
    RMContainer container = attempt.allocate(type, node, ask);
    if (container == null) {
      return false;
    }
    node.allocateContainer(container);
    ledger.charge(application, ask.amounts());
    take(ask.amounts());
    placed++;
    inbox.changed(attempt, ask.key());
    demandIsKnown &= attempt.reserved().wantsMore(ask.key());
    if (forMaster) {
      attempt.updateAMContainerDiagnostics(AMState.ASSIGNED, null);
    }
    LOG.debug("{} placed on {} for {}", container, node, application.id());
    return true;
  }

  private void take(long[] wanted) {
    for (int j = 0; j < free.length; j++) {
      free[j] -= wanted[j];
      boolean exhausted = wanted[j] > 0 && free[j] == 0;
      scratch[j] = !turns ? wanted[j] : exhausted ? offer.free(j) : 0;
    }
    offer.take(scratch);
  }
}
