// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.core.tree.Demand;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values computed by hand. */
class NodeScoresTest {
  private static final double EXACT = 1e-12;

  /** The example of the DRFH paper's figure 1, in fifths of a CPU and of a GB. */
  private static final long[] HIGH_MEMORY = {10, 60};

  private static final long[] HIGH_CPU = {60, 10};
  private static final long[] MEMORY_TASK = {1, 5};
  private static final long[] CPU_TASK = {5, 1};
  private static final long[] PAPER_TOTAL = {70, 70};

  @Test
  void allNodesAreEquallyGoodForFirstFit() {
    NodeScore score = new FirstFit();
    assertThat(score.update(PAPER_TOTAL, Demand.of(CPU_TASK, 1))).isFalse();
    assertThat(score.score(MEMORY_TASK, HIGH_CPU, HIGH_CPU)).isZero();
    assertThat(score.score(MEMORY_TASK, HIGH_MEMORY, HIGH_MEMORY)).isZero();
  }

  @Test
  void bestFitSendsEachTaskOfFigure1ToItsServer() {
    NodeScore score = bestFit(PAPER_TOTAL);
    assertThat(score.score(MEMORY_TASK, HIGH_MEMORY, HIGH_MEMORY)).isEqualTo(1.0, within(EXACT));
    assertThat(score.score(MEMORY_TASK, HIGH_CPU, HIGH_CPU)).isEqualTo(5 - 1.0 / 6, within(EXACT));
    assertThat(score.score(CPU_TASK, HIGH_MEMORY, HIGH_MEMORY)).isEqualTo(5.8, within(EXACT));
    assertThat(score.score(CPU_TASK, HIGH_CPU, HIGH_CPU))
        .isEqualTo(1.0 / 5 - 1.0 / 6, within(EXACT));
  }

  @Test
  void bestFitComparesSharesOfTheClusterAndNotAmounts() {
    NodeScore score = bestFit(new long[] {10, 1000});
    assertThat(score.score(new long[] {1, 100}, new long[] {5, 500}, new long[] {5, 500})).isZero();
    assertThat(score.score(new long[] {1, 100}, new long[] {5, 5}, new long[] {5, 5}))
        .isEqualTo(0.99, within(EXACT));
    assertThat(score.update(new long[] {10, 10}, Demand.NOTHING)).isTrue();
    assertThat(score.update(new long[] {10, 10}, Demand.NOTHING)).isFalse();
    assertThat(score.score(new long[] {1, 1}, new long[] {5, 5}, new long[] {5, 5})).isZero();
  }

  /** With the first resource as r, as printed, both are 0/0 or x/0 and the first node would win. */
  @Test
  void bestFitRanksNodesForATaskThatNeedsNothingOfTheFirstResource() {
    NodeScore score = bestFit(new long[] {8, 8, 4});
    long[] task = {0, 2, 1};
    assertThat(score.score(task, new long[] {8, 4, 2}, new long[] {8, 4, 2})).isEqualTo(2.0);
    assertThat(score.score(task, new long[] {0, 4, 2}, new long[] {8, 4, 2})).isZero();
    assertThat(score.score(task, new long[] {0, 4, 1}, new long[] {8, 4, 2})).isEqualTo(0.5);
  }

  @Test
  void bestFitRatesNodesWithTheSameProportionsAsEqual() {
    NodeScore score = bestFit(new long[] {1_048_576_000, 97_000, 3_000});
    long[] task = {3_072, 7, 1};
    double once = score.score(task, new long[] {10_240, 13, 1}, new long[] {65_536, 64, 8});
    double thrice = score.score(task, new long[] {30_720, 39, 3}, new long[] {65_536, 64, 8});
    assertThat(once).isEqualTo(thrice).isPositive();
  }

  @Test
  void bestFitLeavesOutAResourceThatTheClusterDoesNotHave() {
    NodeScore score = bestFit(new long[] {10, 10, 0});
    assertThat(score.score(new long[] {1, 1, 0}, new long[] {4, 2, 0}, new long[] {5, 5, 0}))
        .isEqualTo(0.5, within(EXACT));
  }

