// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefillTest {
  private final ShareTree tree = new ShareTree(1);

  private int leaf(int queue, int held, int pending) {
    int leaf = tree.addLeaf(queue, 1.0);
    if (held > 0) {
      tree.charge(leaf, new long[] {1}, held);
    }
    tree.setDemand(leaf, pending == 0 ? Demand.NOTHING : Demand.of(new long[] {1}, pending));
    return leaf;
  }

  @Test
  void heldAndPendingTasksArePlacedAgainInTurns() {
    tree.setCapacity(new long[] {8});
    int a = tree.addQueue(ShareTree.ROOT, 3.0);
    int b = tree.addQueue(ShareTree.ROOT, 1.0);
    int inA = leaf(a, 0, 10);
    int inB = leaf(b, 8, 0);
    ShareTree placed =
        Refill.of(tree, new NaivePolicy(), List.of(new long[] {4}, new long[] {4}), () -> false);
    assertThat(placed.usage(inA, 0)).isEqualTo(6);
    assertThat(placed.usage(inB, 0)).isEqualTo(2);
    assertThat(placed.demand(inB).tasks(0)).isEqualTo(6);
    assertThat(tree.usage(inB, 0)).as("the tree itself").isEqualTo(8);
  }

  @Test
  void tasksThatFitNoNodeStayPendingWhateverTheIdealShareSays() {
    tree.setCapacity(new long[] {4});
    int leaf = tree.addLeaf(ShareTree.ROOT, 1.0);
    tree.setDemand(leaf, Demand.of(new long[] {2}, 3));
    List<long[]> nodes = List.of(new long[] {1}, new long[] {3});
    ShareTree placed = Refill.of(tree, new NaivePolicy(), nodes, () -> false);
    assertThat(placed.usage(leaf, 0)).isEqualTo(2);
    assertThat(placed.demand(leaf).tasks(0)).isEqualTo(2);
  }

  @Test
  void nothingIsPlacedOnceTimeIsOver() {
    tree.setCapacity(new long[] {4});
    int leaf = leaf(ShareTree.ROOT, 1, 3);
    ShareTree placed = Refill.of(tree, new NaivePolicy(), List.of(new long[] {4}), () -> true);
    assertThat(placed.usage(leaf, 0)).isZero();
    assertThat(placed.demand(leaf).tasks(0)).isEqualTo(4);
  }
}
