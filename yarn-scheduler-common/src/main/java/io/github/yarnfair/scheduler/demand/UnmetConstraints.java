// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * The requests whose placement constraints no node satisfies now, for the diagnostics of their
 * applications. To find them is to ask the nodes one by one, so each step asks for some
 * applications only, the longest unasked first, and until a node is found that will do. Under the
 * scheduler's write lock.
 */
final class UnmetConstraints {
  /** After this number of evaluations of parts of constraints, of 1 to 2 µs each, a step ends. */
  private static final int MOST_EVALUATIONS = 1_000;

  private final Supplier<List<ClusterNode>> nodes;
  private final ResourceVectors vectors;

  /** The attempts with such requests, the longest unasked first. */
  private final Map<ApplicationId, AppAttempt> constrained = new LinkedHashMap<>();

  /** Sentences by request, for applications with requests that cannot be met. */
  private final Map<ApplicationId, Map<SchedulerRequestKey, String>> unmet = new HashMap<>();

  private int evaluations;

  /**
   * @param nodes returns the registered nodes
   */
  UnmetConstraints(Supplier<List<ClusterNode>> nodes, ResourceVectors vectors) {
    this.nodes = nodes;
    this.vectors = vectors;
  }

  /** Updates whether an attempt has constrained requests, after a change of its requests. */
  void update(AppAttempt attempt, AskTable asks) {
    ApplicationId id = attempt.getApplicationId();
    if (asks.hasConstrained()) {
      constrained.put(id, attempt); // It keeps its place in the order.
    } else if (!constrained.isEmpty()) {
      forget(id);
    }
  }

  void forget(ApplicationId id) {
    constrained.remove(id);
    unmet.remove(id);
  }

  /** Returns whether no request of an application is known to have unmet constraints. */
  boolean areMet(ApplicationId id) {
    return unmet.isEmpty() || !unmet.containsKey(id);
  }

  /** Returns a sentence on a request, empty if nothing is known to be unmet. */
  String problem(ApplicationId id, Ask ask) {
    return unmet.getOrDefault(id, Map.of()).getOrDefault(ask.key(), "");
  }

  /** Asks the nodes for some applications; returns those for which the result has changed. */
  List<AppAttempt> step() {
    List<AppAttempt> changed = new ArrayList<>();
    if (constrained.isEmpty()) {
      return changed;
    }
    List<ClusterNode> all = nodes.get();
    evaluations = 0;
    for (AppAttempt attempt : List.copyOf(constrained.values())) {
      ApplicationId id = attempt.getApplicationId();
      Map<SchedulerRequestKey, String> now = all.isEmpty() ? Map.of() : unmet(attempt, all);
      Map<SchedulerRequestKey, String> before =
          now.isEmpty() ? unmet.remove(id) : unmet.put(id, now);
      if (!now.equals(before == null ? Map.of() : before)) {
        changed.add(attempt);
      }
      constrained.remove(id);
      constrained.put(id, attempt); // It is the last now.
      if (evaluations >= MOST_EVALUATIONS) {
        break;
      }
    }
    return changed;
  }

  private Map<SchedulerRequestKey, String> unmet(AppAttempt attempt, List<ClusterNode> all) {
    Map<SchedulerRequestKey, String> problems = new HashMap<>();
    for (AskGroups.Group alike : attempt.asks().alike()) {
      if (alike.first().isConstrained() && evaluations < MOST_EVALUATIONS) {
        String problem = unmet(attempt, alike.first(), all);
        if (!problem.isEmpty()) {
          alike.asks().keySet().forEach(key -> problems.put(key, problem));
        }
      }
    }
    return problems;
  }

  private String unmet(AppAttempt attempt, Ask ask, List<ClusterNode> all) {
    int satisfying = 0;
    int parts = attempt.constraints().evaluatedParts(ask);
    for (ClusterNode node : all) {
      evaluations += parts;
      if (attempt.mayEverPlace(ask.key(), node)) {
        if (Amounts.fits(ask.amounts(), node.total(vectors)) && !attempt.refuses(node)) {
          return "";
        }
        satisfying++;
      }
    }
    String constraint = attempt.constraints().describe(ask);
    return satisfying == 0
        ? "none of %d nodes satisfies the placement constraint %s now; waiting for one that does. "
            .formatted(all.size(), constraint)
        : "%d of %d nodes satisfy the placement constraint %s now, none of which may and could hold"
                .formatted(satisfying, all.size(), constraint)
            + " a container of %s; waiting for one that can. ".formatted(ask.capability());
  }
}
