// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.core.policy.RecursivePolicy.Order;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.api.Test;

class RecursivePolicyTest {
  private final ShareTree tree = FairnessPolicyContract.tree(100, 100);
  private final int queue = tree.addQueue(ROOT, 1);
  private final int early = FairnessPolicyContract.wanting(tree, queue, 2, 1);
  private final int late = FairnessPolicyContract.wanting(tree, queue, 1, 1);
  private final int outside = FairnessPolicyContract.wanting(tree, ROOT, 1, 1);

  @Test
  void firstInIsFirstOutHoweverMuchItHolds() {
    TreePassSelection fifo = ordering(Order.FIFO);
    tree.charge(early, new long[] {30, 30});
    tree.charge(outside, new long[] {60, 60});
    assertThat(next(fifo, 10, 10)).isEqualTo(early);
    assertThat(next(fifo, 1, 1)).as("the first does not fit").isEqualTo(late);
    assertThat(next(ordering(Order.BY_POLICY), 10, 10)).isEqualTo(late);
  }

  @Test
  void fromAboveTheQueueIsOneJob() {
    TreePassSelection fifo = ordering(Order.FIFO);
    tree.charge(early, new long[] {30, 0});
    tree.charge(late, new long[] {0, 20});
    tree.charge(outside, new long[] {25, 25});
    assertThat(next(fifo, 10, 10)).as("0.3 against 0.25").isEqualTo(outside);
    assertThat(fifo.shares().key(queue)).isEqualTo(0.3);
    tree.charge(outside, new long[] {6, 0});
    assertThat(next(fifo, 10, 10)).isEqualTo(early);
  }

  @Test
  void plainFairnessLooksAtOneResource() {
    Selection fair = ordering(Order.fairBy(1));
    tree.charge(early, new long[] {30, 1});
    tree.charge(late, new long[] {0, 2});
    tree.charge(outside, new long[] {60, 60});
    assertThat(next(fair, 10, 10)).isEqualTo(early);
    tree.setWeight(late, 3);
    assertThat(next(fair, 10, 10)).isEqualTo(late);
  }

  @Test
  void aFlatPolicyKnowsNoQueues() {
    FlatPolicy flat =
        new FlatPolicy() {
          @Override
          public String name() {
            return "flat";
          }

          @Override
          public double flatWeight(int leaf) {
            return 1;
          }
        };
    assertThatThrownBy(() -> new RecursivePolicy(flat, node -> Order.FIFO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("flat");
  }

  private TreePassSelection ordering(Order order) {
    return new TreePassSelection(
        tree,
        new RecursivePolicy(new NaivePolicy(), node -> node == queue ? order : Order.BY_POLICY));
  }

  private static int next(Selection selection, long... free) {
    return FairnessPolicyContract.next(selection, free);
  }
}
