// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.ideal.IdealShare;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tree that is copied node by node equals the original. */
class ShareTreeCopyTest {
  private final ShareTree tree = new ShareTree(2);

  @Test
  void copyHasTheSameFiguresAndIdealShares() {
    tree.setCapacity(new long[] {100, 10});
    tree.setNodeShapes(List.of(new long[] {10, 1}));
    tree.setLimit(ROOT, new long[] {90, ShareTree.UNLIMITED});
    int a = tree.addQueue(ROOT, 3);
    int b = tree.addQueue(ROOT, 1);
    tree.setInOrder(b, true);
    tree.setPassableLimit(b, new long[] {20, 2});
    leaf(a, new long[] {2, 1}, 3, 0);
    leaf(b, new long[] {5, 0}, 2, 7);
    leaf(b, new long[] {5, 0}, 0, 9);

    ShareTree copy = tree.emptyLike(40);
    copy.copyRoot(tree);
    copyBelow(ROOT, copy, ROOT);

    assertEqual(ROOT, copy, ROOT);
    assertThat(ShareTreeAudit.violations(copy)).isEmpty();
    assertThat(IdealShare.of(copy).usage(ROOT)).isEqualTo(IdealShare.of(tree).usage(ROOT));
    copy.charge(copy.firstChild(copy.firstChild(ROOT)), new long[] {2, 1});
    assertThat(tree.usage(ROOT, 0)).as("the original is left alone").isEqualTo(16);
  }

  private void leaf(int queue, long[] task, int held, int priority) {
    int leaf = tree.addLeaf(queue, 1.0 + priority);
    tree.setDemand(leaf, Demand.of(task, 4));
    tree.setRank(leaf, priority, leaf);
    for (int i = 0; i < held; i++) {
      tree.charge(leaf, task);
    }
  }

  private void copyBelow(int node, ShareTree copy, int to) {
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      copyBelow(c, copy, copy.addCopy(tree, c, to));
    }
  }

  private void assertEqual(int node, ShareTree copy, int to) {
    for (int j = 0; j < 2; j++) {
      assertThat(copy.usage(to, j)).isEqualTo(tree.usage(node, j));
      assertThat(copy.headroom(to, j)).isEqualTo(tree.headroom(node, j));
    }
    assertThat(copy.weight(to)).isEqualTo(tree.weight(node));
    assertThat(copy.isPassable(to)).isEqualTo(tree.isPassable(node));
    assertThat(copy.isInOrder(to)).isEqualTo(tree.isInOrder(node));
    assertThat(copy.priority(to)).isEqualTo(tree.priority(node));
    assertThat(copy.demand(to)).isSameAs(tree.demand(node));
    int other = copy.firstChild(to);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      assertEqual(c, copy, other);
      other = copy.nextSibling(other);
    }
    assertThat(other).isEqualTo(NONE);
  }
}
