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
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.scheduler.conf.NodeChoiceSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.Ask;
import io.github.yarnfair.scheduler.model.AskGroups;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FatalErrors;
import io.github.yarnfair.scheduler.model.ShareLedger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns the free resources of all nodes that have reported: the share tree selects the
 * application, a score the node (DRFH, section V-B: progressive filling, best fit).
 *
 * <pre>
 *   what fits some node ──► the share tree selects ──► the first request that fits
 *          ▲                                                │
 *          │                                                ▼
 *   NodeIndex ◄── what is left ◄── NodeVisit places ◄── NodeSearch: the best node for it
 * </pre>
 *
 * <p>An application of which no task fits any node is blocked, as in the papers. A node is looked
 * at again before it gets a container: it may be overdue, gone, or have less than it reported.
 * Under the scheduler's write lock, for at most {@link NodeChoiceSettings#maximumContainers}
 * containers.
 */
final class ClusterPass {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterPass.class);
  private static final long MIX_MILLIS = 1_000;

  /** Opportunities to run locally that a request can miss in one pass; most wait for 40. */
  private static final int MOST_MISSED = 100;

  private final ShareLedger ledger;
  private final DemandIntake demand;
  private final NodeHeadroom headroom;
  private final NodeChoiceSettings settings;
  private final NodeVisit target;
  private final NodeSearch search;
  private final Map<String, OfferedPartition> partitions = new LinkedHashMap<>();
  private final long[] clusterTotal;
  private final long[] room;
  private final long[] nothing;
  private int clusterNodes;
  private long now;
  private int reports;
  private long lastPass;
  private long lastMix = Long.MIN_VALUE / 2;
  private boolean isCutShort = true;

  /**
   * @param target places the containers; of this pass alone
   */
  ClusterPass(
      ShareLedger ledger,
      DemandIntake demand,
      NodeHeadroom headroom,
      NodeChoiceSettings settings,
      NodeVisit target,
      NodeSearch search) {
    this.ledger = ledger;
    this.demand = demand;
    this.headroom = headroom;
    this.settings = settings;
    this.target = target;
    this.search = search;
    int resources = ledger.tree().resourceCount();
    clusterTotal = new long[resources];
    room = new long[resources];
    nothing = new long[resources];
  }

  /**
   * Takes in what is free on a node that has reported.
   *
   * @param time the scheduler's clock, in milliseconds
   */
  void report(NodeVisit visit, long time) {
    ClusterNode node = visit.node();
    OfferedPartition own = partition(node.getPartition());
    for (OfferedPartition partition : partitions.values()) {
      if (partition != own) {
        partition.remove(node);
      }
    }
    own.report(node, visit.offer().total(), available(visit, time), time);
    reports++;
  }

  private OfferedPartition partition(String name) {
    OfferedPartition known = partitions.get(name);
    if (known == null) {
      int resources = nothing.length;
      known = new OfferedPartition(name, resources, settings.choice().newScore(resources));
      partitions.put(name, known);
      lastMix = Long.MIN_VALUE / 2;
    }
    return known;
  }

  /** Returns what a node may give to tasks: not what it keeps for a larger one. */
  private long[] available(NodeVisit visit, long time) {
    ClusterNode node = visit.node();
    return headroom.holdsBack(visit, time)
        ? nothing
        : visit.offer().available(node.isOpenToAll() ? null : node.reservation());
  }

  /** Removes a node that has left the cluster. */
  void remove(ClusterNode node) {
    partitions.values().forEach(partition -> partition.remove(node));
  }

  /** Returns the nodes with room of a partition. */
  NodeIndex nodes(String partition) {
    return partition(partition).index();
  }

  /** Returns whether the last pass was ended by its bound, or is not due yet. */
  boolean isCutShort() {
    return isCutShort;
  }

  /**
   * Places containers until no application can use what is left or the bound is reached, if a pass
   * is due.
   *
   * @param registered number of registered nodes
   * @param time the scheduler's clock, in milliseconds
   * @return the number of containers placed
   */
  int runIfDue(int registered, long time) {
    if (!isCutShort && time - lastPass < settings.intervalMillis()) {
      isCutShort = true;
      return 0;
    }
    lastPass = time;
    clusterNodes = registered;
    now = time;
    isCutShort = false;
    int placed = 0;
    updateScores();
    for (OfferedPartition nodes : partitions.values()) {
      placed += run(nodes);
    }
    reports = 0;
    return placed;
  }

  private void updateScores() {
    boolean isDue = now - lastMix >= MIX_MILLIS;
    for (int j = 0; j < clusterTotal.length; j++) {
      isDue |= clusterTotal[j] != ledger.tree().capacity(j);
      clusterTotal[j] = ledger.tree().capacity(j);
    }
    if (isDue) {
      lastMix = now;
      Demand pending =
          settings.choice() == NodeChoice.FRAGMENTATION ? ledger.pending() : Demand.NOTHING;
      partitions.values().forEach(nodes -> nodes.index().update(clusterTotal, pending));
    }
  }

  private int run(OfferedPartition nodes) {
    if (nodes.index().isEmpty()) {
      return 0;
    }
    nodes.open();
    target.open(Math.min(reports, MOST_MISSED));
    int placed = 0;
    while (placed < settings.maximumContainers()) {
      Application application = ledger.next(nodes.offer());
      if (application == null) {
        return placed;
      }
      Turn turn = serveGuarded(nodes, application);
      if (turn.isServed()) {
        placed++;
      } else {
        nodes.offer().skip(application.leaf());
      }
      if (turn == Turn.SERVED_LAST) {
        demand.takeIn();
      }
    }
    isCutShort = true;
    return placed;
  }

  /** One application's failure costs that application its turn, and the others nothing. */
  private Turn serveGuarded(OfferedPartition nodes, Application application) {
    try {
      return serve(nodes, application);
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.error("{} could not be served; the others are", application.id(), e);
      return Turn.DECLINED;
    }
  }

  private Turn serve(OfferedPartition nodes, Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null || attempt.isStopped()) {
      return Turn.DECLINED;
    }
    ledger.tree().room(application.leaf(), nodes.offer(), room);
    for (AskGroups.Group alike : application.asks().alike()) {
      Ask first = alike.first();
      if (first.partition().equals(nodes.partition())
          && Demand.fits(first.amounts(), room, 0)
          && nodes.index().fits(first.amounts())) {
        Turn turn = placeOneOf(nodes, application, attempt, alike);
        if (turn.isServed()) {
          return turn;
        }
      }
    }
    return Turn.DECLINED;
  }

  private Turn placeOneOf(
      OfferedPartition nodes, Application application, AppAttempt attempt, AskGroups.Group alike) {
    for (Ask ask : alike.asks().values()) {
      ClusterNode node = choose(nodes, attempt, ask);
      if (node == null) {
        return Turn.DECLINED; // nor is there one for the others
      }
      target.at(node, clusterNodes);
      Turn turn = target.place(application, attempt, ask);
      nodes.index().put(nodes.number(node), target.offer().total(), available(target, now));
      if (turn.isServed()) {
        return turn;
      }
    }
    return Turn.DECLINED;
  }

  /** Returns the best node that is as the index knows it, or null if there is none. */
  private @Nullable ClusterNode choose(OfferedPartition nodes, AppAttempt attempt, Ask ask) {
    int number = search.choose(nodes, attempt, ask, clusterNodes);
    while (number != NodeIndex.NONE && !isUpToDate(nodes, number)) {
      number = search.choose(nodes, attempt, ask, clusterNodes);
    }
    return number == NodeIndex.NONE ? null : nodes.node(number);
  }

  /** Returns whether a node is as the index knows it; if not, the index knows now. */
  private boolean isUpToDate(OfferedPartition nodes, int number) {
    ClusterNode node = nodes.node(number);
    if (now - nodes.reported(number) > settings.overdueMillis()
        || !node.acceptsContainers()
        || !node.getPartition().equals(nodes.partition())) {
      nodes.index().remove(number);
      return false;
    }
    target.at(node, clusterNodes);
    return !nodes.index().put(number, target.offer().total(), available(target, now));
  }
}
