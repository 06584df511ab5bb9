// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.preemption.ClosedCluster.Task;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Every step that the documented rules of {@link PreemptionPlanner} allow in a state: all sets of
 * tasks of one node whose end makes room for one pending task. Written from the rules, by trial of
 * all sets, and sharing no code with the planner.
 */
final class AllowedSteps {
  private static final double TOLERANCE = 1e-9;

  private final ClosedCluster cluster;
  private final PreemptionRules rules;
  private final ShareTree tree;
  private final Entitlements due;
  private final double[][] first;
  private final ShareEntries entries;

  /** By which rules a set of tasks may end: those for ideal usage or for what is entitled. */
  private enum Rule {
    IDEAL,
    SHARES_IDEAL,
    ENTITLED,
    SHARES_ENTITLED;

    boolean isForEntitled() {
      return this == ENTITLED || this == SHARES_ENTITLED;
    }

    boolean shares() {
      return this == SHARES_IDEAL || this == SHARES_ENTITLED;
    }
  }

  /** One step: the ends of some tasks of a node for one pending task of a leaf. */
  record Step(int node, int leaf, List<Long> task, Set<Integer> ended) {}

  AllowedSteps(ClosedCluster cluster, PreemptionRules rules) {
    this.cluster = cluster;
    this.rules = rules;
    tree = cluster.tree();
    entries = new ShareEntries(tree);
    due = due(cluster, rules);
    first = new StateOrder(tree, due).state();
  }

  /** Returns what each node of a tree would ideally hold. */
  static double[][] idealUsage(ShareTree tree) {
    IdealShare ideal = IdealShare.of(tree);
    double[][] usage = new double[tree.handleBound()][];
    Arrays.setAll(usage, ideal::usage);
    return usage;
  }

  /** Returns what the nodes are due. */
  static Entitlements due(ClosedCluster cluster, PreemptionRules rules) {
    FixedUsage fixed = new FixedUsage(cluster.tree(), cluster.nodes(), rules.permission());
    return new Entitlements(cluster.tree(), fixed, rules.ignoredExcess());
  }

  /** Returns all steps that are allowed. */
  List<Step> all() {
    return IntStream.range(0, cluster.nodeCount())
        .boxed()
        .flatMap(node -> claims().flatMap(claim -> stepsFor(claim, node).stream()))
        .toList();
  }

  /** Returns the steps for a task; only if there is none, those whose room another leaf takes. */
  private List<Step> stepsFor(PendingTask claim, int node) {
    List<Step> steps = new ArrayList<>();
    findFor(claim, claim.leaf(), node, new HashSet<>(), steps);
    return steps.isEmpty() ? yielding(claim, node) : steps;
  }

  /**
   * Returns whether rules 1 to 3 and 5 allow these tasks of a node to end for a leaf: for itself,
   * for one that waits for it or in the place of one; rule 4 is seen by what starts then.
   */
  boolean mayEnd(Set<Integer> ended, int leaf, int node) {
    return tasks(leaf).stream().anyMatch(task -> mayEndFor(task, ended, node))
        || claims()
            .flatMap(claim -> stepsFor(claim, node).stream())
            .anyMatch(step -> step.leaf() == leaf && step.ended().equals(ended));
  }

  private boolean mayEndFor(PendingTask claim, Set<Integer> ended, int node) {
    return leaves().stream()
        .flatMap(permitted -> searches(node, claim, permitted))
        .flatMap(search -> search.sets().stream().map(set -> search.step(set, claim)))
        .anyMatch(step -> step.ended().equals(ended));
  }

  private Stream<Search> searches(int node, PendingTask claim, int permitted) {
    return Arrays.stream(Rule.values()).map(rule -> new Search(rule, node, claim, permitted));
  }

  private List<Integer> leaves() {
    return IntStream.range(0, tree.handleBound()).filter(tree::isLeaf).boxed().toList();
  }

  private Stream<PendingTask> claims() {
    return leaves().stream().flatMap(leaf -> tasks(leaf).stream());
  }

  /** Returns one pending task of each vector that a leaf asks for. */
  private List<PendingTask> tasks(int leaf) {
    Demand demand = tree.demand(leaf);
    return IntStream.range(0, demand.size())
        .mapToObj(i -> new PendingTask(leaf, demand.vector(i)))
        .toList();
  }

