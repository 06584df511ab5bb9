// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.core.forecast.PreemptionRun;
import io.github.yarnfair.core.forecast.PreemptionRun.Conditions;
import io.github.yarnfair.core.forecast.PreemptionRun.Node;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.preemption.PreemptionRules;
import io.github.yarnfair.scheduler.conf.HeadroomMode;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.AddedNodes;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs preemption on a supposed state, by the planner of the monitor. It supposes that each
 * container may run on each node of its partition, and leaves out what gangs and guests of
 * partitions give and get.
 */
public final class PreemptionReach {
  /** With more nodes a run would take longer than an answer may. */
  private static final int MOST_NODES = 20_000;

  private final WhatIf whatIf;
  private final PreemptionSettings settings;
  private final HeadroomSettings headroom;
  private final MachineClasses classes;
  private final Map<Integer, LeafQueue> queues = new HashMap<>();

  private PreemptionReach(WhatIf whatIf, HeadroomSettings headroom) {
    this.whatIf = whatIf;
    this.headroom = headroom;
    settings = whatIf.supposed().queues().file().preemption();
    classes = whatIf.supposed().queues().ledger().classes();
    for (CopiedApplication application : whatIf.live().applications()) {
      LeafQueue queue = whatIf.supposed().leafQueue(application.queue());
      if (queue != null) {
        queues.put(whatIf.leaf(application), queue);
      }
    }
    whatIf.submitted().forEach(each -> queues.put(each.leaf(), each.queue()));
  }

  /**
   * Runs preemption.
   *
   * @param nodes the supposed nodes
   * @param policies makes policies like the supposed one
   * @param headroom how nodes keep room
   * @param isOver true ends the run early
   * @return null if there are too many nodes
   */
  public static PreemptionRun.@Nullable Result of(
      WhatIf whatIf,
      SupposedNodes nodes,
      RunningCopy running,
      List<AddedNodes> added,
      Supplier<FairnessPolicy> policies,
      HeadroomSettings headroom,
      BooleanSupplier isOver) {
    long count = running.size() + added.stream().mapToLong(AddedNodes::count).sum();
    return count > MOST_NODES
        ? null
        : new PreemptionReach(whatIf, headroom).run(nodes, running, added, policies, isOver);
  }

  private PreemptionRun.Result run(
      SupposedNodes nodes,
      RunningCopy running,
      List<AddedNodes> added,
      Supplier<FairnessPolicy> policies,
      BooleanSupplier isOver) {
    List<Node> all = nodes(nodes, running, added);
    // What is not chosen in one look is chosen in a later one.
    PreemptionRules rules =
        new PreemptionRules(
            settings.ignoredExcess(), 1, 1, new Permissions(), (leaf, task, node) -> true);
    boolean areKept = headroom.mode() == HeadroomMode.RESERVATION;
    Conditions conditions =
        new Conditions(
            areKept ? headroom.perApplication(all.size()) : 0,
            areKept ? headroom.perQueue(all.size()) : 0,
            areKept ? headroom.inAll(all.size()) : 0,
            settings.intervalMillis());
    return PreemptionRun.of(
        whatIf.supposed().tree(),
        policies,
        all,
        running.gone(nodes.removed(), classes, whatIf::leaf),
        rules,
        conditions,
        isOver);
  }

  private List<Node> nodes(SupposedNodes nodes, RunningCopy running, List<AddedNodes> added) {
    List<Node> all = running.nodes(nodes.removed(), classes, whatIf::leaf);
    for (AddedNodes each : added) {
      long[] offer = RunningCopy.offer(each.label(), whatIf.vectors().of(each.total()), classes);
      for (int i = 0; i < each.count(); i++) {
        all.add(new Node(offer, offer, List.of()));
      }
    }
    return all;
  }

  /** As those of the monitor. */
  private final class Permissions implements PreemptionRules.Permission {
    @Override
    public boolean mayPreempt(int losingLeaf, int gainingLeaf) {
      LeafQueue losing = queues.get(losingLeaf);
      LeafQueue gaining = queues.get(gainingLeaf);
      if (losing == null || gaining == null) {
        return false;
      }
      return losing == gaining
          ? settings.isWithinQueues() && losing.spec().isPreemptableWithin()
          : losing.spec().isPreemptable();
    }

    @Override
    public boolean isProtected(int leaf) {
      LeafQueue holding = queues.get(leaf);
      return holding != null && !holding.spec().isPreemptable();
    }
  }
}
