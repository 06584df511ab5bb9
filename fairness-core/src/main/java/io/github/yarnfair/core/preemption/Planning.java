// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The making of one plan, by the rules of {@link PreemptionPlanner}: tries each node for each kind
 * of pending task that may gain, from step to step of {@link Strictness}; within a step, the node
 * first on which room {@linkplain Cost costs} the least.
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

  private int attempts;

  /** Tasks and sets that were tried in vain on the present node since room was last made there. */
  private final Set<Integer> tried = new HashSet<>();

  private int refused;

  /** Whether some task may have ended for the last claim, on the present node. */
  private boolean hasCandidates;

  Planning(SupposedTree supposed, PreemptionRules rules, List<PreemptableNode> nodes) {
    this.rules = rules;
    this.supposed = supposed;
    this.tree = supposed.tree();
    FixedUsage fixed = new FixedUsage(tree, nodes, rules.permission());
    turns = new Turns(supposed, rules.placement());
    this.nodes = nodes.stream().map(this::withoutEnding).toList();
    supposed.settle();
    entitlements = new Entitlements(tree, fixed, rules.ignoredExcess());
    idleness = new Idleness(tree);
    budget = new PreemptionBudget(tree, entitlements, rules);
    gaining = new GainingTasks(tree, entitlements, rules);
  }

  /** Returns a node as if the tasks had ended that end by themselves, and others had started. */
  private PreemptableNode withoutEnding(PreemptableNode node) {
    List<RunningTask> ending = node.tasks().stream().filter(RunningTask::endsInTime).toList();
    if (ending.isEmpty()) {
      return node;
    }
    long[] free = node.free().clone();
    for (RunningTask task : ending) {
      supposed.complete(task);
      Amounts.add(free, task.amounts());
    }
    turns.giveAway(node.id(), free);
    List<RunningTask> left = new ArrayList<>(node.tasks());
    left.removeAll(ending);
    return new PreemptableNode(node.id(), free, left);
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
      if (!kinds.isEmpty()) {
        makeRoom(all, kinds, strictness);
      }
      gaining.removeAll(heldUp);
    }
    return plan;
  }

  /** Makes room where that costs the least, as long as there is such a node. */
  private void makeRoom(List<Room> all, List<GainingTasks.Kind> kinds, Strictness strictness) {
    PriorityQueue<Visit> visits = new PriorityQueue<>();
    for (Room room : all) {
      if (!room.isUsed()) {
        visits.add(
            new Visit(
                visits.size(),
                room,
                new ArrayList<>(kinds),
                new HashSet<>(),
                Cost.atLeast(room.leastLoss(tree), room.free(), tree)));
      }
    }
    while (!visits.isEmpty() && !budget.isExhausted()) {
      Visit visit = visits.remove();
      Visit next = visits.peek();
      Cost least = makeRoom(visit, strictness, next == null ? null : next.leastCost());
      if (least != null) {
        visits.add(visit.withLeast(least));
      }
    }
  }

  /**
   * Makes room on one node.
   *
   * @param limit what it may cost at most; null for anything
   * @return the least that further room costs, more than the limit; null if there is none
   */
  private @Nullable Cost makeRoom(Visit visit, Strictness strictness, @Nullable Cost limit) {
    tried.clear();
    refused = 0;
    Cost least = null;
    for (GainingTasks.Kind kind : List.copyOf(visit.kinds())) {
      GainingTasks.Kind anywhere =
          new GainingTasks.Kind(tree.parent(kind.queue()), kind.amounts(), kind.isShort());
      boolean isHopeless = strictness.isForEntitled() && visit.hopeless().contains(anywhere);
      if (isHopeless && !visit.room().hasTaskBelow(kind.queue(), tree)) {
        continue;
      }
      PendingTask task = gaining.first(kind, strictness);
      Made made = new Made(true, null);
      while (task != null && made.isRoom()) {
        made = makeRoom(visit.room(), kind, task, strictness, limit);
        task = made.isRoom() ? gaining.first(kind, strictness) : task;
      }
      if (made.beyond() == null) {
        visit.kinds().remove(kind);
      } else if (least == null || made.beyond().compareTo(least) < 0) {
        least = made.beyond();
      }
      if (task != null && tree.holdsNothing(kind.queue()) && !hasCandidates) {
        visit.hopeless().add(anywhere);
      }
      boolean isOver = attempts >= MOST_ATTEMPTS || budget.isExhausted();
      if (isOver || visit.room().candidates().isEmpty() || refused >= MOST_REFUSED) {
        return isOver ? null : least;
      }
    }
    return least;
  }

  /**
   * What an attempt has come to.
   *
   * @param beyond what the room costs that was found and not made, as it is beyond the limit
   */
  private record Made(boolean isRoom, @Nullable Cost beyond) {}

  /**
   * Makes room for a task, or for those that the policy would serve before it: for these by the
   * given step, or by one before it where no task may end for them by that.
   */
  private Made makeRoom(
      Room room,
      GainingTasks.Kind kind,
      PendingTask task,
      Strictness strictness,
      @Nullable Cost limit) {
    Deque<PendingTask> claims = new ArrayDeque<>(List.of(task));
    List<Strictness> steps = List.of(strictness);
    hasCandidates = false;
    while (!claims.isEmpty()) {
      PendingTask claim = claims.remove();
      boolean isSearched = false;
      for (int i = 0; i < steps.size() && !isSearched; i++) {
        Attempt attempt = new Attempt(room, claim, task.leaf(), steps.get(i), false);
        Made made = attempt.make(limit);
        isSearched = attempt.search.hasCandidates();
        hasCandidates |= isSearched;
        if (made.isRoom() || made.beyond() != null) {
          return made;
        }
        if (attempt.search.isHeldUp()) {
          heldUp.add(kind);
        }
        attempt.servedInstead.stream().filter(each -> tried.add(each.leaf())).forEach(claims::add);
      }
      steps = strictness.withStricterOnes();
    }
    return new Attempt(room, task, task.leaf(), strictness, true).make(limit);
  }

  /**
   * What came of the last set of victims that a search accepted.
   *
   * @param taken the task that takes the room
   * @param free what is left of the node
   * @param changes of the tree, in their order
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Accepted(
      List<RunningTask> victims,
      PendingTask taken,
      long[] free,
      Deque<SupposedTree.Change> changes) {}

  /** Making room for one task on one node. */
  private final class Attempt {
    private final Room room;
    private final PendingTask claim;
    private final VictimSearch search;
    private final boolean mayYield;

    /** For each set of victims that was refused, the first task of another leaf that started. */
    private final List<PendingTask> servedInstead = new ArrayList<>();

    private @Nullable Accepted accepted;

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

    /** Makes the room if that costs no more than the limit. */
    Made make(@Nullable Cost limit) {
      long[] task = claim.amounts();
      attempts++;
      if (search.fits()
          || !room.couldFit(task, room.candidates())
          || !rules.placement().mayPlace(claim.leaf(), task, room.node())
          || !budget.allowsMore(search.lacking())) {
        return new Made(false, null);
      }
      List<RunningTask> victims = search.find(this::isTakenAsClaimed);
      if (victims.isEmpty()) {
        return new Made(false, null);
      }
      Accepted made = accepted(victims);
      Cost cost = Cost.of(search.leastLoss(), room.free(), made.free(), tree);
      if (limit != null && cost.compareTo(limit) > 0) {
        return new Made(false, cost);
      }
      end(made);
      return new Made(true, null);
    }

    private Accepted accepted(List<RunningTask> victims) {
      Accepted made = accepted;
      if (made == null || !made.victims().equals(victims)) {
        throw new IllegalStateException("the search returned tasks that were not accepted last");
      }
      return made;
    }

    /** Offers all room made on the node, the victims' included, in the policy's turns. */
    private boolean isTakenAsClaimed(List<RunningTask> victims) {
      if (refused >= MOST_REFUSED) {
        return false;
      }
      Deque<SupposedTree.Change> before = supposed.undoTo(0);
      victims.forEach(victim -> room.take(victim.amounts()));
      supposed.revert(room.changes());
      long[] free = new long[room.free().length];
      PendingTask taken = supposeEnded(victims, free);
      refused += taken == null ? 1 : 0;
      Deque<SupposedTree.Change> made = supposed.undoTo(0);
      accepted = taken == null ? accepted : new Accepted(List.copyOf(victims), taken, free, made);
      supposed.restore(room.changes());
      victims.forEach(victim -> room.add(victim.amounts()));
      supposed.redo(before);
      return taken != null;
    }

    /**
     * Plans that an accepted set of tasks ends, with the tasks that took the room when it was
     * accepted: where keys of leaves are equal but for rounding, an incremental selection may
     * choose another one after changes that were undone.
     */
    private void end(Accepted made) {
      supposed.revert(room.changes());
      supposed.redo(made.changes());
      PendingTask taken = made.taken();
      List<RunningTask> victims = made.victims();
      for (RunningTask victim : victims) {
        budget.choose(victim, search.losingSide(victim));
        boolean leavesIdle = idleness.after(victim, taken.amounts()) > 0;
        plan.add(new PlannedPreemption(victim, taken.leaf(), leavesIdle));
      }
      room.claim(taken, victims, made.free(), supposed.settle());
      tried.clear();
      refused = 0;
    }

    /**
     * Supposes that the node's tasks for which room was made, and some more, have ended, and that
     * others start in the policy's turns.
     *
     * @param free set to what is left
     * @return the task that takes the room that was not made before, or null if it is made in vain
     */
    private @Nullable PendingTask supposeEnded(List<RunningTask> victims, long[] free) {
      List<RunningTask> ended = new ArrayList<>(room.ended());
      ended.addAll(victims);
      ended.forEach(task -> supposed.end(task.leaf(), task.amounts()));
      System.arraycopy(room.freeWith(ended), 0, free, 0, free.length);
      List<PendingTask> started = turns.giveAway(room.node(), free);
      List<PendingTask> unclaimed = room.unclaimed(started);
      PendingTask taken = unclaimed == null ? null : taken(unclaimed, ended, victims);
      if (taken == null
          || ended.stream().anyMatch(end -> end.isAmong(started))
          || !isBetter(taken, idle(free))) {
        noteFirstOther(unclaimed == null ? List.of() : unclaimed);
        return null;
      }
      return taken;
    }

    /** Returns what was not free before the victims ended, and is not taken. */
    private long[] idle(long[] free) {
      long[] idle = free.clone();
      Amounts.subtract(idle, room.free());
      Arrays.setAll(idle, j -> Math.max(0, idle[j]));
      return idle;
    }

    /** Returns whether the tree is better than it was before the victims ended. */
    private boolean isBetter(PendingTask taken, long[] idle) {
      Shortfalls shortfalls = new Shortfalls(tree, entitlements);
      supposed
          .unsettled()
          .forEach(change -> shortfalls.add(change.leaf(), change.amounts(), change.tasks()));
      room.changes()
          .forEach(change -> shortfalls.add(change.leaf(), change.amounts(), -change.tasks()));
      shortfalls.spare(taken.leaf(), idle);
      return shortfalls.fall();
    }

    /** Returns the task that takes the room made for the claim, or null if it is made in vain. */
    private @Nullable PendingTask taken(
        List<PendingTask> unclaimed, List<RunningTask> ended, List<RunningTask> victims) {
      if (claim.isAmong(unclaimed)) {
        return claim;
      }
      for (int i = 0; i < unclaimed.size(); i++) {
        PendingTask other = unclaimed.get(i);
        if (mayYield
            && entitlements.isWithinIdeal(
                other.leaf(), other.amounts(), PendingTask.further(unclaimed, i))
            && room.needsAll(other.amounts(), ended, victims)) {
          return other;
        }
      }
      return null;
    }

    private void noteFirstOther(List<PendingTask> unclaimed) {
      unclaimed.stream()
          .filter(other -> other.leaf() != claim.leaf())
          .findFirst()
          .ifPresent(servedInstead::add);
    }
  }
}
