// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static org.assertj.core.api.Assertions.fail;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.preemption.ClosedCluster.Task;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at one small cluster until a look plans nothing, and what is checked on the way. */
final class ModelRun {
  private static final double ROUNDING = 1e-6;
  private static final double[] BALANCES = {0.5, 1.5, 0.75, 1.0, 2.5};

  private final SmallCluster small;
  private final ClosedCluster cluster;
  private final ShareTree tree;
  private final ShareEntries entries;
  private final boolean stepwise;
  private final PreemptionRules rules;
  private final double[][] ideal;
  private final Set<String> states = new HashSet<>();
  private int preempted;
  private @Nullable String missed;

  /**
   * @param stepwise whether each look makes room for one task only, and every step is checked; else
   *     for all, and only the end is
   */
  ModelRun(SmallCluster small, Supplier<FairnessPolicy> policy, boolean stepwise) {
    this.small = small;
    this.stepwise = stepwise;
    cluster = small.build(() -> new Plain(policy.get()));
    tree = cluster.tree();
    entries = new ShareEntries(tree);
    rules =
        new PreemptionRules(
            0.0, stepwise ? 0.0 : 1.0, 1.0, new Permissions(), (leaf, task, node) -> true);
    submit(true);
    if (small.masters()) {
      cluster.protectFirstTasks();
    }
    submit(false);
    ideal = AllowedSteps.idealUsage(tree);
  }

  private final class Permissions implements PreemptionRules.Permission {
    @Override
    public boolean mayPreempt(int losing, int gaining) {
      boolean isOneQueue =
          tree.parent(losing) == tree.parent(gaining) && tree.parent(losing) != ShareTree.ROOT;
      // A leaf of the root is a queue of its own: its siblings are asked for each.
      if (isOneQueue) {
        return small.withinQueue();
      }
      return losing == gaining || !isProtected(losing);
    }

    @Override
    public boolean isProtected(int leaf) {
      return leaf == small.protectedLeaf();
    }
  }

  /**
   * A policy decided by one pass over the tree, hence a function of the tree alone. Selections that
   * follow a tree may part equal keys by the rounding of what happened before.
   */
  private record Plain(FairnessPolicy policy) implements FairnessPolicy {
    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      return policy.queueKey(shares, queue);
    }

    @Override
    public Selection over(ShareTree of) {
      return new TreePassSelection(of, policy); // Rates by kinds where the policy does.
    }
  }

  private void submit(boolean first) {
    for (int i = 0; i < small.tasks().length; i++) {
      if (small.isFirst(i) == first) {
        cluster.submit(small.leaves().get(i), small.tasks()[i], small.count());
      }
    }
    cluster.fill();
  }

  /**
   * Runs to the end while the weights of the queues get other balances before each look. A task
   * that ended for what changes between looks would be preempted again and again: states would come
   * back.
   */
  void runWithBalances() {
    int queues = small.queues();
    int idle = 0;
    for (int look = 0; idle < 2 * BALANCES.length; look++) {
      for (int queue = 1; queue <= queues; queue++) {
        double[] balance = new double[tree.space().weights()];
        Arrays.fill(balance, BALANCES[(look + queue) % BALANCES.length]);
        tree.setBalance(queue, balance);
      }
      List<PlannedPreemption> plan = cluster.plan(rules);
      if (!plan.isEmpty() && !states.add(state())) {
        fail("%s: comes back to %s", small, state());
      }
      if (!plan.isEmpty()) {
        preempted += plan.size();
        cluster.end(plan);
        cluster.fill();
      }
      idle = plan.isEmpty() ? idle + 1 : 0;
    }
  }

  /** Runs to the end; returns the number of looks that planned something. */
  int run() {
    int looks = 0;
    List<PlannedPreemption> plan = cluster.plan(rules);
    while (!plan.isEmpty()) {
      if (!states.add(state())) {
        fail("%s: comes back to %s", small, state());
      }
      if (stepwise) {
        step(firstStep(plan));
      } else {
        preempted += plan.size();
        cluster.end(plan);
        cluster.fill();
      }
      looks++;
      plan = cluster.plan(rules);
    }
    List<AllowedSteps.Step> left = new AllowedSteps(cluster, rules).all();
    if (!left.isEmpty()) {
      missed = "%s: ends at %s, where %s is allowed".formatted(small, state(), left.get(0));
    }
    return looks;
  }

  /** Returns the step that is allowed where the run has ended, null if none is. */
  @Nullable String missed() {
    return missed;
  }

  /** Returns the number of tasks that ended. */
  int preempted() {
    return preempted;
  }

  /** Returns the first tasks of a plan that together make room for one task. */
  private List<PlannedPreemption> firstStep(List<PlannedPreemption> plan) {
    int leaf = plan.get(0).gainingLeaf();
    int node = cluster.nodeOf(plan.get(0).task().id());
    AllowedSteps allowed = new AllowedSteps(cluster, rules);
    for (int size = 1; size <= plan.size(); size++) {
      Set<Integer> ended = new TreeSet<>();
      plan.subList(0, size).forEach(preemption -> ended.add(preemption.task().id()));
      if (allowed.mayEnd(ended, leaf, node)) {
        return plan.subList(0, size);
      }
    }
    fail("%s: at %s, the rules do not allow %s", small, state(), plan);
    throw new IllegalStateException();
  }

  private void step(List<PlannedPreemption> step) {
    String before = state();
    int node = cluster.nodeOf(step.get(0).task().id());
    int leaf = step.get(0).gainingLeaf();
    long[] free = cluster.free(node).clone();
    Entitlements due = AllowedSteps.due(cluster, rules);
    StateOrder order = new StateOrder(tree, due);
    double[][] held = order.state();
    preempted += step.size();
    cluster.end(step);
    List<Task> started = new ArrayList<>(cluster.fill());
    started.removeIf(other -> cluster.nodeOf(other.id()) != node);
    if (started.stream().noneMatch(start -> start.leaf() == leaf)) {
      fail("%s: at %s, %s makes room that leaf %d does not get", small, before, step, leaf);
    }
    if (step.stream().anyMatch(end -> started.stream().anyMatch(s -> isLike(s, end.task())))) {
      fail("%s: at %s, what ended by %s comes back at once", small, before, step);
    }
    verifyIdealIsTheSame();
    double[] idle = new double[entries.count()];
    for (int pair = 0; pair < entries.pairs(); pair++) {
      idle[entries.of(pair)] += Math.max(0, cluster.free(node)[pair] - free[pair]);
    }
    if (!order.isBetter(held, order.state(), leaf, idle)) {
      fail("%s: at %s, %s brings nothing nearer to what it is due", small, before, step);
    }
  }

  private static boolean isLike(Task started, RunningTask ended) {
    return started.leaf() == ended.leaf() && Arrays.equals(started.amounts(), ended.amounts());
  }

  private void verifyIdealIsTheSame() {
    double[][] now = AllowedSteps.idealUsage(tree);
    for (int n = 0; n < tree.handleBound(); n++) {
      for (int j = 0; j < tree.space().shares(); j++) {
        if (Math.abs(now[n][j] - ideal[n][j]) > ROUNDING) {
          fail("%s: the ideal usage of node %d has changed", small, n);
        }
      }
    }
  }

  /** By node, the leaves of the running tasks. */
  private String state() {
    StringBuilder state = new StringBuilder();
    for (int node = 0; node < cluster.nodeCount(); node++) {
      state.append(
          cluster.running(node).stream()
              .map(task -> task.leaf() + (task.isMaster() ? "m" : ""))
              .sorted()
              .toList());
    }
    return state.toString();
  }
}
