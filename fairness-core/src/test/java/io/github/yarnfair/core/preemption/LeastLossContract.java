// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.preemption.ClosedCluster.Task;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which of several sufficient sets of tasks ends: that with the least work, in container-seconds. A
 * rival that ends the newest tasks of the first node fails each case. Each policy's module runs it.
 */
public abstract class LeastLossContract {
  private static final PreemptionRules RULES =
      new PreemptionRules(0.0, 1.0, 1.0, (losing, gaining) -> true, (leaf, task, node) -> true);

  private final ShareTree tree = new ShareTree(1);
  private final Map<Integer, Long> seconds = new HashMap<>();
  private final Map<Integer, Integer> priorities = new HashMap<>();
  private final Set<Integer> endInTime = new HashSet<>();
  private final Set<Integer> warned = new HashSet<>();
  private int started;
  private int donor;
  private int comer;

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  @BeforeEach
  void grow() {
    donor = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
    comer = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
  }

  private ClosedCluster cluster(long... nodes) {
    List<long[]> each = new ArrayList<>();
    for (long cores : nodes) {
      each.add(new long[] {cores});
    }
    return new ClosedCluster(tree, this::policy, each);
  }

  /** Starts a task of the donor; returns its id. */
  private int run(ClosedCluster cluster, int node, long cores, long ranSeconds) {
    cluster.start(donor, new long[] {cores}, node);
    seconds.put(started, ranSeconds);
    return started++;
  }

  private RunningTask known(Task task) {
    return new RunningTask(
        task.id(),
        task.leaf(),
        task.amounts(),
        warned.contains(task.id()),
        priorities.getOrDefault(task.id(), 0),
        1_000 * seconds.getOrDefault(task.id(), 0L),
        endInTime.contains(task.id()));
  }

  private List<Integer> planned(ClosedCluster cluster) {
    return cluster.plan(RULES, this::known).stream().map(end -> end.task().id()).sorted().toList();
  }

  private void ask(ClosedCluster cluster, long cores, long count) {
    cluster.submit(comer, new long[] {cores}, count);
    assertThat(cluster.fill()).isEmpty();
  }

  /** The newest task is the largest: its end costs 40 core-seconds, that of the others 8. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void smallTasksEndWhereALargeOneHasDoneMore(int nodeOfLarge) {
    ClosedCluster cluster = nodeOfLarge == 0 ? cluster(8) : cluster(4, 4);
    List<Integer> small = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      small.add(run(cluster, 0, 1, i < 2 ? 15 : 20));
    }
    int large = run(cluster, nodeOfLarge, 4, 10);
    ask(cluster, 2, 1);
    assertThat(planned(cluster)).as("not %d", large).isEqualTo(small.subList(0, 2));
  }

  @Test
  void oneLargeTaskEndsWhereTheSmallOnesHaveDoneMore() {
    ClosedCluster cluster = cluster(4, 4);
    for (int i = 0; i < 4; i++) {
      run(cluster, 0, 1, 5);
    }
    int large = run(cluster, 1, 4, 4);
    ask(cluster, 4, 1);
    assertThat(planned(cluster)).containsExactly(large);
  }

  /** Of tasks on several nodes those end that ran least, whatever the order of the nodes. */
  @Test
  void tasksThatRanLeastEndOnAllNodes() {
    ClosedCluster cluster = cluster(4, 4, 4);
    List<Integer> shortest = new ArrayList<>();
    for (int node = 0; node < 3; node++) {
      for (int i = 0; i < 4; i++) {
        int task = run(cluster, node, 1, i < 2 ? 10 + node : 1_000 - 100 * node);
        if (i < 2) {
          shortest.add(task);
        }
      }
    }
    ask(cluster, 1, 6);
    assertThat(planned(cluster)).isEqualTo(shortest);
  }

  @Test
  void tasksOfAHigherPriorityEndLastWhateverTheyHaveDone() {
    ClosedCluster cluster = cluster(2, 2);
    int important = run(cluster, 0, 2, 1);
    priorities.put(important, 1);
    int other = run(cluster, 1, 2, 1_000);
    ask(cluster, 1, 1);
    assertThat(planned(cluster)).containsExactly(other);
  }

