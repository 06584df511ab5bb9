// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.PendingTasks;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.ResourceVectors;

/**
 * A headroom as large as the largest task (H-DRF paper, section 5), as a threshold: the node makes
 * its next offer only when what is free covers, in every resource, the largest of the pending tasks
 * that it could ever hold and that need nothing exhausted on it. A headroom kept free permanently
 * would leave the only GPU of a node unused for ever. Tasks with placement constraints count where
 * these are satisfied ({@link ConstrainedTasks}).
 *
 * <p>A node waits at most for the timeout. Then it serves every request that fits before it may
 * wait again.
 */
final class LargestTaskHeadroom implements NodeHeadroom {
  private final HeadroomSettings settings;
  private final PendingTasks pending = new PendingTasks();
  private final long[] threshold;

  private final ConstrainedTasks constrained = new ConstrainedTasks();

  LargestTaskHeadroom(HeadroomSettings settings, ResourceVectors vectors) {
    this.settings = settings;
    threshold = new long[vectors.length()];
  }

  @Override
  public void demandChanged(AppAttempt attempt) {
    pending.replace(attempt.getApplicationAttemptId(), attempt.asks().shapes());
    constrained.update(attempt);
  }

  @Override
  public void begin(NodeVisit visit, long now) {
    constrained.open();
  }

  @Override
  public void removed(ClusterNode node) {
    constrained.remove(node);
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
    return Amounts.fits(threshold, offer.free()) && !constrained.needRoom(visit);
  }
}
