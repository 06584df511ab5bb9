// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.preemption.PlannedPreemption;
import io.github.yarnfair.core.preemption.PreemptableNode;
import io.github.yarnfair.core.preemption.PreemptionPlanner;
import io.github.yarnfair.core.preemption.RunningTask;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the containers that end for one gang, at one moment: those that the planner lets end for
 * its members by any number of rounds, if all members have room then, less those that are not
 * needed. On copies, without the scheduler's lock.
 */
final class GangPlan {
  private final ShareTree tree;
  private final MachineClasses classes;
  private final PreemptionRound round;
  private final double mostPerRound;

  /**
   * What is chosen.
   *
   * @param ends all that end at one moment
   * @param warned those of them whose masters are warned by now
   * @param newly the part of the cluster for which masters are warned for the first time
   */
  record Choice(
      Gang gang, int leaf, List<RunningTask> ends, List<RunningTask> warned, double newly) {}

  /**
   * @param tree a copy, in which a plan that is chosen is carried out
   * @param mostPerRound the part of the cluster for which masters are warned in one round
   */
  GangPlan(ShareTree tree, MachineClasses classes, PreemptionRound round, double mostPerRound) {
    this.tree = tree;
    this.classes = classes;
    this.round = round;
    this.mostPerRound = mostPerRound;
  }

  /** Returns the victims for the first gang for which enough can end, or null. */
  @Nullable Choice choose(List<PendingGangs.Pending> tried, Supplier<FairnessPolicy> policies) {
    for (PendingGangs.Pending pending : tried) {
      Choice choice = choose(pending, policies.get());
      if (choice != null) {
        return choice;
      }
    }
    return null;
  }

  private @Nullable Choice choose(PendingGangs.Pending pending, FairnessPolicy policy) {
    ShareTree asking = tree.copy();
    asking.setDemand(pending.leaf(), pending.demand());
    List<PreemptableNode> preemptable = round.preemptableNodes();
    List<GangFit.End> planned = new ArrayList<>();
    Map<Integer, Integer> nodes = nodesOf(preemptable);
    for (PlannedPreemption each :
        new PreemptionPlanner(asking, policy, round.rules(1, 1)).plan(preemptable)) {
      if (each.gainingLeaf() == pending.leaf()) {
        int node = Objects.requireNonNull(nodes.get(each.task().id()));
        planned.add(new GangFit.End(each.task(), node, round.amounts(each.task())));
      }
    }
    if (planned.isEmpty()) {
      return null;
    }
    GangFit fit =
        new GangFit(
            round.asks(pending.leaf()),
            round.free(),
            (ask, node) -> round.mayPlace(pending.leaf(), round.taskOn(ask, node), node));
    List<GangFit.End> needed = fit.needed(planned);
    return needed.isEmpty() ? null : carryOut(pending, needed, fit);
  }

  private static Map<Integer, Integer> nodesOf(List<PreemptableNode> preemptable) {
    Map<Integer, Integer> nodes = new HashMap<>();
    preemptable.forEach(each -> each.tasks().forEach(task -> nodes.put(task.id(), each.id())));
    return nodes;
  }

  /** What follows is planned as if the members ran in the place of the containers. */
  private Choice carryOut(PendingGangs.Pending pending, List<GangFit.End> needed, GangFit fit) {
    List<RunningTask> warned = new ArrayList<>();
    double newly = 0;
    for (GangFit.End end : needed) {
      RunningTask task = end.task();
      if (task.isWarned() || newly == 0 || newly < mostPerRound) {
        warned.add(task);
        newly += task.isWarned() ? 0 : part(task.amounts());
      }
      tree.release(task.leaf(), task.amounts());
    }
    fit.place(
        needed,
        (ask, node) ->
            tree.charge(pending.leaf(), classes.amounts(round.machineClass(node), ask.amounts())));
    return new Choice(
        pending.gang(),
        pending.leaf(),
        needed.stream().map(GangFit.End::task).toList(),
        warned,
        newly);
  }

  /** Returns the largest part of the cluster that a task takes of any resource. */
  private double part(long[] amounts) {
    double largest = 0;
    for (int j = 0; j < tree.space().pairs(); j++) {
      long all = tree.capacity(j);
      largest = all > 0 ? Math.max(largest, (double) amounts[j] / all) : largest;
    }
    return largest;
  }
}
