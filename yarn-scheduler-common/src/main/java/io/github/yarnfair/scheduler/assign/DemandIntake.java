// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.demand.ParallelApplications;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ShareLedger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the share tree and the node headroom with the pending changes of application masters'
 * requests. Under the scheduler's write lock.
 */
final class DemandIntake {
  private static final Logger LOG = LoggerFactory.getLogger(DemandIntake.class);

  private final DemandInbox inbox;
  private final ParallelApplications parallel;
  private final ShareLedger ledger;
  private final NodeHeadroom headroom;

  DemandIntake(
      DemandInbox inbox, ParallelApplications parallel, ShareLedger ledger, NodeHeadroom headroom) {
    this.inbox = inbox;
    this.parallel = parallel;
    this.ledger = ledger;
    this.headroom = headroom;
  }

  /** One attempt's failure costs the others nothing. */
  void takeIn() {
    parallel.settle(inbox::changed);
    for (AppAttempt next = inbox.next(); next != null; next = inbox.next()) {
      try {
        inbox.takeIn(next, ledger);
        headroom.demandChanged(next);
      } catch (RuntimeException | Error e) {
        FatalErrors.rethrow(e);
        LOG.error("The requests of {} could not be taken in", next.getApplicationId(), e);
      }
    }
  }
}
