// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FlatWeightsContract;
import io.github.yarnfair.core.tree.Demand;
import org.junit.jupiter.api.Test;

class DrfhPolicyTest extends FlatWeightsContract<DrfhPolicy> {
  DrfhPolicyTest() {
    super(new DrfhPolicy());
  }

  @Override
  protected double flatWeight(int queue) {
    return policy.flatWeight(queue);
  }

  /** The example of {@link DrfhPolicy}: a is not made to pay for b, by all that p holds it is. */
  @Test
  void anApplicationDoesNotPayForANeighbourThatNeedsAnotherResource() {
    int p = tree.addQueue(ROOT, 1);
    int a = leaf(p, 1, 1, 0);
    int b = leaf(p, 1, 0, 1);
    int c = leaf(tree.addQueue(ROOT, 1), 1, 1, 0);
    fill(900, 1000);
    assertThat(tree.usage(a, 0)).as("p's part").isEqualTo(450);
    assertThat(tree.usage(b, 1)).isEqualTo(1000);
    assertThat(tree.usage(c, 0)).isEqualTo(450);
  }

  @Test
  void leafQueuesAreComparedByTheirPoolsForTheOffer() {
    int a = tree.addQueue(ROOT, 1);
    int one = leaf(a, 1, 1, 0);
    int two = leaf(a, 3, 1, 0);
    int other = leaf(tree.addQueue(ROOT, 1), 1, 1, 0);
    tree.charge(one, new long[] {100, 0});
    tree.charge(two, new long[] {300, 0});
    tree.charge(other, new long[] {350, 0});
    assertThat(next(5, 5)).as("0.8, 0.8 and 0.7").isEqualTo(other);
    tree.setDemand(two, Demand.NOTHING);
    assertThat(next(5, 5)).as("it still holds something").isEqualTo(other);
    tree.release(two, new long[] {300, 0});
    assertThat(next(5, 5)).as("0.2 and 0.7").isEqualTo(one);
    tree.setDemand(two, Demand.of(new long[] {0, 1}, 1));
    tree.charge(one, new long[] {280, 0});
    assertThat(next(5, 0)).as("0.76 and 0.7: two needs another resource").isEqualTo(other);
    assertThat(next(5, 5)).as("by the pool of two, which holds nothing").isEqualTo(two);
  }
}
