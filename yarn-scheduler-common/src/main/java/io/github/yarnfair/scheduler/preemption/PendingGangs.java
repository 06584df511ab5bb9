// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.preemption.CopiedApplication.CopiedGang;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * The gangs for which a plan may make room. In its copy of the share tree what is kept for a gang
 * counts as used, and none asks for anything: room is made for all members of one, or for none.
 */
final class PendingGangs {
  /** Maximum number of gangs that one round tries; the next round continues with others. */
  private static final int MOST_TRIED = 4;

  private final List<Pending> tried = new ArrayList<>();

  /**
   * A gang that waits or collects.
   *
   * @param demand that of the members without room
   */
  record Pending(Gang gang, int leaf, Demand demand) {}

  /** A copied gang and the leaf of its application. */
  private record Waiting(CopiedGang copy, int leaf, LeafQueue queue) {
    ApplicationId application() {
      return copy.gang().attempt().getApplicationId();
    }

    boolean isCollecting() {
      return copy.state() == Gang.State.COLLECTING;
    }
  }

  /**
   * @param tree a copy of the share tree, which is changed
   * @param byLeaf the applications in it
   * @param warnedFor the applications for which containers are to end
   * @param turn a number that increases with each round
   */
  PendingGangs(
      ShareTree tree,
      Map<Integer, CopiedApplication> byLeaf,
      Set<ApplicationId> warnedFor,
      int turn) {
    List<Waiting> waiting = new ArrayList<>();
    byLeaf.forEach(
        (leaf, application) -> {
          CopiedGang gang = application.gang();
          if (gang != null) {
            add(tree, new Waiting(gang, leaf, application.queue()), waiting);
          }
        });
    waiting.sort(Comparator.comparing(Waiting::application));
    if (!waiting.isEmpty()) {
      Collections.rotate(waiting, -(turn * (MOST_TRIED / 2)) % waiting.size());
    }
    waiting.sort(
        Comparator.comparing((Waiting gang) -> !warnedFor.contains(gang.application()))
            .thenComparing(gang -> !gang.isCollecting()));
    waiting.stream().limit(MOST_TRIED).forEach(gang -> tried.add(pending(gang)));
  }

  private static void add(ShareTree tree, Waiting gang, List<Waiting> waiting) {
    gang.copy().rooms().forEach(room -> tree.charge(gang.leaf(), room));
    tree.setDemand(gang.leaf(), Demand.NOTHING);
    if (gang.copy().state() == Gang.State.WAITING || gang.isCollecting()) {
      waiting.add(gang);
    }
  }

  private static Pending pending(Waiting gang) {
    return new Pending(
        gang.copy().gang(), gang.leaf(), gang.copy().missing().demand(gang.queue().classes()));
  }

  /** Returns those to try, in this order. */
  List<Pending> tried() {
    return Collections.unmodifiableList(tried);
  }
}
