// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.activities;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityDiagnosticConstant;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityLevel;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityState;

/** Why a request got nothing on one node, in YARN's words. */
record Reason(ActivityLevel level, ActivityState state, String diagnostic) {
  private static final String NOT_ITS_TURN =
      "Node's offer is used up by others in their turns, or the request waits for its places";

  static Reason ofApplication(String diagnostic) {
    return new Reason(ActivityLevel.APP, ActivityState.SKIPPED, diagnostic);
  }

  /** Returns why a request was not served. Under the scheduler's write lock. */
  static Reason of(AppAttempt attempt, Ask ask, ClusterNode node) {
    LeafQueue queue = attempt.queue();
    ResourceVectors vectors = queue.ledger().vectors();
    MachineClasses classes = queue.classes().all();
    int machineClass = classes.number(node.machineClass());
    boolean idle = attempt.asks().mayUseIdleRoom();
    if (machineClass < 0
        || (ask.reach(queue.classes(), machineClass, idle) == Ask.NOT_HERE
            && !classes.isShared(machineClass))) {
      return ofNode(
          ActivityDiagnosticConstant.NODE_DO_NOT_MATCH_PARTITION_OR_PLACEMENT_CONSTRAINTS);
    }
    String limit = limit(attempt, classes.amounts(machineClass, ask.amounts()));
    if (!limit.isEmpty()) {
      return new Reason(ActivityLevel.APP, ActivityState.REJECTED, limit);
    }
    return ofNode(lack(attempt, ask, node, vectors));
  }

  private static Reason ofNode(String diagnostic) {
    return new Reason(ActivityLevel.NODE, ActivityState.REJECTED, diagnostic);
  }

  /** Returns which limit leaves no room for amounts of the share tree, empty if none. */
  private static String limit(AppAttempt attempt, long[] amounts) {
    ShareTree tree = attempt.queue().ledger().tree();
    int leaf = attempt.application().leaf();
    for (int node = tree.parent(leaf); node != ShareTree.NONE; node = tree.parent(node)) {
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        if (amounts[pair] > tree.headroom(node, pair)) {
          return tree.isPassable(node)
              ? ActivityDiagnosticConstant.QUEUE_HIT_USER_MAX_CAPACITY_LIMIT
              : ActivityDiagnosticConstant.QUEUE_HIT_MAX_CAPACITY_LIMIT;
        }
      }
    }
    return "";
  }

  private static String lack(
      AppAttempt attempt, Ask ask, ClusterNode node, ResourceVectors vectors) {
    if (attempt.refuses(node)) {
      return ActivityDiagnosticConstant.NODE_IS_BLACKLISTED;
    } else if (!Amounts.fits(ask.amounts(), node.total(vectors))) {
      return ActivityDiagnosticConstant.NODE_TOTAL_RESOURCE_INSUFFICIENT_FOR_REQUEST;
    } else if (!ask.isForAnywhere() && !attempt.mayEverPlace(ask.key(), node)) {
      return ActivityDiagnosticConstant.NODE_DO_NOT_MATCH_PARTITION_OR_PLACEMENT_CONSTRAINTS;
    }
    long[] free = new long[vectors.length()];
    node.readFree(vectors, free);
    if (!Amounts.fits(ask.amounts(), free)) {
      return ActivityDiagnosticConstant.NODE_DO_NOT_HAVE_SUFFICIENT_RESOURCE;
    }
    Reservation reservation = node.reservation();
    return reservation != null && !reservation.attempt().equals(attempt)
        ? ActivityDiagnosticConstant.NODE_HAS_BEEN_RESERVED
        : NOT_ITS_TURN;
  }
}
