// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Gang;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

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

  /**
   * Under the scheduler's write lock.
   *
   * @param tree a copy of the share tree, which is changed
   * @param warnedFor the applications for which containers are to end
   * @param turn a number that increases with each round
   */
  PendingGangs(
      ShareTree tree,
      Stream<@Nullable AppAttempt> attempts,
      Set<ApplicationId> warnedFor,
      int turn) {
    List<Gang> waiting = new ArrayList<>();
    attempts
        .filter(Objects::nonNull)
        .filter(attempt -> attempt.gang() != null && !attempt.waitsForMaster())
        .forEach(attempt -> add(tree, Objects.requireNonNull(attempt.gang()), waiting));
    waiting.sort(Comparator.comparing(gang -> gang.attempt().getApplicationId()));
    if (!waiting.isEmpty()) {
      Collections.rotate(waiting, -(turn * (MOST_TRIED / 2)) % waiting.size());
    }
    waiting.sort(
        Comparator.comparing((Gang gang) -> !warnedFor.contains(gang.attempt().getApplicationId()))
            .thenComparing(gang -> gang.state() != Gang.State.COLLECTING));
    waiting.stream().limit(MOST_TRIED).forEach(gang -> tried.add(pending(gang)));
  }

  private static void add(ShareTree tree, Gang gang, List<Gang> waiting) {
    int leaf = gang.attempt().application().leaf();
    gang.rooms().forEach(room -> tree.charge(leaf, room.inTree()));
    tree.setDemand(leaf, Demand.NOTHING);
    if (gang.state() == Gang.State.WAITING || gang.state() == Gang.State.COLLECTING) {
      waiting.add(gang);
    }
  }

  private static Pending pending(Gang gang) {
    AppAttempt attempt = gang.attempt();
    return new Pending(
        gang, attempt.application().leaf(), gang.withoutRoom().demand(attempt.queue().classes()));
  }

  /** Returns those to try, in this order. */
  List<Pending> tried() {
    return Collections.unmodifiableList(tried);
  }
}
