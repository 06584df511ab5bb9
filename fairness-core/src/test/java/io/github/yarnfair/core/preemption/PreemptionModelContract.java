// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What planned preemption keeps to in every small cluster of a grid, in which no task ends by
 * itself: it ends; at the end no step is allowed; and each step serves a purpose. Each policy's
 * module runs it.
 *
 * <p>An exhaustive run ({@link TestSize}) checks every cluster of the usual grids, in some ten
 * seconds; other runs check every eleventh, a number prime to the sizes of the grids. {@code
 * -Dyarnfair.wholeModel=true} checks far larger grids, some two million clusters, all task sizes up
 * to 3 among them, in about an hour.
 */
public abstract class PreemptionModelContract {
  private static final boolean WHOLE = Boolean.getBoolean("yarnfair.wholeModel");
  private static final int STRIDE = WHOLE || TestSize.EXHAUSTIVE ? 1 : 23;
  private static final long[][] ALL = allTasks();
  private static final List<long[]> ONE = List.of(new long[] {5, 4});
  private static final List<long[]> SIX = List.of(new long[] {6, 4});
  private static final List<long[]> TWO = List.of(new long[] {4, 3}, new long[] {3, 4});
  private static final List<long[]> THREE =
      List.of(new long[] {3, 2}, new long[] {3, 3}, new long[] {2, 4});

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  /** A rival whose victims may leave a queue short ends tasks against the rules. */
  @Test
  void twoLeaves() {
    check(
        WHOLE
            ? grid(2, ALL, new int[] {2, 9}, new double[] {1, 2}, ONE, TWO, THREE)
            : grid(2, ALL, new int[] {9}, new double[] {1}, TWO));
  }

  /** A rival that makes no room for the leaf whose turn comes first misses steps. */
  @Test
  void threeLeaves() {
    long[][] few = {{1, 0}, {0, 2}, {2, 1}};
    check(
        WHOLE
            ? grid(3, ALL, new int[] {9}, new double[] {1}, TWO)
            : grid(3, few, new int[] {9}, new double[] {1}, ONE));
  }

  /**
   * Under HDRF and MCH, a rival whose room may not go to another leaf misses steps, as does one
   * that lets it go only if all that this leaf gets stays within its ideal usage.
   */
  @Test
  void fourLeaves() {
    long[][] many = {{1, 0}, {0, 2}, {1, 1}, {3, 1}, {2, 3}};
    check(
        WHOLE
            ? grid(4, many, new int[] {9}, new double[] {1}, TWO)
            : grid(4, new long[][] {{1, 0}, {2, 1}}, new int[] {3}, new double[] {1}, SIX)
                .onlyWithinQueues(false));
  }

  /**
   * A rival that tries the leaf alone to which the room of the first set of victims would go passes
   * over two queues that hold nothing in the first cluster under DFF; one that tries such leaves by
   * the present step alone, in the second one under MCH.
   */
  @Test
  void leavesThatWouldTakeTheRoomAreServedByEarlierStepsToo() {
    ShareSpace space = ShareSpace.ofOneClass(2);
    long[] small = {1, 0};
    long[] large = {2, 1};
    long[][] tasks = {large, large, small, large};
    long[][] others = {small, small, large, large};
    List.of(
            new SmallCluster(space, new int[] {-1, 0, 0, 0}, tasks, 3, 8, 1, 1, false, true, SIX),
            new SmallCluster(
                space, new int[] {-1, 0, -1, 0}, others, 3, 3, 1, 1, false, false, SIX))
        .forEach(
            cluster -> {
              for (boolean stepwise : new boolean[] {true, false}) {
                ModelRun run = new ModelRun(cluster, this::policy, stepwise);
                run.run();
                assertThat(run.missed()).isNull();
              }
            });
  }

  /** A rival that does not ask for turns makes room that another leaf gets. */
  @Test
  void fiveLeaves() {
    check(
        WHOLE
            ? grid(5, new long[][] {{1, 1}, {2, 3}}, new int[] {9}, new double[] {1}, THREE)
            : grid(5, new long[][] {{1, 1}}, new int[] {9}, new double[] {1}, ONE)
                .onlyWithinQueues(true));
  }

  /**
   * One machine of each class. A rival that compares what the classes have together plans nothing
   * where a queue lacks one class and has too much of the other.
   */
  @ParameterizedTest
  @EnumSource(ShareSpace.Kind.class)
  void twoMachineClasses(ShareSpace.Kind kind) {
    long[][] tasks = {{1, 0, 0, 0, 0}, {2, 1, 0, 0, 0}, {0, 0, 1, 1, 0}, {0, 0, 2, 3, 0}};
    List<long[]> nodes = List.of(new long[] {4, 3, 0, 0, 1}, new long[] {0, 0, 3, 4, 1});
    ShareSpace space = new ShareSpace(kind, 2, 2);
    check(grid(space, 3, tasks, new int[] {9}, new double[] {3}, nodes));
  }

  /** A rival whose entitlements are those by the balances of the moment comes back to states. */
  @Test
  void balancesThatChangeBetweenLooks() {
    int[] next = new int[1];
    long[] preempted = new long[1];
    grid(4, new long[][] {{1, 0}, {2, 1}}, new int[] {9}, new double[] {1, 2}, ONE)
        .forEach(
            small -> {
              if (next[0]++ % (3 * STRIDE) == 0 && small.queues() > 1) {
                ModelRun run = new ModelRun(small, this::policy, false);
                run.runWithBalances();
                preempted[0] += run.preempted();
              }
            });
    assertThat(preempted[0]).isPositive();
  }

  @SafeVarargs
  private static SmallCluster.Grid grid(
      int leaves, long[][] tasks, int[] counts, double[] weights, List<long[]>... nodes) {
    return grid(ShareSpace.ofOneClass(2), leaves, tasks, counts, weights, nodes);
  }

  @SafeVarargs
  private static SmallCluster.Grid grid(
      ShareSpace space,
      int leaves,
      long[][] tasks,
      int[] counts,
      double[] weights,
      List<long[]>... nodes) {
    return new SmallCluster.Grid(
        space, leaves, tasks, counts, weights, new boolean[] {true, false}, List.of(nodes));
  }

  private void check(SmallCluster.Grid grid) {
    int[] next = new int[1];
    int[] clusters = new int[1];
    int[] most = new int[1];
    long[] preempted = new long[1];
    List<String> missed = new ArrayList<>();
    grid.forEach(
        small -> {
          if (next[0]++ % STRIDE != 0) {
            return;
          }
          ModelRun steps = new ModelRun(small, this::policy, true);
          most[0] = Math.max(most[0], steps.run());
          preempted[0] += steps.preempted();
          ModelRun whole = new ModelRun(small, this::policy, false);
          whole.run();
          String first = steps.missed() != null ? steps.missed() : whole.missed();
          if (first != null) {
            missed.add(first);
          }
          clusters[0]++;
        });
    System.out.printf(
        "%s: %d clusters of %d leaves, %d preempted one step at a time, at most %d steps%n",
        policy().name(), clusters[0], grid.leaves(), preempted[0], most[0]);
    assertThat(preempted[0]).isPositive();
    assertThat(missed).isEmpty();
  }

  /** All tasks of 0 to 3 of two resources, but the empty one. */
  private static long[][] allTasks() {
    long[][] tasks = new long[15][];
    for (int i = 1; i < 16; i++) {
      tasks[i - 1] = new long[] {i / 4, i % 4};
    }
    return tasks;
  }
}
