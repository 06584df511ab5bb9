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
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.Amounts;
import io.github.yarnfair.core.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The making of one plan, by the rules of {@link PreemptionPlanner}: tries each node for each kind
 * of pending task that may gain, from step to step of {@link Strictness}.
 */
final class Planning {
  /** Attempts to make room for one task on one node, over the whole plan. */
  private static final int MOST_ATTEMPTS = 100_000;

  /** Sets of tasks that are tried in vain on one node, one after another. */
  private static final int MOST_REFUSED = 64;

  private final ShareTree tree;
  private final PreemptionRules rules;
  private final List<PreemptableNode> nodes;
  private final SupposedTree supposed;
  private final Entitlements entitlements;
  private final Idleness idleness;
  private final PreemptionBudget budget;
  private final Turns turns;
  private final GainingTasks gaining;

  /** Kinds for which the budget spared a victim: the next plan goes on with that one. */
  private final Set<GainingTasks.Kind> heldUp = new HashSet<>();

  private final List<PlannedPreemption> plan = new ArrayList<>();

  /** How many tasks room was made for, by leaf. */
  private final Map<Integer, Integer> rooms = new HashMap<>();

  private int attempts;

  /** Tasks and sets that were tried in vain on the present node since room was last made there. */
  private final Set<Integer> tried = new HashSet<>();

  private int refused;

  /** Whether some task may have ended for the last claim, on the present node. */
  private boolean hasCandidates;

  /** Where the changes that concern the present node begin. */
  private int roomMark;

  /** For the plan as made so far, what of the nodes may end. */
  Planning(SupposedTree supposed, PreemptionRules rules, List<PreemptableNode> nodes) {
    this.rules = rules;
    this.supposed = supposed;
    this.tree = supposed.tree();
    this.nodes = nodes;
    FixedUsage fixed = new FixedUsage(tree, nodes, rules.permission());
    entitlements = new Entitlements(tree, fixed, rules.ignoredExcess());
    idleness = new Idleness(tree);
    budget = new PreemptionBudget(tree, entitlements, rules);
    turns = new Turns(supposed, rules.placement());
    gaining = new GainingTasks(tree, entitlements, rules);
  }

  /** Returns the tasks that have to end, each once; once. */
  List<PlannedPreemption> plan() {
    List<Room> all =
        nodes.stream()
            .sorted(Comparator.comparing(node -> !node.hasWarnedTasks()))
            .map(Room::new)
            .toList();
    for (Strictness strictness : Strictness.values()) {
      List<GainingTasks.Kind> kinds = gaining.kinds(strictness);
      for (Room room : all) {
        if (!kinds.isEmpty() && !room.isUsed() && !budget.isExhausted()) {
          makeRoom(room, kinds, strictness);
        }
      }
      gaining.removeAll(heldUp);
    }
    return plan;
  }

  /** Returns for how many tasks the plan makes room, by leaf. */
  Map<Integer, Integer> rooms() {
    return rooms;
  }

  private void makeRoom(Room room, List<GainingTasks.Kind> kinds, Strictness strictness) {
    roomMark = supposed.mark();
    tried.clear();
    refused = 0;
    Set<GainingTasks.Kind> hopeless = new HashSet<>();
    for (GainingTasks.Kind kind : kinds) {
      GainingTasks.Kind anywhere =
          new GainingTasks.Kind(tree.parent(kind.queue()), kind.amounts(), kind.isShort());
      if (strictness.isForEntitled() && hopeless.contains(anywhere)) {
        continue;
      }
      PendingTask task = gaining.first(kind, strictness);
      while (task != null && makeRoom(room, kind, task, strictness)) {
        task = gaining.first(kind, strictness);
      }
      if (task != null && tree.holdsNothing(kind.queue()) && !hasCandidates) {
        hopeless.add(anywhere);
      }
      if (room.candidates().isEmpty()
          || refused >= MOST_REFUSED
          || attempts >= MOST_ATTEMPTS
          || budget.isExhausted()) {
        return;
      }
    }
  }

  /** Makes room for a task, or for one that the policy would serve before it. */
  private boolean makeRoom(
      Room room, GainingTasks.Kind kind, PendingTask task, Strictness strictness) {
    PendingTask claim = task;
    hasCandidates = false;
    do {
      Attempt attempt = new Attempt(room, claim, task.leaf(), strictness, false);
      if (attempt.succeeds()) {
        return true;
      }
      hasCandidates |= attempt.search.hasCandidates();
      if (attempt.search.isHeldUp()) {
        heldUp.add(kind);
      }
      claim = attempt.servedInstead;
    } while (claim != null && tried.add(claim.leaf()));
    return new Attempt(room, task, task.leaf(), strictness, true).succeeds();
  }

  /** Making room for one task on one node. */
  private final class Attempt {
    private final Room room;
    private final PendingTask claim;
    private final VictimSearch search;
    private final boolean mayYield;
    private @Nullable PendingTask servedInstead;