  /** Finds steps for a task, or for those that the policy would serve in its place. */
  private void findFor(
      PendingTask claim, int permitted, int node, Set<Integer> tried, List<Step> steps) {
    if (!tried.add(claim.leaf()) || Amounts.fits(claim.amounts(), cluster.free(node))) {
      return;
    }
    searches(node, claim, permitted)
        .forEach(
            search -> {
              for (int set : search.sets()) {
                List<PendingTask> started = search.offer(set);
                if (search.isGivenAsClaimed(set, started)) {
                  steps.add(search.step(set, claim));
                } else {
                  started.stream()
                      .filter(other -> other.leaf() != claim.leaf())
                      .findFirst()
                      .ifPresent(other -> findFor(other, permitted, node, tried, steps));
                }
              }
            });
  }

  /** Returns the steps for a task whose room goes to another leaf, within its ideal usage. */
  private List<Step> yielding(PendingTask claim, int node) {
    List<Step> steps = new ArrayList<>();
    searches(node, claim, claim.leaf())
        .forEach(
            search -> {
              for (int set : search.sets()) {
                List<PendingTask> started = search.offer(set);
                started.stream()
                    .filter(other -> !search.comesBack(set, started))
                    .filter(other -> search.mayYieldTo(other, set))
                    .filter(other -> search.isBetter(set, started, other.leaf()))
                    .forEach(other -> steps.add(search.step(set, other)));
              }
            });
    return steps;
  }

  private double excess(int n, int j, long[][] freed) {
    return entries.held(n, j) - entries.sum(freed[n], j) - due.ideal(n, j);
  }

  private boolean isAbove(int node, int leaf) {
    return leaf != ShareTree.NONE && (leaf == node || isAbove(node, tree.parent(leaf)));
  }

  private double tolerance(int j) {
    return TOLERANCE * entries.total(j);
  }

  /** By how much a node holds more than it is entitled to, without what a set frees. */
  private double above(int n, int j, long[][] freed) {
    return entries.held(n, j) - entries.sum(freed[n], j) - due.entitled(n, j);
  }

  private double shortfall(int n, long[] task, long[][] freed, boolean ofIdeal) {
    double most = 0;
    for (int j = 0; j < entries.count(); j++) {
      double lack = ofIdeal ? -excess(n, j, freed) : -above(n, j, freed);
      if (entries.sum(task, j) > 0 && lack > tolerance(j)) {
        most = Math.max(most, lack / (ofIdeal ? due.ideal(n, j) : due.entitled(n, j)));
      }
    }
    return most;
  }

  /** The sets of one node's tasks for one pending task, each reached by ending one at a time. */
  private final class Search {
    private final Rule rule;
    private final int node;
    private final int gaining;
    private final int permitted;
    private final long[] wanted;
    private final List<Task> tasks;
    private final boolean[] lacking;

    Search(Rule rule, int node, PendingTask claim, int permitted) {
      this.rule = rule;
      this.node = node;
      gaining = claim.leaf();
      wanted = claim.amounts();
      this.permitted = permitted;
      tasks = cluster.running(node).stream().filter(task -> !task.isMaster()).toList();
      lacking = new boolean[entries.count()];
      for (int pair = 0; pair < entries.pairs(); pair++) {
        lacking[entries.of(pair)] |= wanted[pair] > cluster.free(node)[pair];
      }
    }

    /** Returns the sets that rules 1 to 3 and 5 allow. */
    List<Integer> sets() {
      List<Integer> sets = new ArrayList<>();
      boolean[] reached = new boolean[1 << tasks.size()];
      reached[0] = true;
      for (int set = 1; set < reached.length; set++) {
        for (int t = 0; t < tasks.size() && !reached[set]; t++) {
          int before = set & ~(1 << t);
          reached[set] =
              before != set && reached[before] && !fits(before) && mayEnd(tasks.get(t), before);
        }
        if (reached[set] && fits(set) && isNeeded(set, wanted)) {
          sets.add(set);
        }
      }
      return sets;
    }

    /** Returns the step that ends a set of tasks, and whose room another task takes. */
    Step step(int set, PendingTask taker) {
      Set<Integer> ended = new TreeSet<>();
      of(set).forEach(task -> ended.add(task.id()));
      return new Step(node, taker.leaf(), Arrays.stream(taker.amounts()).boxed().toList(), ended);
    }

    private List<Task> of(int set) {
      return IntStream.range(0, tasks.size())
          .filter(t -> (set & (1 << t)) != 0)
          .mapToObj(tasks::get)
          .toList();
    }

    private long[] room(int set) {
      long[] room = cluster.free(node).clone();
      of(set).forEach(task -> Amounts.add(room, task.amounts()));
      return room;
    }

    private boolean fits(int set) {
      return Amounts.fits(wanted, room(set));
    }

