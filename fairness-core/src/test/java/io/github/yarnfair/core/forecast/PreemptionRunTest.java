// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.forecast.PreemptionRun.Conditions;
import io.github.yarnfair.core.forecast.PreemptionRun.Node;
import io.github.yarnfair.core.forecast.PreemptionRun.Result;
import io.github.yarnfair.core.forecast.PreemptionRun.Task;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.preemption.PreemptionRules;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Queues a and b with one leaf each; nodes have 10 of one resource each. */
class PreemptionRunTest {
  private final ShareTree tree = new ShareTree(1);
  private final int a = tree.addLeaf(tree.addQueue(ShareTree.ROOT, 1.0), 1.0);
  private final int b = tree.addLeaf(tree.addQueue(ShareTree.ROOT, 1.0), 1.0);
  private final List<Node> nodes = new ArrayList<>();
  private Conditions conditions = new Conditions(1, 1, 1, 3_000);

  private Result run(boolean mayPreempt, List<Task> gone) {
    return PreemptionRun.of(
        tree,
        NaivePolicy::new,
        nodes,
        gone,
        new PreemptionRules(0, 1, 1, (losing, gaining) -> mayPreempt, (leaf, task, node) -> true),
        conditions,
        () -> false);
  }

  /** Nodes that a fills with tasks of a size. */
  private void fill(int count, long size) {
    tree.setCapacity(new long[] {10L * count});
    for (int i = 0; i < count; i++) {
      List<Task> tasks = new ArrayList<>();
      for (long held = size; held <= 10; held += size) {
        tree.charge(a, new long[] {size});
        tasks.add(new Task(100 * i + (int) held, a, new long[] {size}, 0));
      }
      nodes.add(new Node(new long[] {10 % size}, new long[] {10}, tasks));
    }
  }

  @Test
  void tasksEndUntilTheIdealSharesAreReached() {
    fill(2, 1);
    tree.setDemand(b, Demand.of(new long[] {1}, 100));
    Result reached = run(true, List.of());
    assertThat(reached.isComplete()).isTrue();
    assertThat(reached.tree().dominantShare(b)).isEqualTo(0.5);
    assertThat(reached.ended()).isEqualTo(Map.of(a, 10));
    assertThat(tree.dominantShare(a)).as("not changed").isEqualTo(1.0);
    assertThat(nodes.get(0).tasks()).as("not changed").hasSize(10);
  }

  /** Tasks of one size, of which the last one on the second node has run least. */
  @Test
  void endingTasksAreNamedByTheLeastWork() {
    fill(2, 1);
    for (Node node : nodes) {
      node.tasks().replaceAll(task -> new Task(task.id(), a, task.amounts(), 1_000 - task.id()));
    }
    tree.setDemand(b, Demand.of(new long[] {1}, 3));
    assertThat(run(true, List.of()).named()).containsExactly(110, 109, 108);
  }

  /** Each node has a task of 9: what b reaches is what is left beside it. */
  @Test
  void nothingIsReachedThatThePlannerMayNotTake() {
    fill(2, 9);
    tree.setDemand(b, Demand.of(new long[] {1}, 100));
    Result reached = run(false, List.of());
    assertThat(reached.ended()).isEmpty();
    assertThat(reached.tree().dominantShare(b)).isEqualTo(0.1);
    assertThat(IdealShare.of(tree).dominantShare(b)).isEqualTo(0.5);
  }

  @Test
  void tasksOfRemovedNodesArePendingAgain() {
    fill(2, 1);
    Node gone = nodes.remove(1);
    tree.setCapacity(new long[] {10});
    Result reached = run(true, gone.tasks());
    assertThat(reached.tree().dominantShare(a)).isEqualTo(1.0);
    assertThat(reached.tree().demand(a).tasks(0)).isEqualTo(10);
  }

  /** A node of 10 with 4 free waits for the task of 6 whose turn it is, and not for small ones. */
  @Test
  void roomIsKeptForTheTaskWhoseTurnItIs() {
    tree.setCapacity(new long[] {10});
    tree.charge(a, new long[] {6});
    tree.setDemand(a, Demand.of(new long[] {1}, 100));
    tree.setDemand(b, Demand.of(new long[] {6}, 1));
    List<Task> tasks = List.of(new Task(1, a, new long[] {6}, 0));
    nodes.add(new Node(new long[] {4}, new long[] {10}, tasks));
    assertThat(run(false, List.of()).tree().dominantShare(a)).as("kept").isEqualTo(0.6);
    conditions = new Conditions(0, 0, 0, 3_000);
    assertThat(run(false, List.of()).tree().dominantShare(a)).as("not kept").isEqualTo(1.0);
  }

  /** Of two applications that hold the same, the one whose tasks are younger loses one. */
  @Test
  void theLeastWorkIsLost() {
    int other = tree.addLeaf(tree.parent(a), 1.0);
    tree.setCapacity(new long[] {10});
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int leaf = i < 5 ? a : other;
      tree.charge(leaf, new long[] {1});
      tasks.add(new Task(tasks.size(), leaf, new long[] {1}, leaf == a ? 60_000 : 1_000));
    }
    tree.setDemand(b, Demand.of(new long[] {1}, 1));
    nodes.add(new Node(new long[] {0}, new long[] {10}, tasks));
    assertThat(run(true, List.of()).ended()).isEqualTo(Map.of(other, 1));
    nodes.clear();
    tasks.replaceAll(
        task -> new Task(task.id(), task.leaf(), task.amounts(), 61_000 - task.ranMillis()));
    nodes.add(new Node(new long[] {0}, new long[] {10}, tasks));
    assertThat(run(true, List.of()).ended()).isEqualTo(Map.of(a, 1));
  }
}
