// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * For which requests with placement constraints a node keeps room: those that it satisfies, that do
 * not fit what is free and could ever fit. A visit evaluates at most {@link
 * ConstraintBudget#MOST_PARTS} parts of constraints for it, and the next visit of the node goes on
 * behind the request at which this one has ended. A node keeps room for the request that was found
 * until that fits, ends, or is not satisfied any more. Under the scheduler's write lock.
 */
final class ConstrainedTasks {
  /** Requests that a visit looks at, those too that it need not compare with the node. */
  private static final int MOST_LOOKS = 100;

  private final NavigableMap<ApplicationAttemptId, AppAttempt> attempts = new TreeMap<>();
  private final Map<NodeId, Progress> byNode = new HashMap<>();
  private int parts;
  private int looks;

  private record Request(AppAttempt attempt, SchedulerRequestKey key) {}

  private static final class Progress {
    /** For which room is kept. */
    @Nullable Request kept;

    /** The last that was looked at. */
    @Nullable Request last;
  }

  /** Updates whether an attempt has constrained requests, after a change of its requests. */
  void update(AppAttempt attempt) {
    if (attempt.asks().hasConstrained()) {
      attempts.put(attempt.getApplicationAttemptId(), attempt);
    } else {
      attempts.remove(attempt.getApplicationAttemptId());
    }
  }

  /** Forgets a node. */
  void remove(ClusterNode node) {
    byNode.remove(node.getNodeID());
  }

  /** Begins a visit: requests may be looked at again. */
  void open() {
    parts = 0;
    looks = 0;
  }

  /** Returns whether the visited node keeps room for a request. */
  boolean needRoom(NodeVisit visit) {
    if (attempts.isEmpty()) {
      byNode.clear();
      return false;
    }
    Progress progress = byNode.computeIfAbsent(visit.node().getNodeID(), any -> new Progress());
    return isKept(progress.kept, visit) || isFound(progress, visit);
  }

  /** A result that cannot be checked in this visit any more stands. */
  private boolean isKept(@Nullable Request kept, NodeVisit visit) {
    Ask ask = kept == null ? null : kept.attempt().asks().get(kept.key());
    return kept != null
        && ask != null
        && lacksRoom(ask, visit)
        && (isSpent() || isSatisfied(kept.attempt(), ask, visit));
  }

  private boolean isFound(Progress progress, NodeVisit visit) {
    Request start = progress.last;
    progress.kept = null;
    return (start != null && isFoundAfter(start, progress, visit))
        || isFoundAfter(null, progress, visit);
  }

  /**
   * Looks at the requests behind one, null for all.
   *
   * @return whether the node keeps room for one of them
   */
  private boolean isFoundAfter(@Nullable Request start, Progress progress, NodeVisit visit) {
    for (AppAttempt attempt : attemptsFrom(start)) {
      for (AskGroups.Group alike : attempt.asks().alike(visit.node().getNodeID())) {
        Ask ask = alike.first();
        if (start != null
            && attempt.equals(start.attempt())
            && ask.key().compareTo(start.key()) <= 0) {
          continue;
        }
        if (isSpent()) {
          return false;
        }
        looks++;
        progress.last = new Request(attempt, ask.key());
        if (ask.isConstrained() && lacksRoom(ask, visit) && isSatisfied(attempt, ask, visit)) {
          progress.kept = progress.last;
          return true;
        }
      }
    }
    progress.last = null;
    return false;
  }

  private Iterable<AppAttempt> attemptsFrom(@Nullable Request start) {
    return start == null
        ? attempts.values()
        : attempts.tailMap(start.attempt().getApplicationAttemptId(), true).values();
  }

  private boolean isSpent() {
    return parts >= ConstraintBudget.MOST_PARTS || looks >= MOST_LOOKS;
  }

  private static boolean lacksRoom(Ask ask, NodeVisit visit) {
    NodeOffer offer = visit.offer();
    return !Amounts.fits(ask.amounts(), offer.free())
        && Amounts.fits(ask.amounts(), offer.total())
        && !offer.isExhausted(ask.amounts());
  }

  private boolean isSatisfied(AppAttempt attempt, Ask ask, NodeVisit visit) {
    if (attempt.refuses(visit.node())) {
      return false;
    }
    parts += attempt.constraints().evaluatedParts(ask);
    return attempt.mayEverPlace(ask.key(), visit.node());
  }
}
