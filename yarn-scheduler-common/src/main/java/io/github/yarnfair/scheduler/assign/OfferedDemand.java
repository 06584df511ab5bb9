// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.ShareLedger;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of the applications' demand competes for an offer. An application is to get a task for which
 * the share tree has chosen it. If it has none that may be placed, or another task of its own comes
 * first, the classes for which it was chosen do not compete for the rest of the offer, and the
 * share tree is asked again: the application is then chosen for its other tasks, when it is their
 * turn.
 *
 * <p>O(C) for C demand classes, and a change of the share tree; none for an application with one.
 */
final class OfferedDemand {
  private final QueueTree queues;
  private final ShareLedger ledger;

  /** The applications of which some classes do not compete. */
  private final Set<Application> reduced = new LinkedHashSet<>();

  /** The number of containers placed when all classes competed last. */
  private int placedWithAll;

  OfferedDemand(QueueTree queues) {
    this.queues = queues;
    ledger = queues.ledger();
  }

  /**
   * Returns the application whose turn it is, or null if none can use the offer, not even with the
   * classes that have not competed: what comes before them may have no room any more.
   *
   * @param placed the number of containers placed so far, from this offer or others
   */
  @Nullable Application next(Offer offer, int placed) {
    int next = ledger.next(offer);
    if (next == ShareTree.NONE && !reduced.isEmpty() && placed > placedWithAll) {
      restore();
      placedWithAll = placed; // Without another container all would go the same way again.
      next = ledger.next(offer);
    }
    return queues.application(next);
  }

  /**
   * Returns whether a request competes.
   *
   * @param machineClass in which its container would count
   */
  boolean isOffered(Application application, Ask ask, int machineClass) {
    if (!reduced.contains(application)) {
      return true;
    }
    long[] task = task(application, ask, machineClass);
    return task != null && ledger.demand(application.leaf()).contains(task);
  }

  /** Returns whether it may be for a request that the share tree has chosen its application. */
  boolean isChosenFor(Application application, Ask ask, int machineClass) {
    if (ledger.demand(application.leaf()).size() < 2) {
      return true;
    }
    long[] task = task(application, ask, machineClass);
    return task != null && ledger.isChosenFor(task);
  }

  private static long @Nullable [] task(Application application, Ask ask, int machineClass) {
    return ask.vector(
        application.queue().classes(), machineClass, application.asks().mayUseIdleRoom());
  }

  /**
   * Lets the classes for which the share tree has chosen an application compete no longer.
   *
   * @return false if it has no others
   */
  boolean leaveOutChosen(Application application) {
    Demand all = ledger.demand(application.leaf());
    if (all.size() < 2) {
      return false;
    }
    Demand.Builder others = new Demand.Builder();
    for (int i = 0; i < all.size(); i++) {
      long[] task = all.vector(i);
      if (!ledger.isChosenFor(task)) {
        others.add(task, all.tasks(i));
      }
    }
    Demand left = others.build();
    if (left.isEmpty() || left.size() == all.size()) {
      return false;
    }
    reduced.add(application);
    ledger.setDemand(application.leaf(), left.like(all));
    return true;
  }

  /** Lets all classes compete again: an offer has ended. */
  void restore() {
    placedWithAll = 0;
    for (Application application : reduced) {
      Demand all = application.asks().demand(application.queue().classes());
      if (ledger.demand(application.leaf()) != all) {
        ledger.setDemand(application.leaf(), all);
      }
    }
    reduced.clear();
  }
}
