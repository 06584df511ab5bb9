// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Ask;
import io.github.yarnfair.scheduler.model.AskGroups;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LocalityRules;
import io.github.yarnfair.scheduler.model.PendingTasks;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/**
 * A headroom as large as the largest task (H-DRF paper, section 5), as a threshold: the node makes
 * its next offer only when what is free covers, in every resource, the largest of the pending tasks
 * that it could ever hold and that need nothing exhausted on it. A headroom kept free permanently
 * would leave the only GPU of a node unused for ever.
 *
 * <p>A node waits at most for the timeout. Then it serves every request that fits before it may
 * wait again.
 */
final class LargestTaskHeadroom implements NodeHeadroom {
  private final HeadroomSettings settings;
  private final PendingTasks pending = new PendingTasks();
  private final long[] threshold;

  /** The attempts that ask for containers with placement constraints. */
  private final Map<ApplicationAttemptId, AppAttempt> constrained = new LinkedHashMap<>();

  LargestTaskHeadroom(HeadroomSettings settings, ResourceVectors vectors) {
    this.settings = settings;
    threshold = new long[vectors.length()];
  }

  @Override
  public void demandChanged(AppAttempt attempt) {
    pending.replace(attempt.getApplicationAttemptId(), attempt.asks().shapes());
    if (attempt.asks().hasConstrained()) {
      constrained.put(attempt.getApplicationAttemptId(), attempt);
    } else if (!constrained.isEmpty()) {
      constrained.remove(attempt.getApplicationAttemptId());
    }
  }

  @Override
  public boolean holdsBack(NodeVisit visit, long now) {
    ClusterNode node = visit.node();
    if (!covers(visit)) {
      return !node.isOpenToAll() && !node.waitsTooLong(now, settings.timeoutMillis());
    }
    if (!node.isOpenToAll()) {
      node.stopWaiting();
    }
    return false;
  }

  @Override
  public void end(ClusterNode node, boolean isUsedUp, long now) {
    if (isUsedUp) {
      node.servedAll();
    }
  }

  private boolean covers(NodeVisit visit) {
    NodeOffer offer = visit.offer();
    pending.largest(visit.node().getPartition(), offer.total(), offer.free(), threshold);
    if (!constrained.isEmpty()) {
      constrained.values().forEach(attempt -> coverConstrained(attempt, visit));
    }
    return Amounts.fits(threshold, offer.free());
  }

  /** A node is kept free for a task only while it satisfies the constraints of that task. */
  private void coverConstrained(AppAttempt attempt, NodeVisit visit) {
    NodeOffer offer = visit.offer();
    for (AskGroups.Group alike : attempt.asks().alike(visit.node().getNodeID())) {
      Ask ask = alike.first();
      if (ask.isConstrained()
          && !Amounts.fits(ask.amounts(), threshold)
          && Amounts.fits(ask.amounts(), offer.total())
          && !offer.isExhausted(ask.amounts())
          && !attempt.refuses(visit.node())
          && LocalityRules.mayEverPlace(attempt, ask.key(), visit.node())) {
        for (int j = 0; j < threshold.length; j++) {
          threshold[j] = Math.max(threshold[j], ask.amounts()[j]);
        }
      }
    }
  }
}