    /** Rule 3: if any of them goes on, the task does not fit. */
    private boolean isNeeded(int set, long[] task) {
      for (int t = 0; t < tasks.size(); t++) {
        if ((set & (1 << t)) != 0 && Amounts.fits(task, room(set & ~(1 << t)))) {
          return false;
        }
      }
      return true;
    }

    /** By node of the tree, what a set would free. */
    private long[][] freed(int set) {
      long[][] freed = new long[tree.handleBound()][wanted.length];
      for (Task task : of(set)) {
        for (int n = task.leaf(); n != ShareTree.NONE; n = tree.parent(n)) {
          Amounts.add(freed[n], task.amounts());
        }
      }
      return freed;
    }

    /** Rules 1 and 2 for one more victim. */
    private boolean mayEnd(Task victim, int before) {
      int losing = victim.leaf();
      if (losing == gaining
          || losing == permitted
          || !rules.permission().mayPreempt(losing, permitted)) {
        return false;
      }
      long[][] freed = freed(before);
      int common = losing;
      while (!isAbove(common, gaining)) {
        common = tree.parent(common);
      }
      for (int n = gaining; n != common; n = tree.parent(n)) {
        boolean isGainer = tree.parent(n) == common;
        if (isGainer && !(mayGain(n, freed) && isWorthIdling(n, victim, freed))) {
          return false;
        }
      }
      int gainer = gaining;
      while (tree.parent(gainer) != common) {
        gainer = tree.parent(gainer);
      }
      for (int n = losing; n != common; n = tree.parent(n)) {
        boolean isLosingSide = tree.parent(n) == common;
        boolean may =
            rule == Rule.IDEAL
                ? mayLose(n, victim, freed, isLosingSide)
                : mayServe(n, gainer, victim, freed, isLosingSide);
        if (!may) {
          return false;
        }
      }
      return true;
    }

    /** Rule 2 beyond ideal usage: some of J was too much, and the side may lack less at most. */
    private boolean mayServe(int n, int gainer, Task victim, long[][] freed, boolean isLosingSide) {
      boolean ofIdeal = !rule.isForEntitled();
      double lacks = shortfall(gainer, wanted, freed, ofIdeal);
      boolean hasTooMuch = false;
      for (int j = 0; j < lacking.length; j++) {
        long amount = entries.sum(victim.amounts(), j);
        double all = ofIdeal ? due.ideal(n, j) : due.entitled(n, j);
        double left = ofIdeal ? excess(n, j, freed) : above(n, j, freed);
        double counts = rule.shares() ? first[n][j] - all : left;
        hasTooMuch |= lacking[j] && amount > 0 && counts > tolerance(j);
        double short1 = amount - left;
        boolean keeps = short1 <= tolerance(j);
        boolean lacksLess = rule.shares() && short1 < lacks * all - tolerance(j);
        if (isLosingSide && amount > 0 && !keeps && !lacksLess) {
          return false;
        }
      }
      return hasTooMuch;
    }

    private boolean mayGain(int n, long[][] freed) {
      if (rule.isForEntitled()) {
        boolean stays = false;
        for (int j = 0; j < lacking.length; j++) {
          long amount = entries.sum(wanted, j);
          stays |= amount > 0 && above(n, j, freed) + amount <= tolerance(j);
        }
        return shortfall(n, wanted, freed, false) > 0 && (stays || !rule.shares());
      }
      for (int j = 0; j < lacking.length; j++) {
        if (lacking[j] && excess(n, j, freed) + entries.sum(wanted, j) > tolerance(j)) {
          return false;
        }
      }
      return true;
    }

    private boolean mayLose(int n, Task victim, long[][] freed, boolean isLosingSide) {
      for (int j = 0; j < lacking.length; j++) {
        long amount = entries.sum(victim.amounts(), j);
        if (lacking[j] && amount > 0) {
          double left = excess(n, j, freed) - (isLosingSide ? amount : 0);
          boolean allowed =
              isLosingSide ? left >= -tolerance(j) && due.exceeds(n, j) : left > tolerance(j);
          if (!allowed) {
            return false;
          }
        }
      }
      return true;
    }

    /** Rule 5: the queue holds less than half of its ideal, or the task uses as much as idles. */
    private boolean isWorthIdling(int gainer, Task victim, long[][] freed) {
      double idle = 0.0;
      double used = 0.0;
      for (int pair = 0; pair < entries.pairs(); pair++) {
        double total = entries.total(entries.of(pair));
        if (wanted[pair] == 0 && !isWanted(pair, victim.leaf())) {
          idle = Math.max(idle, victim.amounts()[pair] / total);
        }
        used = Math.max(used, wanted[pair] / total);
      }
      boolean isFarBelow = true;
      for (int j = 0; j < lacking.length; j++) {
        double held = excess(gainer, j, freed) + due.ideal(gainer, j);
        isFarBelow &= !lacking[j] || 2.0 * held < due.ideal(gainer, j);
      }
      return idle == 0 || (rule != Rule.SHARES_IDEAL && (isFarBelow || used >= idle));
    }

