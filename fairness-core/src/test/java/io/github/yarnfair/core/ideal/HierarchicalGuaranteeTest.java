// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicyContract;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.api.Test;

class HierarchicalGuaranteeTest {
  @Test
  void isDividedByWeightAmongTheActive() {
    ShareTree tree = FairnessPolicyContract.tree(100, 100);
    HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
    guarantee.compute(tree);
    assertThat(guarantee.of(ROOT)).isZero();
    int queue = tree.addQueue(ROOT, 3);
    int pending = FairnessPolicyContract.wanting(tree, queue, 1, 0);
    int running = tree.addLeaf(queue, 4);
    tree.charge(running, new long[] {0, 7});
    int idle = tree.addLeaf(queue, 5);
    int other = FairnessPolicyContract.wanting(tree, ROOT, 0, 1);
    tree.addQueue(ROOT, 9);
    guarantee.compute(tree);
    assertThat(guarantee.of(ROOT)).isEqualTo(1);
    assertThat(guarantee.of(queue)).isEqualTo(0.75);
    assertThat(guarantee.of(pending)).isEqualTo(0.75 / 5);
    assertThat(guarantee.of(running)).isEqualTo(0.75 * 4 / 5);
    assertThat(guarantee.of(idle)).isZero();
    assertThat(guarantee.of(other)).isEqualTo(0.25);
  }

  /** By the first class alone it would be a fifth in both. */
  @Test
  void isDividedInEachClassByTheWeightsThere() {
    ShareTree tree = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 2, 1));
    tree.setCapacity(new long[] {100, 100, 0});
    int queue = tree.addQueue(ROOT, 1);
    int other = tree.addQueue(ROOT, 1);
    tree.setWeight(queue, new double[] {1, 3});
    tree.setWeight(other, new double[] {4, 1});
    FairnessPolicyContract.wanting(tree, queue, 1, 0, 0);
    FairnessPolicyContract.wanting(tree, other, 1, 0, 0);
    HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
    guarantee.compute(tree);
    assertThat(guarantee.of(queue)).isEqualTo(0.2);
    assertThat(guarantee.of(queue, 1)).isEqualTo(0.75);
    assertThat(guarantee.of(other, 1)).isEqualTo(0.25);
  }
}
