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
import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans which tasks have to end so that leaves and queues below their ideal share are served.
 *
 * <p>Room for a task of leaf g is made on one node by ending tasks there. For a victim of leaf l,
 * let C be the lowest queue above both, L and G its children towards l and g, and J the resources
 * of which the task of g needs more than is free.
 *
 * <ol>
 *   <li>Gain: G with the task, and without the victims below it, stays within its ideal usage of J.
 *       So the queue's entitlement decides, in whole tasks; which leaf below G is served, the
 *       policy's turn decides.
 *   <li>Loss: L exceeded its ideal usage of J, by more than is ignored, and keeps its ideal usage
 *       without the victim. Every node from l up to L has more than its ideal usage.
 *   <li>Use: the victim holds something of J, and the task does not fit without it.
 *   <li>Turn: if the node's room were offered, the policy would give it to the task, and to no task
 *       like one that has ended. If it would serve another leaf instead, room is made for that
 *       leaf's task, by the same rules; the permission to preempt remains g's. If no such room can
 *       be made on the node, the room for g's task may go to a task of the other leaf, which stays
 *       within its own ideal usage with that one. Otherwise the room would be made again.
 *   <li>Idleness: no resource that the victim holds is left idle, unless G holds less than half of
 *       its ideal usage of J, or the task uses as large a part of the cluster as is left idle.
 * </ol>
 *
 * <p>With machine classes, room and fit are of the amounts of the node's class, and entitlements,
 * excess and budget of the entries of a {@linkplain io.github.yarnfair.core.ShareSpace share}. A
 * task that floats among classes gives no claim, but may take room in its leaf's turn.
 *
 * <p>Victims are sought in three {@link Strictness steps} over all nodes, so that a task whose end
 * costs more than necessary ends only where no other would do. A node on which one step makes room
 * is left alone by the next ones. Decision 33 shows that preemption ends.
 *
 * <p>Not thread-safe; one object per plan. The given tree is not changed. A plan tries each node
 * for each kind of pending task that may gain (tasks of one queue that need the same are one kind)
 * and is bounded by {@link #MOST_ATTEMPTS}, and on each node by {@link #MOST_REFUSED}.
 */
public final class PreemptionPlanner {
  /** Attempts to make room for one task on one node, over the whole plan. */
  private static final int MOST_ATTEMPTS = 100_000;

  /** Sets of tasks that are tried in vain on one node, one after another. */
  private static final int MOST_REFUSED = 64;

  private final ShareTree tree;
  private final PreemptionRules rules;
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

  /** Where the changes that concern the present node begin. */
  private int roomMark;

  /**
   * @param tree the tree as it is; copied
   * @param policy the policy whose turns count; used for this plan alone
   */
  public PreemptionPlanner(ShareTree tree, FairnessPolicy policy, PreemptionRules rules) {
    this.rules = rules;
    supposed = new SupposedTree(tree, policy);
    this.tree = supposed.tree();
    entitlements = new Entitlements(this.tree, rules.ignoredExcess());
    idleness = new Idleness(this.tree);
    budget = new PreemptionBudget(this.tree, entitlements, rules);
    turns = new Turns(supposed, rules.placement());
    gaining = new GainingTasks(this.tree, entitlements, rules);
  }

  /**
   * Returns the tasks that have to end, each once.
   *
   * @param nodes the nodes on which tasks may be preempted; those with warned tasks come first
   */
  public List<PlannedPreemption> plan(List<PreemptableNode> nodes) {
    List<Room> rooms =
        nodes.stream()
            .sorted(Comparator.comparing(node -> !node.hasWarnedTasks()))
            .map(Room::new)
            .toList();
    for (Strictness strictness : Strictness.values()) {
      for (Room room : rooms) {
        if (!room.isUsed() && !budget.isExhausted()) {
          makeRoom(room, strictness);
        }
      }
      gaining.removeAll(heldUp);
    }
    return plan;
  }

  /** Returns for how many tasks of a leaf the plan makes room. */
  public int rooms(int leaf) {
    return rooms.getOrDefault(leaf, 0);
  }

  private void makeRoom(Room room, Strictness strictness) {
    roomMark = supposed.mark();
    tried.clear();
    refused = 0;
    for (GainingTasks.Kind kind : gaining.kinds()) {
      PendingTask task = gaining.first(kind);
      while (task != null && makeRoom(room, kind, task, strictness)) {
        task = gaining.first(kind);
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
    do {
      Attempt attempt = new Attempt(room, claim, task.leaf(), strictness, false);
      if (attempt.succeeds()) {
        return true;
      }
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
      if (taken == null || isGivenBack(ended, started)) {
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
