// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.FairnessPolicyContract;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Leaves of several demand classes. The rival is one merged direction, which stops as a whole when
 * one of its resources is exhausted.
 */
class IdealShareClassesTest {
  private static final long[] CPU = {1, 0};
  private static final long[] GPU = {0, 1};

  private final ShareTree tree = FairnessPolicyContract.tree(100, 8);

  @Test
  void masterThatTookOneVcoreDoesNotBindGpuTasks() {
    int n1 = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
    int n2 = tree.addQueue(ROOT, 1);
    int cpu = tree.addLeaf(n2, 1);
    int gpu = tree.addLeaf(n2, 1);
    tree.charge(n1, CPU, 99);
    tree.setDemand(n1, Demand.of(CPU, 100));
    tree.setDemand(cpu, Demand.of(CPU, 100));
    tree.charge(gpu, CPU);
    tree.setDemand(gpu, Demand.of(GPU, 8));
    // At level x: x of the cores for n2.cpu, x/100 for the master, 1.01·x for n1, which is 1 in
    // all.
    double level = 1 / 2.02;
    expect(n1, 50, 0);
    expect(cpu, 100 * level, 0);
    expect(gpu, level, 8);
    assertThat(IdealShare.of(tree).dominantShare(gpu)).isEqualTo(1.0);
    expectMerged(gpu, new long[] {1, 8}, 1, level, 8 * level);
  }

  @Test
  void tasksThatAllRunAreNotBoundByTheMasterNorTheMasterByThem() {
    int running = tree.addLeaf(ROOT, 1);
    int other = tree.addLeaf(ROOT, 1);
    tree.charge(running, CPU);
    tree.charge(running, GPU, 8);
    tree.setDemand(other, Demand.of(CPU, 200));
    // Cores run out at level 1/1.01, of which the master has a hundredth.
    expect(running, 1 / 1.01, 8);
    expect(other, 100 / 1.01, 0);
    tree.setDemand(other, Demand.of(new long[] {25, 2}, 4));
    // GPUs run out when 8·x + 8·y = 8, at equal keys x = y; then the master has its core.
    expect(running, 1, 4);
    expect(other, 50, 4);
    expectMerged(running, new long[] {1, 8}, 1, 0.5, 4);
  }

  @Test
  void startedAndPreemptedTasksChangeNothing() {
    int leaf = tree.addLeaf(ROOT, 1);
    int other = tree.addLeaf(ROOT, 1);
    tree.setDemand(other, Demand.of(new long[] {3, 1}, 30));
    Demand all = new Demand.Builder().add(GPU, 20).add(CPU, 1).add(new long[] {2, 0}, 9).build();
    tree.setDemand(leaf, all);
    IdealShare before = IdealShare.of(tree);
    tree.setDemand(leaf, new Demand.Builder().add(new long[] {2, 0}, 4).add(GPU, 18).build());
    tree.charge(leaf, GPU, 2);
    tree.charge(leaf, new long[] {2, 0}, 5);
    tree.charge(leaf, CPU);
    assertThat(IdealShare.of(tree).usage(leaf)).isEqualTo(before.usage(leaf));
    assertThat(IdealShare.of(tree).usage(other)).isEqualTo(before.usage(other));
  }

  @Test
  void finishedShapeDoesNotBindTheShapeThatIsStillAsked() {
    int leaf = tree.addLeaf(ROOT, 1);
    int other = tree.addLeaf(ROOT, 1);
    tree.charge(leaf, new long[] {0, 2}, 3);
    tree.setDemand(leaf, Demand.of(CPU, 90));
    tree.setDemand(other, Demand.of(new long[] {0, 4}, 2));
    // GPUs: 6·x of leaf's 6/8 or 90/100 dominant; equal keys: 0.9·x = y, 6·x + 8·y = 8.
    double x = 8 / 13.2;
    expect(leaf, 90, 6 * x);
    expect(other, 0, 7.2 * x);
    expectMerged(leaf, new long[] {90, 6}, 1, 90 * x, 6 * x);
  }

  @Test
  void ofTwoPrioritiesTheOneThatIsNotBlockedGoesOn() {
    int leaf = tree.addLeaf(ROOT, 1);
    int other = tree.addLeaf(ROOT, 1);
    tree.setDemand(leaf, new Demand.Builder().add(new long[] {1, 1}, 8).add(CPU, 32).build());
    tree.setDemand(other, Demand.of(GPU, 8));
    expect(leaf, 4 + 32, 4);
    expect(other, 0, 4);
    expectMerged(leaf, new long[] {40, 8}, 1, 20, 4);
  }

