// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.explain.ApplicationReading.Limited;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/** What comes next where the remedies of an obstacle are not enough by themselves. */
final class NextObstacles {
  private static final int MOST_NAMED = 5;

  private final ShareView view;
  private final ShareTree tree;
  private final Names names;
  private final MachineClasses classes;

  NextObstacles(ShareView view, Names names) {
    this.view = view;
    this.names = names;
    tree = view.tree();
    classes = view.origin().ledger().classes();
  }

  /**
   * Returns the further condition on a node to be added; null for none.
   *
   * @param limits those that leave no room where it would be added
   */
  @Nullable String onNewNode(
      NodeSurvey survey,
      Ask ask,
      List<Limited> above,
      List<Finding> limits,
      ExplainedCluster cluster) {
    if (survey.isBound()) {
      return ask.isConstrained()
          ? "the node has to satisfy the request's placement constraint as well"
          : "the node has to be one of the places that the request names as well";
    }
    if (!limits.isEmpty()) {
      String first = limits.get(0).sentence();
      return "there "
          + Character.toLowerCase(first.charAt(0))
          + first.substring(1, first.length() - 1);
    }
    if (hasNodes(ask, survey, cluster)) {
      return null;
    }
    // A partition without nodes has no amounts of which a maximum could be a part.
    return above.stream()
        .filter(node -> node.user() == null)
        .filter(
            node ->
                node.queue().spec().in(ask.partition()).maximum()
                        instanceof QueueLimit.Percentage part
                    && part.percent() < 100)
        .findFirst()
        .map(
            node ->
                "the maximum-capacity of queue %s is then a part of that node"
                    .formatted(node.queue()))
        .orElse(null);
  }

  /** The nodes that were surveyed may be of a partition whose idle room the request may use. */
  private boolean hasNodes(Ask ask, NodeSurvey survey, ExplainedCluster cluster) {
    return classes.kind() == MachineClasses.Kind.LABELS
        ? cluster.nodes().stream().anyMatch(node -> node.machineClass().equals(ask.partition()))
        : survey.inPartition() > 0;
  }

  /**
   * Returns the findings of limits, with a note where others below the same limit may take what it
   * allows: those that wait for smaller containers, which may fit where that of the leaf does not,
   * and all that wait where the leaf may not run on each node that could hold its container; and
   * gangs and masters, for which there may be room below a higher limit.
   *
   * @param turn the finding that another application is served before it anyway; null for none
   */
  List<Finding> besideLimits(
      List<Finding> limits, int leaf, Ask ask, NodeSurvey survey, @Nullable Finding turn) {
    if (limits.isEmpty()) {
      return limits;
    }
    boolean isConfined = survey.able() < survey.largeEnough();
    List<Integer> rivals = new ArrayList<>();
    List<Integer> heldBack = new ArrayList<>();
    synchronized (view) {
      int highest = highestLimited(leaf);
      addRivals(highest, leaf, isConfined ? null : ask.amounts(), rivals);
      addHeldBack(highest, leaf, heldBack);
    }
    String ahead =
        turn == null
            ? ""
            : turn.remedies().stream().map(Remedy::subject).collect(Collectors.joining(","));
    String waiting = isConfined ? "containers and may run on other nodes" : "smaller containers";
    String next =
        Stream.of(
                others(rivals, ahead).map(names -> names + ", which wait for " + waiting),
                others(heldBack, ahead).map(names -> names + ", held back as a whole now"))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", and to "));
    return next.isEmpty()
        ? limits
        : limits.stream()
            .map(finding -> finding.notEnough("what that allows may go to " + next))
            .toList();
  }

  /** Returns the names of the first leaves that are not named already; empty for none. */
  private Optional<String> others(List<Integer> leaves, String named) {
    return Optional.of(
            leaves.stream()
                .map(names::of)
                .distinct()
                .filter(name -> !named.contains(name))
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", ")))
        .filter(names -> !names.isEmpty());
  }

  /**
   * Returns the highest node above a leaf that has a limit; one key limits all users of a queue.
   */
  private int highestLimited(int leaf) {
    int lowest = tree.parent(leaf);
    int highest = tree.isPassable(lowest) ? tree.parent(lowest) : lowest;
    for (int n = highest; n != ShareTree.ROOT && n != ShareTree.NONE; n = tree.parent(n)) {
      highest = tree.isLimited(n) ? n : highest;
    }
    return highest;
  }

  /**
   * @param amounts of which a rival's container takes less; null if any container counts
   */
  private void addRivals(int node, int leaf, long @Nullable [] amounts, List<Integer> rivals) {
    if (tree.isLeaf(node) && node != leaf) {
      Demand demand = tree.demand(node);
      for (int i = 0; i < demand.size(); i++) {
        if (amounts == null || isSmaller(demand.vector(i), amounts)) {
          rivals.add(node);
          return;
        }
      }
    }
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      addRivals(c, leaf, amounts, rivals);
    }
  }

  /** Adds the applications of whose requests the share tree knows none. */
  private void addHeldBack(int node, int leaf, List<Integer> heldBack) {
    if (node != leaf && view.subject(node) instanceof ApplicationId id && view.isWithheld(id)) {
      heldBack.add(node);
    }
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      addHeldBack(c, leaf, heldBack);
    }
  }

  /** Returns whether a task takes less of some resource. */
  private boolean isSmaller(long[] task, long[] amounts) {
    long[] byType = new long[amounts.length];
    for (int c = 0; c < classes.count(); c++) {
      if (classes.isWithin(c, task)) {
        classes.read(c, task, byType);
        for (int j = 0; j < amounts.length; j++) {
          if (byType[j] < amounts[j]) {
            return true;
          }
        }
        return false;
      }
    }
    return true;
  }
}