    /** Whether another leaf asks for a resource, or its leaf for a task that does not compete. */
    private boolean isWanted(int resource, int losing) {
      for (int leaf = 0; leaf < tree.handleBound(); leaf++) {
        Demand demand = tree.demand(leaf);
        for (int i = 0; tree.isLeaf(leaf) && i < demand.size(); i++) {
          boolean competes = false;
          for (int j = 0; j < entries.pairs(); j++) {
            competes |= wanted[j] > 0 && demand.amount(i, j) > 0;
          }
          if (demand.amount(i, resource) > 0 && (leaf != losing || !competes)) {
            return true;
          }
        }
      }
      return false;
    }

    /** Gives the node's room away in turns, as if a set of tasks had ended. */
    List<PendingTask> offer(int set) {
      ShareTree trial = tree.copy();
      for (Task task : of(set)) {
        trial.release(task.leaf(), task.amounts());
        trial.setDemand(task.leaf(), trial.demand(task.leaf()).plus(task.amounts(), 1));
      }
      List<PendingTask> started = new ArrayList<>();
      Selection selection = cluster.newPolicy().over(trial);
      Offer offer = new Offer(tree.space());
      offer.open(room(set));
      for (int leaf = selection.next(offer); leaf != ShareTree.NONE; leaf = selection.next(offer)) {
        long[] task = firstFitting(trial, leaf, offer);
        started.add(new PendingTask(leaf, task));
        offer.take(task);
        trial.charge(leaf, task);
        trial.setDemand(leaf, trial.demand(leaf).minus(task));
      }
      return started;
    }

    /** Rule 4: the claimed task starts, and none that is like one that ended. */
    boolean isGivenAsClaimed(int set, List<PendingTask> started) {
      return started.stream().anyMatch(task -> task.isLike(gaining, wanted))
          && !comesBack(set, started)
          && isBetter(set, started, gaining);
    }

    /** Rule 6: the state with all that starts is better than that without the step. */
    boolean isBetter(int set, List<PendingTask> started, int taker) {
      StateOrder order = new StateOrder(tree, due);
      double[][] after = order.state();
      long[] idle = new long[wanted.length];
      for (Task end : of(set)) {
        add(after, end.leaf(), end.amounts(), -1);
        Amounts.add(idle, end.amounts());
      }
      for (PendingTask start : started) {
        add(after, start.leaf(), start.amounts(), 1);
        Amounts.subtract(idle, start.amounts());
      }
      double[] left = new double[lacking.length];
      for (int pair = 0; pair < entries.pairs(); pair++) {
        left[entries.of(pair)] += Math.max(0, idle[pair]);
      }
      return order.isBetter(order.state(), after, taker, left);
    }

    private void add(double[][] state, int leaf, long[] amounts, int sign) {
      for (int n = leaf; n != ShareTree.NONE; n = tree.parent(n)) {
        for (int j = 0; j < lacking.length; j++) {
          state[n][j] += sign * (double) entries.sum(amounts, j);
        }
      }
    }

    /** Returns whether a task starts that is like one that ended. */
    boolean comesBack(int set, List<PendingTask> started) {
      return of(set).stream()
          .anyMatch(end -> started.stream().anyMatch(s -> s.isLike(end.leaf(), end.amounts())));
    }

    /** Rule 4, where no room can be made as claimed: the leaf stays within its ideal usage. */
    boolean mayYieldTo(PendingTask other, int set) {
      long[][] freed = freed(set);
      for (int j = 0; j < lacking.length; j++) {
        long amount = entries.sum(other.amounts(), j);
        if (amount > 0 && excess(other.leaf(), j, freed) + amount > tolerance(j)) {
          return false;
        }
      }
      return other.leaf() != gaining && isNeeded(set, other.amounts());
    }
  }

  private long[] firstFitting(ShareTree trial, int leaf, Offer offer) {
    long[] room = new long[tree.space().length()];
    trial.room(leaf, offer, room);
    Demand demand = trial.demand(leaf);
    return IntStream.range(0, demand.size())
        .mapToObj(demand::vector)
        .filter(task -> Amounts.fits(task, room))
        .findFirst()
        .orElseThrow();
  }
}
