// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.tree.Demand;
import org.junit.jupiter.api.Test;

/** Values computed by hand; resources are GB, CPUs, GPUs and MICs. */
class FragmentationGradientTest {
  private static final double EXACT = 1e-12;
  private static final long[] CLUSTER = {1000, 100, 8, 0};
  private static final long[] NODE = {100, 10, 2, 0};

  private static final long[] TWO_GPUS = {0, 1, 2, 0};
  private static final long[] ONE_GPU = {0, 1, 1, 0};
  private static final long[] FOUR_CPUS = {0, 4, 0, 0};

  private final FragmentationGradient score = new FragmentationGradient(4);

  @Test
  void allNodesAreEqualBeforeTheFirstUpdate() {
    assertThat(score.score(ONE_GPU, NODE, NODE)).isZero();
  }

  /** Three tasks in four need two GPUs, one needs none: all idle GPUs are fragments to that one. */
  @Test
  void oneGpuGoesWhereItBreaksNoPair() {
    waiting(TWO_GPUS, 3, FOUR_CPUS, 1);
    assertThat(score.score(ONE_GPU, new long[] {100, 10, 2, 0}, NODE))
        .isEqualTo((0.75 * 1 - 0.25 * 1) / 8, within(EXACT));
    assertThat(score.score(ONE_GPU, new long[] {100, 10, 1, 0}, NODE))
        .isEqualTo((-0.75 * 1 - 0.25 * 1) / 8, within(EXACT));
    assertThat(score.score(ONE_GPU, new long[] {100, 10, 3, 0}, NODE))
        .isEqualTo((0.75 * 0 - 0.25 * 1) / 8, within(EXACT));
  }

  @Test
  void cpusAreLeftToTheGpusBesideThem() {
    waiting(TWO_GPUS, 3, FOUR_CPUS, 1);
    assertThat(score.score(FOUR_CPUS, new long[] {100, 5, 2, 0}, NODE)).isZero();
    assertThat(score.score(FOUR_CPUS, new long[] {100, 4, 2, 0}, NODE))
        .isEqualTo(0.75 * 2 / 8, within(EXACT));
    assertThat(score.score(FOUR_CPUS, new long[] {100, 4, 0, 0}, NODE)).isZero();
  }

  @Test
  void eachExtendedResourceIsCountedByItsShareOfTheCluster() {
    score.update(new long[] {1000, 100, 8, 4}, Demand.of(new long[] {0, 1, 1, 0}, 5));
    long[] cpuTask = {0, 2, 0, 0};
    assertThat(score.score(cpuTask, new long[] {100, 2, 2, 2}, NODE))
        .isEqualTo(2.0 / 8, within(EXACT));
    long[] micTask = {0, 2, 0, 1};
    assertThat(score.score(micTask, new long[] {100, 2, 2, 2}, NODE))
        .isEqualTo(2.0 / 8 - 1.0 / 4, within(EXACT));
  }

  @Test
  void withoutExtendedResourcesEachResourceCounts() {
    FragmentationGradient two = new FragmentationGradient(2);
    two.update(new long[] {1000, 100}, Demand.of(new long[] {10, 1}, 1));
    long[] task = {10, 4};
    assertThat(two.score(task, new long[] {100, 5}, new long[] {100, 10})).isZero();
    assertThat(two.score(task, new long[] {100, 4}, new long[] {100, 10}))
        .isEqualTo(90.0 / 1000, within(EXACT));
  }

  @Test
  void theMixFollowsWhatIsPending() {
    waiting(TWO_GPUS, 1, FOUR_CPUS, 1);
    double before = score.score(ONE_GPU, NODE, NODE);
    assertThat(score.update(CLUSTER, demand(TWO_GPUS, 100, FOUR_CPUS, 101))).isFalse();
    assertThat(score.score(ONE_GPU, NODE, NODE)).isEqualTo(before).isZero();
    assertThat(score.update(CLUSTER, demand(TWO_GPUS, 100, FOUR_CPUS, 300))).isTrue();
    assertThat(score.score(ONE_GPU, NODE, NODE)).isEqualTo((0.25 - 0.75) / 8, within(EXACT));
    assertThat(score.update(new long[] {1000, 100, 16, 0}, demand(TWO_GPUS, 1, FOUR_CPUS, 3)))
        .isTrue();
    assertThat(score.score(ONE_GPU, NODE, NODE)).isEqualTo((0.25 - 0.75) / 16, within(EXACT));
  }

  private void waiting(long[] one, long oneTasks, long[] other, long otherTasks) {
    assertThat(score.update(CLUSTER, demand(one, oneTasks, other, otherTasks))).isTrue();
  }

  private static Demand demand(long[] one, long oneTasks, long[] other, long otherTasks) {
    return Demand.of(one, oneTasks).plus(other, otherTasks);
  }
}
