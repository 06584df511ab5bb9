// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.api.Test;

class DffPolicyTest {
  private final ShareTree tree = new ShareTree(2);
  private final DffPolicy policy = new DffPolicy();
  private final TreePassSelection selection = new TreePassSelection(tree, policy);

  DffPolicyTest() {
    tree.setCapacity(new long[] {100, 100});
  }

  @Test
  void aResourceIsDividedByWeightAmongNodesThatDemandIt() {
    int queue = tree.addQueue(ROOT, 3);
    int cpu = leaf(queue, 1, 1, 0);
    int both = leaf(queue, 2, 1, 1);
    int other = leaf(ROOT, 1, 1, 0);
    next(10, 10);
    expectFair(queue, 0.75, 1);
    expectFair(cpu, 0.25, 0);
    expectFair(both, 0.5, 1);
    expectFair(other, 0.25, 0);
  }

  /** Otherwise the siblings' fair resource would double when the last task starts. */
  @Test
  void runningTaskCountsAsDemandForItsResources() {
    int running = leaf(ROOT, 1, 1, 0);
    int pending = leaf(ROOT, 1, 1, 0);
    tree.charge(running, new long[] {30, 0});
    tree.setDemand(running, Demand.NOTHING);
    next(10, 10);
    expectFair(running, 0.5, 0);
    expectFair(pending, 0.5, 0);
    assertThat(selection.shares().key(running)).isCloseTo(0.6, within(1e-12));
    tree.release(running, new long[] {30, 0});
    next(10, 10);
    expectFair(running, 0, 0);
    expectFair(pending, 1, 0);
    assertThat(selection.shares().key(running)).isZero();
  }

  /** A queue above what is fair counts as its least child that can be served, and only then. */
  @Test
  void aboveOneAQueueIsAsFairAsItsLeastSchedulableChild() {
    int queue = tree.addQueue(ROOT, 1);
    int cpu = leaf(queue, 1, 1, 0);
    int gpu = leaf(queue, 1, 0, 1);
    int other = leaf(ROOT, 1, 1, 1);
    tree.charge(cpu, new long[] {10, 0});
    tree.charge(gpu, new long[] {0, 45});
    tree.charge(gpu, new long[] {0, 35});
    tree.charge(other, new long[] {20, 20});
    assertThat(next(10, 10)).as("1.6 counts as 0.2").isEqualTo(cpu);
    assertThat(selection.shares().key(queue)).isCloseTo(0.2, within(1e-12));
    assertThat(selection.shares().key(other)).isCloseTo(0.4, within(1e-12));
    assertThat(next(0, 10)).as("cpu is blocked").isEqualTo(gpu);
    assertThat(selection.shares().key(queue)).isCloseTo(1.6, within(1e-12));
    tree.release(gpu, new long[] {0, 35});
    next(10, 10);
    assertThat(selection.shares().key(queue)).as("not above 1").isCloseTo(0.9, within(1e-12));
  }

  private void expectFair(int node, double... expected) {
    for (int j = 0; j < expected.length; j++) {
      assertThat(policy.fairResource(node, j)).isCloseTo(expected[j], within(1e-12));
    }
  }

  private int next(long... free) {
    Offer offer = new Offer(free.length);
    offer.open(free);
    return selection.next(offer);
  }

  private int leaf(int queue, double weight, long... vector) {
    int leaf = tree.addLeaf(queue, weight);
    tree.setDemand(leaf, Demand.of(vector, Demand.ENDLESS));
    return leaf;
  }
}
