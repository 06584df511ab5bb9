// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.api.Test;

/**
 * A policy that compares leaf queues by their {@link FlatWeights}, whatever queues lie above.
 *
 * @param <P> the policy
 */
public abstract class FlatWeightsContract<P extends FairnessPolicy> {
  private static final double EXACT = 1e-12;

  /** Two resources, 1,000 of each. */
  protected final ShareTree tree = new ShareTree(2);

  protected final P policy;
  protected final Selection selection;

  protected FlatWeightsContract(P policy) {
    this.policy = policy;
    selection = policy.over(tree);
    tree.setCapacity(new long[] {1000, 1000});
  }

  /** Returns the weight W by which the policy knows a leaf queue, as of the last decision. */
  protected abstract double flatWeight(int queue);

  /** By H-DRF the three would get 500, 250 and 250 if only one of the queues under b is active. */
  @Test
  void shareOfAnIdleLeafQueueGoesToAllByTheirFlatWeights() {
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 1);
    int b1 = tree.addQueue(b, 3);
    int b2 = tree.addQueue(b, 1);
    int ofA = leaf(a, 1, 1, 0);
    int ofB1 = leaf(b1, 1, 1, 0);
    tree.addLeaf(b2, 1);
    fill(1000, 0);
    assertThat(flatWeight(a)).isEqualTo(0.5, within(EXACT));
    assertThat(flatWeight(b1)).isEqualTo(0.375, within(EXACT));
    assertThat(flatWeight(b2)).isEqualTo(0.125, within(EXACT));
    assertThat(tree.usage(ofA, 0)).isBetween(570L, 572L); // 1000 · 4/7
    assertThat(tree.usage(ofB1, 0)).isBetween(428L, 429L); // 1000 · 3/7
  }

  @Test
  void applicationsOfALeafQueueShareItsPartByTheirWeights() {
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 1);
    int one = leaf(a, 3, 1, 0);
    int two = leaf(a, 1, 1, 0);
    int alone = leaf(b, 1, 1, 0);
    fill(800, 0);
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

  /** Gives out what is free, task by task. */
  protected final void fill(long... free) {
    fill(selection, free);
  }

  /** Likewise by a selection, which may be that of a rival. */
  protected final void fill(Selection by, long... free) {
    Offer offer = new Offer(free.length);
    offer.open(free);
    for (int leaf = by.next(offer); leaf != ShareTree.NONE; leaf = by.next(offer)) {
      long[] task = tree.demand(leaf).vector(0);
      offer.take(task);
      tree.charge(leaf, task);
    }
  }

  /** Returns the leaf whose turn it is. */
  protected final int next(long... free) {
    Offer offer = new Offer(free.length);
    offer.open(free);
    return selection.next(offer);
  }

  /** Adds a leaf with endless tasks of a vector. */
  protected final int leaf(int queue, double weight, long... vector) {
    int leaf = tree.addLeaf(queue, weight);
    tree.setDemand(leaf, Demand.of(vector, Demand.ENDLESS));
    return leaf;
  }
}
