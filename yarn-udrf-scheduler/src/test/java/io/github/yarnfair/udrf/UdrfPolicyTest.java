// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.FlatWeightsContract;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.api.Test;

class UdrfPolicyTest extends FlatWeightsContract<UdrfPolicy> {
  UdrfPolicyTest() {
    super(new UdrfPolicy());
  }

  @Override
  protected double flatWeight(int queue) {
    return policy.flatWeight(queue);
  }

  /**
   * User p alone uses the second resource: its job b holds all of it. As tasks end, p's job a keeps
   * its half of the first one. By the raw maximum of what p holds, a is left with nothing.
   */
  @Test
  void usageOfAPairThatNoOtherUserNeedsCostsItsUserNothing() {
    assertThat(heldOfTheFirst(policy)).isCloseTo(500L, within(1L));
    assertThat(heldOfTheFirst(new NaivePolicy())).as("rival: raw shares").isLessThan(50L);
  }

  /** Returns what p's job a holds of the first resource after 1,000 changes. */
  private static long heldOfTheFirst(FairnessPolicy rule) {
    ShareTree tree = new ShareTree(2);
    tree.setCapacity(new long[] {1000, 1000});
    int p = tree.addQueue(ROOT, 1);
    int a = leaf(tree, p, 1, 0);
    int b = leaf(tree, p, 0, 1);
    int c = leaf(tree, tree.addQueue(ROOT, 1), 1, 0);
    tree.charge(a, new long[] {1, 0}, 500);
    tree.charge(b, new long[] {0, 1}, 1000);
    tree.charge(c, new long[] {1, 0}, 500);
    Selection selection = rule.over(tree);
    Offer offer = new Offer(2);
    for (int change = 0; change < 1000; change++) {
      int ends = change % 2 == 0 ? a : c;
      if (!tree.holdsNothing(ends)) {
        tree.release(ends, new long[] {1, 0});
      }
      offer.open(new long[] {1, 0});
      tree.charge(selection.next(offer), new long[] {1, 0});
    }
    return tree.usage(a, 0);
  }

  /** Jobs of 3 and of 1: shares are equal, not numbers, by which p would have 3/4. */
  @Test
  void usersHaveEqualSharesNotEqualNumbersOfJobs() {
    int large = leaf(tree.addQueue(ROOT, 1), 1, 3, 0);
    int small = leaf(tree.addQueue(ROOT, 1), 1, 1, 0);
    fill(1000, 0);
    assertThat(tree.usage(large, 0)).isCloseTo(500, within(3L));
    assertThat(tree.usage(small, 0)).isCloseTo(500, within(3L));
    FairnessPolicy byCount = new LeastCount(tree, large);
    for (int leaf : new int[] {large, small}) {
      while (!tree.holdsNothing(leaf)) {
        tree.release(leaf, tree.demand(leaf).vector(0));
      }
    }
    fill(byCount.over(tree), 1000, 0);
    assertThat(tree.usage(large, 0)).as("rival: least count").isEqualTo(750);
    assertThat(tree.usage(small, 0)).as("rival: least count").isEqualTo(250);
  }

  /** Serves the leaf with the fewest tasks; one leaf's tasks are of 3, the others' of 1. */
  private record LeastCount(ShareTree tree, int large) implements FairnessPolicy {
    @Override
    public String name() {
      return "least-count";
    }

    @Override
    public double leafKey(Shares shares, int leaf) {
      return (double) tree.usage(leaf, 0) / (leaf == large ? 3 : 1);
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      return shares.leastKey(queue);
    }
  }

  @Test
  void limitOfAQueueAboveUsersHolds() {
    int a = tree.addQueue(ROOT, 3);
    int a1 = leaf(tree.addQueue(a, 1), 1, 1, 0);
    int a2 = leaf(tree.addQueue(a, 1), 1, 1, 0);
    int b = leaf(tree.addQueue(ROOT, 1), 1, 1, 0);
    tree.setLimit(a, new long[] {200, ShareTree.UNLIMITED});
    fill(1000, 0);
    assertThat(tree.usage(a1, 0)).isEqualTo(100);
    assertThat(tree.usage(a2, 0)).isEqualTo(100);
    assertThat(tree.usage(b, 0)).isEqualTo(800);
  }

  private static int leaf(ShareTree tree, int queue, long... vector) {
    int leaf = tree.addLeaf(queue, 1);
    tree.setDemand(leaf, Demand.of(vector, Demand.ENDLESS));
    return leaf;
  }
}