  /** Else a warning would be withdrawn for each newer container. */
  @Test
  void tasksThatWereChosenStayChosen() {
    ClosedCluster cluster = cluster(2, 2);
    int first = run(cluster, 0, 2, 1_000);
    run(cluster, 1, 2, 1);
    warned.add(first);
    ask(cluster, 1, 1);
    assertThat(planned(cluster)).containsExactly(first);
  }

  /** A rival that waits for nothing ends two. */
  @Test
  void tasksThatEndInTimeAreSparedAndServe() {
    ClosedCluster cluster = cluster(2, 2);
    for (int task = 0; task < 4; task++) {
      run(cluster, task / 2, 1, 10 + task);
    }
    endInTime.add(1);
    ask(cluster, 1, 1);
    assertThat(planned(cluster)).as("its end serves the one that waits").isEmpty();
    cluster.submit(comer, new long[] {1}, 1);
    assertThat(planned(cluster)).as("the other one still needs room").containsExactly(0);
  }

  /** What ends in time goes by turns: here to a queue that holds less than the one that waits. */
  @Test
  void roomThatComesInTimeIsNotCountedTwice() {
    int third = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
    ClosedCluster cluster = cluster(3, 3);
    for (int task = 0; task < 6; task++) {
      run(cluster, task / 3, 1, 10 + task);
    }
    endInTime.add(5);
    cluster.submit(third, new long[] {1}, 1);
    ask(cluster, 1, 1);
    assertThat(planned(cluster)).containsExactly(0);
  }

  /**
   * One task is wanted, and any tasks of the donor suffice that hold as much on one node. Those
   * come first without which the donor keeps its ideal share.
   */
  @Test
  void noSufficientSetLosesLess() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      ShareTree own = new ShareTree(1);
      int giving = own.addLeaf(own.addQueue(ROOT, 1), 1);
      int coming = own.addLeaf(own.addQueue(ROOT, 1), 1);
      List<long[]> nodes = List.of(new long[] {12}, new long[] {12}, new long[] {24});
      ClosedCluster cluster = new ClosedCluster(own, this::policy, nodes);
      long[] ran = new long[48];
      int count = 0;
      for (int node = 0; node < 3; node++) {
        while (cluster.free(node)[0] > 0) {
          long cores = 1 + random.nextInt((int) Math.min(4, cluster.free(node)[0]));
          cluster.start(giving, new long[] {cores}, node);
          ran[count++] = 1 + random.nextInt(1_000);
        }
      }
      long needed = 1 + random.nextInt(6);
      cluster.submit(coming, new long[] {needed}, 1);
      List<PlannedPreemption> plan =
          cluster.plan(
              RULES,
              task ->
                  new RunningTask(
                      task.id(), task.leaf(), task.amounts(), false, 0, ran[task.id()], false));
      long lost = 0;
      for (PlannedPreemption end : plan) {
        lost += end.task().amounts()[0] * ran[end.task().id()];
      }
      assertThat(lost).as("seed %d", seed).isEqualTo(leastLoss(cluster, needed, ran));
    }
  }

  private static long leastLoss(ClosedCluster cluster, long needed, long[] ran) {
    long least = Long.MAX_VALUE;
    long leastOfAll = Long.MAX_VALUE;
    for (int node = 0; node < cluster.nodeCount(); node++) {
      // By how much room is made, the least loss: a knapsack, as sizes are whole cores.
      long[] by = new long[64];
      Arrays.fill(by, Long.MAX_VALUE);
      by[0] = 0;
      for (Task task : cluster.running(node)) {
        int cores = (int) task.amounts()[0];
        for (int room = 63; room >= cores; room--) {
          if (by[room - cores] < Long.MAX_VALUE) {
            by[room] = Math.min(by[room], by[room - cores] + cores * ran[task.id()]);
          }
        }
      }
      least = Math.min(least, by[(int) needed]);
      for (int room = (int) needed; room < by.length; room++) {
        leastOfAll = Math.min(leastOfAll, by[room]);
      }
    }
    return least < Long.MAX_VALUE ? least : leastOfAll;
  }
}
