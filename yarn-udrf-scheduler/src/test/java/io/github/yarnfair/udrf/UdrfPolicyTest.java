/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.udrf;

import static io.github.yarnfair.core.ShareTree.NONE;
import static io.github.yarnfair.core.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.NaivePolicy;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import org.junit.jupiter.api.Test;

class UdrfPolicyTest {
  private static final double EXACT = 1e-12;

  private final ShareTree tree = new ShareTree(2);
  private final UdrfPolicy policy = new UdrfPolicy();
  private final Selection selection = policy.over(tree);

  UdrfPolicyTest() {
    tree.setCapacity(new long[] {1000, 1000});
  }

  /** By H-DRF the three would get 500, 250 and 250 if only one of the queues under b is active. */
  @Test
  void whatAnIdleUserLeavesGoesToAllByTheirFlatWeights() {
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 1);
    int b1 = tree.addQueue(b, 3);
    int b2 = tree.addQueue(b, 1);
    int ofA = leaf(a, 1, 1, 0);
    int ofB1 = leaf(b1, 1, 1, 0);
    tree.addLeaf(b2, 1);
    fill(selection, 1000, 0);
    assertThat(policy.flatWeight(a)).isEqualTo(0.5, within(EXACT));
    assertThat(policy.flatWeight(b1)).isEqualTo(0.375, within(EXACT));
    assertThat(policy.flatWeight(b2)).isEqualTo(0.125, within(EXACT));
    assertThat(tree.usage(ofA, 0)).isBetween(570L, 572L); // 1000 · 4/7
    assertThat(tree.usage(ofB1, 0)).isBetween(428L, 429L); // 1000 · 3/7
  }

  /**
   * User p alone uses the second resource: its job b holds all of it. As tasks end, p's job a keeps
   * its half of the first one. By the raw maximum of what p holds, a is left with nothing.
   */
  @Test
  void whatAJobHoldsOfAPairThatNoOtherUserNeedsCostsItsUserNothing() {
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
    fill(selection, 1000, 0);
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
  void jobsOfAUserShareItsPartByTheirWeights() {
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 1);
    int one = leaf(a, 3, 1, 0);
    int two = leaf(a, 1, 1, 0);
    int alone = leaf(b, 1, 1, 0);
    fill(selection, 800, 0);
    assertThat(tree.usage(one, 0)).isEqualTo(300);
    assertThat(tree.usage(two, 0)).isEqualTo(100);
    assertThat(tree.usage(alone, 0)).isEqualTo(400);
  }

  @Test
  void theKindOfAQueueFollowsItsChildren() {
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 1);
    int ofA = leaf(a, 1, 1, 0);
    int ofB = leaf(b, 1, 1, 0);
    tree.charge(ofA, new long[] {100, 0});
    tree.charge(ofB, new long[] {150, 0});
    assertThat(next(5, 5)).isEqualTo(ofA);
    int below = tree.addQueue(a, 1);
    assertThat(next(5, 5)).as("a's leaf now weighs 1/4: 0.4 against 0.3").isEqualTo(ofB);
    tree.remove(below);
    assertThat(next(5, 5)).isEqualTo(ofA);
    tree.setWeight(b, 3);
    assertThat(next(5, 5)).as("0.1 / 0.25 against 0.15 / 0.75").isEqualTo(ofB);
  }

  @Test
  void limitOfAQueueAboveUsersHolds() {
    int a = tree.addQueue(ROOT, 3);
    int a1 = leaf(tree.addQueue(a, 1), 1, 1, 0);
    int a2 = leaf(tree.addQueue(a, 1), 1, 1, 0);
    int b = leaf(tree.addQueue(ROOT, 1), 1, 1, 0);
    tree.setLimit(a, new long[] {200, ShareTree.UNLIMITED});
    fill(selection, 1000, 0);
    assertThat(tree.usage(a1, 0)).isEqualTo(100);
    assertThat(tree.usage(a2, 0)).isEqualTo(100);
    assertThat(tree.usage(b, 0)).isEqualTo(800);
  }

  private void fill(Selection by, long... free) {
    Offer offer = new Offer(free.length);
    offer.open(free);
    for (int leaf = by.next(offer); leaf != NONE; leaf = by.next(offer)) {
      long[] task = tree.demand(leaf).vector(0);
      offer.take(task);
      tree.charge(leaf, task);
    }
  }

  private int next(long... free) {
    Offer offer = new Offer(free.length);
    offer.open(free);
    return selection.next(offer);
  }

  private int leaf(int queue, double weight, long... vector) {
    int leaf = leaf(tree, queue, vector);
    tree.setWeight(leaf, weight);
    return leaf;
  }

  private static int leaf(ShareTree tree, int queue, long... vector) {
    int leaf = tree.addLeaf(queue, 1);
    tree.setDemand(leaf, Demand.of(vector, Demand.ENDLESS));
    return leaf;
  }
}
