// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.preemption.PlannedPreemption;
import io.github.yarnfair.core.preemption.PreemptableNode;
import io.github.yarnfair.core.preemption.PreemptionPlanner;
import io.github.yarnfair.core.preemption.PreemptionRules;
import io.github.yarnfair.core.preemption.RunningTask;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What preemption alone reaches: as if no task ended by itself, what is pending starts in the
 * policy's turns, what a {@link PreemptionPlanner} names ends and is asked for again, until it
 * names nothing. O(rounds · plan).
 */
public final class PreemptionRun {
  /** Preemption ends (decision 91); so does this if it should not. */
  private static final int MOST_ROUNDS = 1_000;

  /** The id of tasks that start in the run. */
  public static final int STARTED = -1;

  private final ShareTree tree;
  private final Supplier<FairnessPolicy> policies;
  private final PreemptionRules rules;
  private final List<Node> nodes;
  private final Map<Integer, Integer> ended = new HashMap<>();
  private final List<Integer> named = new ArrayList<>();

  /**
   * A running task.
   *
   * @param id of the caller, {@link #STARTED} for one that starts in the run
   * @param leaf that holds it
   * @param amounts as it was charged
   * @param priority of its application
   * @param ranMillis how long it has run
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by identity
  public record Task(int id, int leaf, long[] amounts, int priority, long ranMillis) {
    private RunningTask running(int number) {
      return new RunningTask(number, leaf, amounts, false, priority, ranMillis, false);
    }
  }

  /**
   * A node.
   *
   * @param free what is free on it, as the tree has offers, with its reach
   * @param tasks that may end, those to end first at the front
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Node(long[] free, List<Task> tasks) {
    private Node copy() {
      return new Node(free.clone(), new ArrayList<>(tasks));
    }
  }

  /**
   * What is reached.
   *
   * @param tree what is held then, under the handles of the given tree
   * @param ended how many tasks of a leaf have ended
   * @param named the ids of those that the caller gave, in the order in which they end
   * @param isComplete whether the planner names nothing more; else what was reached when it was
   *     over
   */
  public record Result(
      ShareTree tree, Map<Integer, Integer> ended, List<Integer> named, boolean isComplete) {}

  private PreemptionRun(
      ShareTree tree, Supplier<FairnessPolicy> policies, List<Node> nodes, PreemptionRules rules) {
    this.tree = tree.copy();
    this.policies = policies;
    this.rules = rules;
    this.nodes = nodes.stream().map(Node::copy).toList();
  }

  /**
   * Runs.
   *
   * @param tree not changed
   * @param policies makes policies like the one whose turns count
   * @param nodes not changed; what the tree holds beyond their tasks cannot be taken
   * @param gone tasks whose nodes are gone: what they hold is asked for again
   * @param isOver asked for each node and round; true ends the run early
   */
  public static Result of(
      ShareTree tree,
      Supplier<FairnessPolicy> policies,
      List<Node> nodes,
      Collection<Task> gone,
      PreemptionRules rules,
      BooleanSupplier isOver) {
    PreemptionRun run = new PreemptionRun(tree, policies, nodes, rules);
    gone.forEach(run::askAgain);
    boolean isComplete = run.run(isOver);
    return new Result(run.tree, Map.copyOf(run.ended), List.copyOf(run.named), isComplete);
  }

  private boolean run(BooleanSupplier isOver) {
    GivingAway giving = new GivingAway(tree, policies.get().over(tree));
    for (int round = 0; round < MOST_ROUNDS; round++) {
      for (Node node : nodes) {
        if (isOver.getAsBoolean()) {
          return false;
        }
        giving.giveAway(
            node.free(), (leaf, amounts) -> node.tasks().add(0, started(leaf, amounts)));
      }
      if (!endPlanned()) {
        return true;
      }
    }
    return false;
  }

  private static Task started(int leaf, long[] amounts) {
    return new Task(STARTED, leaf, amounts.clone(), 0, 0);
  }

  /** Ends what a plan names; returns false if it names nothing. */
  private boolean endPlanned() {
    List<Node> owners = new ArrayList<>();
    List<Task> byId = new ArrayList<>();
    List<PreemptableNode> preemptable = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      List<RunningTask> running = new ArrayList<>();
      for (Task task : node.tasks()) {
        running.add(task.running(byId.size()));
        byId.add(task);
        owners.add(node);
      }
      preemptable.add(new PreemptableNode(i, node.free(), running));
    }
    List<PlannedPreemption> plan =
        new PreemptionPlanner(tree, policies.get(), rules).plan(preemptable);
    for (PlannedPreemption planned : plan) {
      Task task = byId.get(planned.task().id());
      Node node = owners.get(planned.task().id());
      node.tasks().remove(task);
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        node.free()[pair] += task.amounts()[pair];
      }
      ended.merge(task.leaf(), 1, Integer::sum);
      if (task.id() != STARTED) {
        named.add(task.id());
      }
      askAgain(task);
    }
    return !plan.isEmpty();
  }

  private void askAgain(Task task) {
    tree.release(task.leaf(), task.amounts());
    tree.setDemand(task.leaf(), tree.demand(task.leaf()).plus(task.amounts(), 1));
  }
}