  @Test
  void keyOfALeafThatGoesOnByAnotherResourceStandsStillUntilThatIsTheDominantOne() {
    int leaf = tree.addLeaf(ROOT, 1);
    int gpu = tree.addLeaf(ROOT, 1);
    int cpu = tree.addLeaf(ROOT, 1);
    tree.setDemand(leaf, new Demand.Builder().add(GPU, 8).add(CPU, 60).build());
    tree.setDemand(gpu, Demand.of(GPU, 8));
    tree.setDemand(cpu, Demand.of(CPU, 100));
    // At level 1/2 GPUs are gone, leaf has 30 cores and cpu 50. The former gets 20 before its key
    // rises.
    expect(leaf, 50, 4);
    expect(cpu, 50, 0);
    expect(gpu, 0, 4);
    expectMerged(leaf, new long[] {60, 8}, 1, 30, 4);
  }

  @Test
  void ownLimitStopsOnlyTheClassesThatNeedTheResource() {
    int leaf = tree.addLeaf(ROOT, 1);
    tree.setLimit(leaf, new long[] {ShareTree.UNLIMITED, 2});
    tree.setDemand(leaf, new Demand.Builder().add(new long[] {1, 1}, 8).add(CPU, 32).build());
    expect(leaf, 2 + 32, 2);
    expectMerged(leaf, new long[] {5, 1}, 8, 10, 2);
  }

  @Test
  void limitOfAQueueAboveStopsOnlyTheClassesThatNeedTheResource() {
    int queue = tree.addQueue(ROOT, 1);
    int leaf = tree.addLeaf(tree.addQueue(queue, 1), 1);
    tree.setLimit(queue, new long[] {10, ShareTree.UNLIMITED});
    tree.setDemand(leaf, new Demand.Builder().add(GPU, 8).add(CPU, 40).build());
    expect(leaf, 10, 8);
    expectMerged(leaf, new long[] {5, 1}, 8, 10, 2);
  }

  @Test
  void finiteClassesHaveNothingWhileAnEndlessOneGrowsAndWhatIsLeftOnceAllThoseAreBlocked() {
    int leaf = tree.addLeaf(ROOT, 1);
    int other = tree.addLeaf(ROOT, 1);
    tree.setDemand(
        leaf,
        new Demand.Builder()
            .add(new long[] {1, 1}, Demand.ENDLESS)
            .add(new long[] {2, 1}, Demand.ENDLESS)
            .add(CPU, 7)
            .add(new long[] {5, 1}, 3)
            .build());
    tree.charge(leaf, CPU);
    tree.setDemand(other, Demand.of(GPU, 4));
    // Equal keys: 4 GPUs each. Half of 4 tasks are of one core, the others of two.
    expect(leaf, 6 + 8, 4);
    expect(other, 0, 4);
    expectMerged(leaf, new long[] {3, 2}, Demand.ENDLESS, 6, 4);
  }

  @Test
  void heldTasksOfAnEndlessClassChangeNothing() {
    int leaf = tree.addLeaf(ROOT, 1);
    tree.setDemand(
        leaf, new Demand.Builder().add(CPU, Demand.ENDLESS).add(GPU, Demand.ENDLESS).build());
    tree.charge(leaf, CPU, 30);
    expect(leaf, 100, 8);
  }

  @Test
  void tasksThatFitNoNodeAreLeftOut() {
    int leaf = tree.addLeaf(ROOT, 1);
    int other = tree.addLeaf(ROOT, 1);
    tree.setNodeShapes(List.of(new long[] {10, 0}, new long[] {2, 4}));
    tree.setDemand(leaf, new Demand.Builder().add(new long[] {3, 1}, 8).add(CPU, 4).build());
    tree.setDemand(other, Demand.of(new long[] {2, 4}, 2));
    expect(leaf, 4, 0); // otherwise it would have GPUs that no task of its can use
    expect(other, 4, 8);
  }

  @Test
  void tasksThatAreLargerThanALimitAreLeftOutThoughOthersOfTheLeafAreNot() {
    int queue = tree.addQueue(ROOT, 1);
    int leaf = tree.addLeaf(queue, 1);
    tree.setLimit(queue, new long[] {10, 8});
    tree.setDemand(leaf, new Demand.Builder().add(new long[] {11, 1}, 8).add(CPU, 4).build());
    tree.charge(leaf, GPU);
    expect(leaf, 4, 1);
  }

  /** Shows what the rival gives: one class of a vector that is the sum of all tasks, or a part. */
  private void expectMerged(int leaf, long[] sum, long tasks, double... amounts) {
    Demand held = tree.held(leaf);
    for (int i = 0; i < held.size(); i++) {
      for (long k = 0; k < held.tasks(i); k++) {
        tree.release(leaf, held.vector(i));
      }
    }
    tree.setDemand(leaf, Demand.of(sum, tasks));
    expect(leaf, amounts);
  }

  private void expect(int node, double... amounts) {
    assertThat(IdealShare.of(tree).usage(node)).containsExactly(amounts, within(1e-9));
  }
}