    /**
     * @param permitted the leaf that must be permitted to take from the victims
     * @param mayYield whether the room may go to another leaf that is below its own ideal usage
     */
    Attempt(Room room, PendingTask claim, int permitted, Strictness strictness, boolean mayYield) {
      this.room = room;
      this.claim = claim;
      this.mayYield = mayYield;
      search =
          new VictimSearch(
              supposed, entitlements, rules, budget, idleness, room, claim, permitted, strictness);
    }

    boolean succeeds() {
      long[] task = claim.amounts();
      attempts++;
      return !search.fits()
          && room.couldFit(task, room.candidates())
          && rules.placement().mayPlace(claim.leaf(), task, room.node())
          && budget.allowsMore(search.lacking())
          && search.find(this::isTakenAsClaimed);
    }

    /** Offers all room made on the node, the victims' included, in the policy's turns. */
    private boolean isTakenAsClaimed(List<RunningTask> victims) {
      if (refused >= MOST_REFUSED) {
        return false;
      }
      List<RunningTask> ended = new ArrayList<>(room.ended());
      ended.addAll(victims);
      Deque<SupposedTree.Change> before = supposed.undoTo(roomMark);
      ended.forEach(task -> supposed.end(task.leaf(), task.amounts()));
      long[] free = room.freeWith(ended);
      List<PendingTask> started = turns.giveAway(room.node(), free);
      List<PendingTask> unclaimed = room.unclaimed(started);
      PendingTask taken = unclaimed == null ? null : taken(unclaimed, ended, victims);
      if (taken == null
          || isGivenBack(ended, started)
          || !isBetter(taken, victims, before, idle(free, victims))) {
        supposed.undoTo(roomMark);
        supposed.redo(before);
        refused++;
        noteFirstOther(unclaimed == null ? List.of() : unclaimed);
        return false;
      }
      for (RunningTask victim : victims) {
        budget.choose(victim, search.losingSide(victim));
        boolean leavesIdle = idleness.after(victim, taken.amounts()) > 0;
        plan.add(new PlannedPreemption(victim, taken.leaf(), leavesIdle));
      }
      rooms.merge(taken.leaf(), 1, Integer::sum);
      room.claim(taken, victims, free);
      tried.clear();
      refused = 0;
      return true;
    }

    /** Returns what was not free before the victims ended, and is not taken. */
    private long[] idle(long[] free, List<RunningTask> victims) {
      long[] idle = free.clone();
      Amounts.subtract(idle, room.free());
      victims.forEach(victim -> Amounts.add(idle, victim.amounts()));
      Arrays.setAll(idle, j -> Math.max(0, idle[j]));
      return idle;
    }

    /** Returns whether the tree is better than it was before the victims ended. */
    private boolean isBetter(
        PendingTask taken,
        List<RunningTask> victims,
        Collection<SupposedTree.Change> before,
        long[] idle) {
      Shortfalls shortfalls = new Shortfalls(tree, entitlements);
      supposed
          .after(roomMark)
          .forEach(change -> shortfalls.add(change.leaf(), change.amounts(), change.tasks()));
      before.forEach(change -> shortfalls.add(change.leaf(), change.amounts(), -change.tasks()));
      victims.forEach(victim -> shortfalls.add(victim.leaf(), victim.amounts(), -1));
      shortfalls.spare(taken.leaf(), idle);
      return shortfalls.fall();
    }

    /** Returns the task that takes the room made for the claim, or null if it is made in vain. */
    private @Nullable PendingTask taken(
        List<PendingTask> unclaimed, List<RunningTask> ended, List<RunningTask> victims) {
      if (isAmong(claim, unclaimed)) {
        return claim;
      }
      for (int i = 0; i < unclaimed.size(); i++) {
        PendingTask other = unclaimed.get(i);
        if (mayYield
            && entitlements.isWithinIdeal(other.leaf(), other.amounts(), further(unclaimed, i))
            && room.needsAll(other.amounts(), ended, victims)) {
          return other;
        }
      }
      return null;
    }

    /** Returns the sum of the other tasks of the same leaf. */
    private long[] further(List<PendingTask> unclaimed, int index) {
      long[] sum = new long[tree.space().length()];
      for (int i = 0; i < unclaimed.size(); i++) {
        if (i != index && unclaimed.get(i).leaf() == unclaimed.get(index).leaf()) {
          Amounts.add(sum, unclaimed.get(i).amounts());
        }
      }
      return sum;
    }

    private void noteFirstOther(List<PendingTask> unclaimed) {
      for (int i = 0; servedInstead == null && i < unclaimed.size(); i++) {
        servedInstead = unclaimed.get(i).leaf() == claim.leaf() ? null : unclaimed.get(i);
      }
    }
  }

  private static boolean isAmong(PendingTask task, List<PendingTask> tasks) {
    return tasks.stream().anyMatch(other -> other.isLike(task.leaf(), task.amounts()));
  }

  /** Returns whether a task starts that is like one that ended: that one ended for nothing. */
  private static boolean isGivenBack(List<RunningTask> ended, List<PendingTask> started) {
    return ended.stream()
        .anyMatch(
            end -> started.stream().anyMatch(start -> start.isLike(end.leaf(), end.amounts())));
  }
}
