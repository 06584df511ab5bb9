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
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerAppUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt.AMState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives away what is free on a node. Whose turn it is, the share tree says; whether that
 * application can be served on that node (size, limits, locality, blacklist, partition), this class
 * says. It never ranks.
 */
final class ContainerAssigner {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerAssigner.class);

  private final ShareLedger ledger;
  private final DemandInbox inbox;
  private final SchedulerSettings settings;
  private final LocalityRules locality;
  private final ResourceVectors vectors;
  private final Offer offer;
  private final long[] vector;
  private final long[] room;

  ContainerAssigner(QueueTree queues, DemandInbox inbox, ResourceVectors vectors) {
    this.ledger = queues.ledger();
    this.inbox = inbox;
    this.vectors = vectors;
    settings = queues.file().settings();
    locality = new LocalityRules(settings);
    offer = new Offer(vectors.length());
    vector = new long[vectors.length()];
    room = new long[vectors.length()];
  }

  /**
   * Places containers on a node until nobody can use what is left, or as many as one heartbeat may.
   *
   * @param clusterNodes number of registered nodes
   * @return how many were placed
   */
  int assign(ClusterNode node, int clusterNodes) {
    vectors.read(node.getUnallocatedResource(), room);
    offer.open(room);
    locality.open();
    int placed = 0;
    while (placed < mostPerHeartbeat()) {
      inbox.drain(ledger);
      Application application = ledger.next(offer);
      if (application == null) {
        break;
      }
      if (assignGuarded(application, node, clusterNodes)) {
        placed++;
      } else {
        offer.skip(application.leaf());
      }
    }
    return placed;
  }

  private int mostPerHeartbeat() {
    if (!settings.multipleAssignmentsEnabled()) {
      return 1;
    }
    int most = settings.maximumContainerAssignments();
    return most < 0 ? Integer.MAX_VALUE : most;
  }

  /** One application's failure costs that application its turn, and the others nothing. */
  private boolean assignGuarded(Application application, ClusterNode node, int clusterNodes) {
    try {
      return assign(application, node, clusterNodes);
    } catch (RuntimeException e) {
      LOG.error("{} could not be served on {}; the others are", application.id(), node, e);
      return false;
    }
  }

  private boolean assign(Application application, ClusterNode node, int clusterNodes) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt == null
        || attempt.isStopped()
        || SchedulerAppUtils.isPlaceBlacklisted(attempt, node, LOG)) {
      return false;
    }
    ledger.tree().room(application.leaf(), offer, room);
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      Resource capability = fittingCapability(attempt, key);
      if (capability != null) {
        NodeType type = locality.placement(attempt, key, node, clusterNodes);
        if (type != null && give(application, attempt, type, node, key, capability)) {
          return true;
        }
      }
    }
    return false;
  }

  private @Nullable Resource fittingCapability(AppAttempt attempt, SchedulerRequestKey key) {
    PendingAsk ask = attempt.getPendingAsk(key, ResourceRequest.ANY);
    if (ask.getCount() <= 0) {
      return null;
    }
    vectors.read(ask.getPerAllocationResource(), vector);
    return Demand.fits(vector, room, 0) ? ask.getPerAllocationResource() : null;
  }

  private boolean give(
      Application application,
      AppAttempt attempt,
      NodeType type,
      ClusterNode node,
      SchedulerRequestKey key,
      Resource capability) {
    boolean forMaster = attempt.isWaitingForAMContainer();
    RMContainer container = attempt.allocate(type, node, key, capability);
    if (container == null) {
      return false;
    }
    node.allocateContainer(container);
    ledger.charge(application, capability);
    vectors.read(capability, vector);
    offer.take(vector);
    inbox.changed(attempt);
    if (forMaster) {
      attempt.updateAMContainerDiagnostics(AMState.ASSIGNED, null);
    }
    LOG.debug("{} placed on {} for {}", container, node, application.id());
    return true;
  }
}