  @Test
  void dotProductPrefersTheNodeWithMostFreeOfTheNeededResources() {
    NodeScore score = new DotProduct(3);
    score.update(new long[] {10, 20, 0}, Demand.NOTHING);
    long[] total = {5, 20, 0};
    assertThat(score.score(new long[] {1, 4, 0}, new long[] {5, 10, 0}, total))
        .isEqualTo(-(0.1 * 0.5 + 0.2 * 0.5), within(EXACT));
    assertThat(score.score(new long[] {1, 4, 0}, new long[] {5, 20, 0}, total))
        .isEqualTo(-(0.1 * 0.5 + 0.2 * 1.0), within(EXACT));
    assertThat(score.score(new long[] {0, 4, 0}, new long[] {5, 10, 0}, total))
        .isEqualTo(-0.1, within(EXACT));
  }

  /** By shares of what the node has, as printed, the task goes to the node with few CPUs. */
  @Test
  void dotProductComparesUnlikeNodesByTheCluster() {
    NodeScore score = new DotProduct(2);
    long[] task = {5, 1};
    long[] few = {10, 60};
    long[] many = {60, 10};
    score.update(new long[] {70, 70}, Demand.NOTHING);
    assertThat(score.score(task, many, many)).isLessThan(score.score(task, few, few));
    assertThat(printed(task, many)).isGreaterThan(printed(task, few));
  }

  private static double printed(long[] task, long[] node) {
    return -((double) task[0] / node[0] + (double) task[1] / node[1]);
  }

  @Test
  void spreadPrefersTheNodeLeastLoadedInTheNeededResources() {
    NodeScore score = new Spread();
    long[] total = {10, 20, 4};
    assertThat(score.score(new long[] {1, 1, 0}, new long[] {10, 10, 0}, total)).isEqualTo(0.55);
    assertThat(score.score(new long[] {1, 1, 0}, new long[] {6, 20, 4}, total)).isEqualTo(0.5);
    assertThat(score.score(new long[] {1, 1, 1}, new long[] {10, 10, 1}, total)).isEqualTo(1.0);
  }

  @ParameterizedTest
  @EnumSource(value = NodeChoice.class, mode = EnumSource.Mode.EXCLUDE, names = "HEARTBEAT")
  void aTaskThatNeedsNothingHasAFiniteScoreOnAnyNode(NodeChoice choice) {
    NodeScore score = choice.newScore(3);
    score.update(new long[] {10, 10, 0}, Demand.of(new long[] {0, 0, 0}, 1));
    double full = score.score(new long[3], new long[3], new long[] {10, 10, 0});
    double empty = score.score(new long[3], new long[3], new long[3]);
    assertThat(full).isFinite().isEqualTo(empty);
  }

  @ParameterizedTest
  @EnumSource(value = NodeChoice.class, mode = EnumSource.Mode.EXCLUDE, names = "HEARTBEAT")
  void aScoreAllocatesNothing(NodeChoice choice) {
    NodeScore score = choice.newScore(3);
    long[] total = {65_536, 64, 8};
    long[] free = {30_720, 39, 3};
    long[] task = {3_072, 7, 1};
    score.update(new long[] {655_360, 640, 80}, Demand.of(task, 5));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    sum(score, task, free, total, 100);
    long before = threads.getThreadAllocatedBytes(thread);
    sum(score, task, free, total, 0);
    long idle = threads.getThreadAllocatedBytes(thread) - before;
    before = threads.getThreadAllocatedBytes(thread);
    sum(score, task, free, total, 1000);
    assertThat(threads.getThreadAllocatedBytes(thread) - before - idle).isZero();
  }

  private static double sum(NodeScore score, long[] task, long[] free, long[] total, int times) {
    double sum = 0.0;
    for (int i = 0; i < times; i++) {
      sum += score.score(task, free, total);
    }
    return sum;
  }

  @Test
  void aClusterTotalOfAnotherLengthIsRefused() {
    assertThatThrownBy(() -> new BestFit(3).update(new long[2], Demand.NOTHING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a cluster total of 2 amounts: expected 3");
  }

  private static NodeScore bestFit(long[] clusterTotal) {
    NodeScore score = new BestFit(clusterTotal.length);
    assertThat(score.update(clusterTotal, Demand.NOTHING)).isTrue();
    return score;
  }
}
