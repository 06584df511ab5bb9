// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds tasks on one node whose end makes room for one task of a leaf: of all sets in which none
 * ends without need, the one with the least {@link Loss}, of equal ones that with the first tasks
 * of the node. Of like tasks those end whose loss is least. A search gives up after {@link
 * #MOST_TRIED} tasks, which a node with fewer than ten kinds of tasks does not come near.
 */
final class VictimSearch {
  private static final int MOST_TRIED = 1_000;

  private final SupposedTree supposed;
  private final ShareTree tree;
  private final Entitlements entitlements;
  private final PreemptionRules rules;
  private final PreemptionBudget budget;
  private final Idleness idleness;
  private final Room room;
  private final int gaining;
  private final int permitted;
  private final long[] task;

  /** By entry of a share. */
  private final boolean[] lacking;

  private final boolean[] all;
  private final Strictness strictness;
  private final List<RunningTask> victims = new ArrayList<>();
  private Loss loss = Loss.NONE;
  private List<RunningTask> best = List.of();
  private Loss leastLoss = Loss.NONE;
  private int tried;
  private boolean isHeldUp;
  private boolean hasCandidates;

  /**
   * @param room where the task is to run
   * @param claim the task for which room is made
   * @param permitted the leaf that must be permitted to take from the victims: the gaining one, or
   *     one that has to wait for it
   * @param strictness what a victim may cost
   */
  VictimSearch(
      SupposedTree supposed,
      Entitlements entitlements,
      PreemptionRules rules,
      PreemptionBudget budget,
      Idleness idleness,
      Room room,
      PendingTask claim,
      int permitted,
      Strictness strictness) {
    this.supposed = supposed;
    this.tree = supposed.tree();
    this.entitlements = entitlements;
    this.rules = rules;
    this.budget = budget;
    this.idleness = idleness;
    this.room = room;
    gaining = claim.leaf();
    task = claim.amounts();
    this.permitted = permitted;
    lacking = new boolean[tree.space().shares()];
    for (int j = 0; j < tree.space().pairs(); j++) {
      lacking[tree.space().shareOf(j)] |= task[j] > available(j);
    }
    all = new boolean[lacking.length];
    Arrays.fill(all, true);
    this.strictness = strictness;
  }

  /**
   * Marks the entries of a share of which less is available than the task needs, before anything
   * ends.
   */
  boolean[] lacking() {
    return lacking;
  }

  /** Returns whether a task could have ended but for the budget. */
  boolean isHeldUp() {
    return isHeldUp;
  }

  /** Returns whether some task may have ended by the rules that concern each task alone. */
  boolean hasCandidates() {
    return hasCandidates || isHeldUp;
  }

  /** Returns whether the task fits what is free, within the limits above the leaf. */
  boolean fits() {
    for (int j = 0; j < task.length; j++) {
      if (task[j] > available(j)) {
        return false;
      }
    }
    return true;
  }

  /** Returns what is free of a resource, within the limits of the queues above the leaf. */
  private long available(int resource) {
    long least = room.free()[resource];
    for (int n = gaining; n != ShareTree.NONE; n = tree.parent(n)) {
      least = Math.min(least, tree.headroom(n, resource));
    }
    return least;
  }

  private boolean fitsWithout(RunningTask ended) {
    if (!Room.fitsWithout(task, room.free(), ended.amounts())) {
      return false;
    }
    for (int n = gaining; n != ShareTree.NONE; n = tree.parent(n)) {
      boolean isFreed = isWithin(n, ended.leaf());
      for (int j = 0; j < tree.space().pairs(); j++) {
        long left = isFreed ? tree.headroom(n, j, ended.amounts()) : tree.headroom(n, j);
        if (task[j] > left) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether a task holds something that is lacking, on the node or below a limit. */
  private boolean helps(RunningTask candidate) {
    for (int j = 0; j < task.length; j++) {
      if (candidate.amounts()[j] > 0 && helps(candidate, j)) {
        return true;
      }
    }
    return false;
  }

  private boolean helps(RunningTask candidate, int resource) {
    if (task[resource] > room.free()[resource]) {
      return true;
    }
    for (int n = gaining; n != ShareTree.NONE; n = tree.parent(n)) {
      if (task[resource] > tree.headroom(n, resource) && isWithin(n, candidate.leaf())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tries sets of tasks whose end would make the leaf's task fit.
   *
   * @param accept asked with the tasks of a set supposed to have ended; leaves the tree as it is
   * @return the accepted set with the least loss; empty if there is none
   */
  List<RunningTask> find(Predicate<List<RunningTask>> accept) {
    List<RunningTask> candidates = candidates();
    hasCandidates = !candidates.isEmpty();
    if (room.couldFit(task, candidates)) {
      candidates.sort(Comparator.comparing(each -> Loss.of(each, tree)));
      extend(candidates, 0, accept);
    }
    return best;
  }

  /** Returns the loss of the set that was found. */
  Loss leastLoss() {
    return leastLoss;
  }

  /** Returns the tasks that may end by the rules that concern each task alone. */
  private List<RunningTask> candidates() {
    List<RunningTask> losing = new ArrayList<>();
    for (RunningTask candidate : room.candidates()) {
      if (helps(candidate) && mayLose(candidate)) {
        losing.add(candidate);
      }
    }
    List<RunningTask> candidates = new ArrayList<>();
    for (RunningTask candidate : losing) {
      if (mayGain(candidate) || mayShrinkGainer(candidate, losing)) {
        candidates.add(candidate);
      }
    }
    return candidates;
  }

  private boolean mayShrinkGainer(RunningTask candidate, List<RunningTask> losing) {
    int gainer = gainer(candidate);
    return losing.stream().anyMatch(other -> isWithin(gainer, other.leaf()));
  }

  private void extend(List<RunningTask> order, int next, Predicate<List<RunningTask>> accept) {
    if (!best.isEmpty() && loss.compareTo(leastLoss) >= 0) {
      return;
    }
    if (fits()) {
      if (areAllNeeded() && areAllFor() && accept.test(List.copyOf(victims))) {
        best = List.copyOf(victims);
        leastLoss = loss;
      }
      return;
    }
    for (int i = next; i < order.size() && tried < MOST_TRIED; i++) {
      RunningTask candidate = order.get(i);
      Loss before = loss;
      loss = loss.plus(Loss.of(candidate, tree));
      if (!best.isEmpty() && loss.compareTo(leastLoss) >= 0) {
        loss = before; // Those that follow lose more.
        return;
      }
      if (!isLikeEarlier(order, next, i)) {
        tried++;
        extendBy(candidate, order, i + 1, accept);
      }
      loss = before;
    }
  }

  private void extendBy(
      RunningTask candidate,
      List<RunningTask> order,
      int next,
      Predicate<List<RunningTask>> accept) {
    if (helps(candidate) && mayLose(candidate)) {
      int mark = supposed.mark();
      supposed.end(candidate.leaf(), candidate.amounts());
      room.add(candidate.amounts());
      victims.add(candidate);
      extend(order, next, accept);
      victims.remove(candidate);
      room.take(candidate.amounts());
      supposed.undoTo(mark);
    }
  }

  private static boolean isLikeEarlier(List<RunningTask> order, int from, int index) {
    return order.subList(from, index).stream().anyMatch(order.get(index)::isLike);
  }

  private boolean areAllNeeded() {
    return victims.stream().noneMatch(this::fitsWithout);
  }

  /** Rule 1, after all of them have ended: those below G make G smaller. */
  private boolean areAllFor() {
    return victims.stream().allMatch(this::mayGain);
  }

  private boolean mayGain(RunningTask victim) {
    int gainer = gainer(victim);
    boolean isDue =
        strictness.isForEntitled()
            ? isEntitled(gainer)
            : entitlements.mayGain(gainer, task, lacking);
    return isDue
        && (strictness.mayIdle()
            ? isWorthIdling(gainer, victim)
            : idleness.after(victim, task) == 0);
  }

  private boolean isEntitled(int gainer) {
    return entitlements.shortfall(gainer, task) > 0
        && (!strictness.lowersShortfall() || entitlements.staysEntitled(gainer, task));
  }

  /** Rule 2. */
  private boolean mayLose(RunningTask victim) {
    int losing = victim.leaf();
    if (losing == gaining
        || losing == permitted
        || !rules.permission().mayPreempt(losing, permitted)) {
      return false;
    }
    int loser = losingSide(victim);
    boolean forEntitled = strictness.isForEntitled();
    boolean isAllowed =
        (forEntitled ? mayServe(loser, victim) : mayLoseExcess(loser, victim))
            && innerNodesAllow(losing, loser, victim);
    boolean isWithinBudget = !isAllowed || budget.allowsMore(loser, lacking, forEntitled);
    isHeldUp |= !isWithinBudget;
    return isAllowed && isWithinBudget;
  }

  private boolean mayLoseExcess(int loser, RunningTask victim) {
    boolean[] kept = strictness == Strictness.KEEPS_ALL ? all : lacking;
    return exceeds(loser, victim)
        && (strictness.lowersShortfall()
            ? lacksLess(loser, victim, true)
            : entitlements.keepsIdeal(loser, victim.amounts(), kept));
  }

  /** Rule 2, for a queue below what it is entitled to. */
  private boolean mayServe(int loser, RunningTask victim) {
    long[] amounts = victim.amounts();
    double shortfall = entitlements.shortfall(gainer(victim), task);
    return entitlements.mayServe(loser, amounts, lacking, shortfall, strictness.lowersShortfall())
        && (strictness != Strictness.ABOVE_IDEAL || entitlements.hasExcess(loser, amounts, lacking))
        && (strictness.lowersShortfall()
            ? lacksLess(loser, victim, false)
            : entitlements.keepsEntitled(loser, amounts));
  }

  /** Returns whether a side that falls short itself does so by less than the gaining one does. */
  private boolean lacksLess(int loser, RunningTask victim, boolean ofIdeal) {
    double shortfall = entitlements.shortfall(gainer(victim), task, ofIdeal);
    return entitlements.lacksLessWithout(loser, victim.amounts(), shortfall, ofIdeal);
  }

  /** Returns whether the losing side had too much of something that the victim would free. */
  private boolean exceeds(int loser, RunningTask victim) {
    for (int s = 0; s < lacking.length; s++) {
      boolean frees = lacking[s] && tree.space().shareAmount(victim.amounts(), s) > 0;
      if (frees && entitlements.exceeds(loser, s)) {
        return true;
      }
    }
    return false;
  }

  private boolean innerNodesAllow(int losing, int loser, RunningTask victim) {
    for (int n = losing; n != loser; n = tree.parent(n)) {
      boolean allows =
          switch (strictness) {
            case KEEPS_ALL -> entitlements.keepsIdeal(n, victim.amounts(), lacking);
            case ROUNDS, LEAVES_IDLE, ABOVE_IDEAL ->
                entitlements.hasExcess(n, victim.amounts(), lacking);
            case SHARES_IDEAL -> entitlements.hadExcess(n, victim.amounts(), lacking);
            default ->
                entitlements.isAboveEntitled(
                    n, victim.amounts(), lacking, strictness.lowersShortfall());
          };
      if (!allows) {
        return false;
      }
    }
    return true;
  }

  /**
   * Rule 5. A queue with less than half of its entitlement is served however much stays idle; with
   * more, only if the task uses at least as large a part of the cluster as stays idle.
   */
  private boolean isWorthIdling(int gainer, RunningTask victim) {
    double idle = idleness.after(victim, task);
    if (idle == 0 || entitlements.isFarBelow(gainer, task, lacking)) {
      return true;
    }
    return idleness.used(task) >= idle;
  }

  /** Returns the child, towards the victim, of the lowest queue above the victim and the gainer. */
  int losingSide(RunningTask victim) {
    int n = victim.leaf();
    while (!isWithin(tree.parent(n), gaining)) {
      n = tree.parent(n);
    }
    return n;
  }

  /** Returns the child, towards the gaining leaf, of the lowest queue above it and the victim. */
  private int gainer(RunningTask victim) {
    int common = tree.parent(losingSide(victim));
    int n = gaining;
    while (tree.parent(n) != common) {
      n = tree.parent(n);
    }
    return n;
  }

  private boolean isWithin(int node, int leaf) {
    int n = leaf;
    while (n != ShareTree.NONE && n != node) {
      n = tree.parent(n);
    }
    return n == node;
  }
}
