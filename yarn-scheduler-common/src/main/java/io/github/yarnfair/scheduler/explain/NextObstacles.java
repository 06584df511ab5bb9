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
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.scheduler.conf.queue.QueueLimit;
import io.github.yarnfair.scheduler.explain.ApplicationReading.Limited;
import io.github.yarnfair.scheduler.model.Ask;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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

  /** Returns the further condition on a node to be added; null for none. */
  @Nullable String onNewNode(NodeSurvey survey, Ask ask, List<Limited> above) {
    if (survey.isBound()) {
      return ask.isConstrained()
          ? "the node has to satisfy the request's placement constraint as well"
          : "the node has to be one of the places that the request names as well";
    }
    if (survey.inPartition() > 0) {
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

  /**
   * Returns the findings of limits, with a note where other applications below the same limit wait
   * for smaller containers, which may fit although the leaf's does not.
   *
   * @param turn the finding that another application is served before it anyway; null for none
   */
  List<Finding> besideLimits(List<Finding> limits, int leaf, Ask ask, @Nullable Finding turn) {
    if (limits.isEmpty()) {
      return limits;
    }
    List<Integer> smaller = new ArrayList<>();
    synchronized (view) {
      addSmaller(highestLimited(leaf), leaf, ask.amounts(), smaller);
    }
    String ahead =
        turn == null
            ? ""
            : turn.remedies().stream().map(Remedy::subject).collect(Collectors.joining(","));
    List<String> others =
        smaller.stream()
            .map(names::of)
            .distinct()
            .filter(name -> !ahead.contains(name))
            .limit(MOST_NAMED)
            .toList();
    if (others.isEmpty()) {
      return limits;
    }
    String next =
        "what that allows may go to %s, which wait for smaller containers"
            .formatted(String.join(", ", others));
    return limits.stream().map(finding -> finding.notEnough(next)).toList();
  }

  private int highestLimited(int leaf) {
    int highest = tree.parent(leaf);
    for (int n = highest; n != ShareTree.ROOT && n != ShareTree.NONE; n = tree.parent(n)) {
      highest = tree.isLimited(n) ? n : highest;
    }
    return highest;
  }

  private void addSmaller(int node, int leaf, long[] amounts, List<Integer> smaller) {
    if (tree.isLeaf(node) && node != leaf) {
      Demand demand = tree.demand(node);
      for (int i = 0; i < demand.size(); i++) {
        if (isSmaller(demand.vector(i), amounts)) {
          smaller.add(node);
          return;
        }
      }
    }
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      addSmaller(c, leaf, amounts, smaller);
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
