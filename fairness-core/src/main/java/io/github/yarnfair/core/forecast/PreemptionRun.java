// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
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
import org.jspecify.annotations.Nullable;

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
  private final List<Running> nodes;
  private final Conditions conditions;
  private final Map<Integer, Integer> ended = new HashMap<>();
  private final List<Integer> named = new ArrayList<>();

  /** Tasks that have ended and are asked for again next. */
  private final List<Task> again = new ArrayList<>();

  /** Since the run began. */
  private long millis;

  /** How many tasks have started. */
  private long started;

  /**
   * A running task.
   *
   * @param id of the caller, {@link #STARTED} for one that starts in the run
   * @param leaf that holds it
   * @param amounts as it was charged
   * @param ranMillis how long it had run when the run began; below 0 if it started later
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by identity
  public record Task(int id, int leaf, long[] amounts, long ranMillis) {}

  /**
   * A node.
   *
   * @param free what is free on it, as the tree has offers, with its reach
   * @param total all that it has, likewise
   * @param tasks that may end, those to end first at the front
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Node(long[] free, long[] total, List<Task> tasks) {}

  /**
   * How nodes keep room, and how the time goes by.
   *
   * @param keptPerLeaf how many nodes may be kept for one leaf; 0 if nodes keep no room
   * @param keptPerQueue how many for the leaves of one queue
   * @param keptInAll how many for all leaves
   * @param roundMillis time between two plans: the least work is lost
   */
  public record Conditions(int keptPerLeaf, int keptPerQueue, int keptInAll, long roundMillis) {}

  /** A node during the run. */
  private final class Running implements RoomKeeping.Place {
    private final long[] free;
    private final long[] total;
    private final List<Task> tasks;
    private RoomKeeping.@Nullable Kept kept;

    private Running(Node node) {
      free = node.free.clone();
      total = node.total;
      tasks = new ArrayList<>(node.tasks);
    }

    @Override
    public long[] free() {
      return free;
    }

    @Override
    public long[] total() {
      return total;
    }

    @Override
    public long heldBy(int leaf, int pair) {
      long held = 0;
      for (Task task : tasks) {
        held += task.leaf == leaf ? task.amounts[pair] : 0;
      }
      return held;
    }

    @Override
    public void start(int leaf, long[] amounts) {
      tasks.add(0, new Task(STARTED, leaf, amounts.clone(), -millis));
      started++;
    }

    @Override
    public RoomKeeping.@Nullable Kept kept() {
      return kept;
    }

    @Override
    public void keep(RoomKeeping.@Nullable Kept task) {
      kept = task;
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
      ShareTree tree,
      Supplier<FairnessPolicy> policies,
      List<Node> nodes,
      PreemptionRules rules,
      Conditions conditions) {
    this.conditions = conditions;
    this.tree = tree.copy();
    this.policies = policies;
    this.rules = rules;
    this.nodes = nodes.stream().map(Running::new).toList();
  }

  /**
   * Runs.
   *
   * @param tree not changed
   * @param policies makes policies like the one whose turns count
   * @param nodes in the order in which they have tasks started; not changed; what the tree holds
   *     beyond their tasks cannot be taken
   * @param gone tasks whose nodes are gone: what they hold is asked for again
   * @param conditions of all rounds
   * @param isOver asked for each node and round; true ends the run early
   */
  public static Result of(
      ShareTree tree,
      Supplier<FairnessPolicy> policies,
      List<Node> nodes,
      Collection<Task> gone,
      PreemptionRules rules,
      Conditions conditions,
      BooleanSupplier isOver) {
    PreemptionRun run = new PreemptionRun(tree, policies, nodes, rules, conditions);
    gone.forEach(task -> run.tree.release(task.leaf(), task.amounts()));
    gone.forEach(run::askAgain);
    boolean isComplete = run.run(isOver);
    return new Result(run.tree, Map.copyOf(run.ended), List.copyOf(run.named), isComplete);
  }

  private boolean run(BooleanSupplier isOver) {
    Selection selection = policies.get().over(tree);
    GivingAway giving = new GivingAway(tree, selection);
    RoomKeeping keeping =
        new RoomKeeping(
            tree,
            selection,
            new RoomKeeping.Bounds(
                conditions.keptPerLeaf, conditions.keptPerQueue, conditions.keptInAll));
    for (int round = 0; round < MOST_ROUNDS; round++) {
      // What has ended is asked for again only once its master knows: nodes report before.
      if (!giveAway(giving, keeping, isOver)) {
        return false;
      }
      if (!again.isEmpty()) {
        again.forEach(this::askAgain);
        again.clear();
        if (!giveAway(giving, keeping, isOver)) {
          return false;
        }
      }
      millis += conditions.roundMillis;
      if (!endPlanned()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Has the nodes report, one after the other, until nothing starts any more; returns false if it
   * was ended.
   */
  private boolean giveAway(GivingAway giving, RoomKeeping keeping, BooleanSupplier isOver) {
    long before;
    do {
      before = started;
      for (Running node : nodes) {
        if (isOver.getAsBoolean()) {
          return false;
        }
        keeping.serveTurns(node);
        giving.giveAway(
            keeping.beside(node),
            (leaf, amounts) -> {
              for (int pair = 0; pair < tree.space().pairs(); pair++) {
                node.free[pair] -= amounts[pair];
              }
              node.start(leaf, amounts);
            });
      }
    } while (started > before);
    return true;
  }

  /** Ends what a plan names; returns false if it names nothing. */
  private boolean endPlanned() {
    List<Running> owners = new ArrayList<>();
    List<Task> byId = new ArrayList<>();
    List<PreemptableNode> preemptable = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Running node = nodes.get(i);
      List<RunningTask> running = new ArrayList<>();
      for (Task task : node.tasks) {
        running.add(running(byId.size(), task));
        byId.add(task);
        owners.add(node);
      }
      preemptable.add(new PreemptableNode(i, node.free, running));
    }
    List<PlannedPreemption> plan =
        new PreemptionPlanner(tree, policies.get(), rules).plan(preemptable);
    for (PlannedPreemption planned : plan) {
      Task task = byId.get(planned.task().id());
      Running node = owners.get(planned.task().id());
      node.tasks.remove(task);
      for (int pair = 0; pair < tree.space().pairs(); pair++) {
        node.free[pair] += task.amounts()[pair];
      }
      ended.merge(task.leaf(), 1, Integer::sum);
      if (task.id() != STARTED) {
        named.add(task.id());
      }
      tree.release(task.leaf(), task.amounts());
      again.add(task);
    }
    return !plan.isEmpty();
  }

  private RunningTask running(int id, Task task) {
    return new RunningTask(
        id,
        task.leaf(),
        task.amounts(),
        /* isWarned= */ false,
        tree.priority(task.leaf()),
        millis + task.ranMillis(),
        /* endsInTime= */ false);
  }

  private void askAgain(Task task) {
    tree.setDemand(task.leaf(), tree.demand(task.leaf()).plus(task.amounts(), 1));
  }
}
