// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees have the leaves, depth and fan-out that their shape promises. */
class TreeShapeTest {
  @ParameterizedTest
  @CsvSource({
    "FLAT, 1000, 1, 1000",
    "DEPTH_2, 1000, 2, 33",
    "DEPTH_2, 100, 2, 10",
    "DEPTH_3, 1000, 3, 10",
    "DEPTH_3, 777, 3, 10",
    "USER_QUEUES, 500, 2, 500",
    "USER_QUEUES, 5000, 2, 500",
    "USER_QUEUES, 7, 2, 7",
    "TWO_PARENTS, 5000, 3, 500",
    "TWO_PARENTS, 7, 3, 4",
    "FAN_OUT_10, 1000, 3, 10",
    "FAN_OUT_10, 7, 1, 7",
    "FAN_OUT_3, 243, 5, 3",
    "FAN_OUT_3, 1000, 7, 3",
    "DEPTH_3, 1, 3, 1",
  })
  void leavesDepthAndFanOut(TreeShape shape, int leaves, int depth, int fanOut) {
    ShareTree tree = new ShareTree(2);
    shape.grow(tree, leaves, new SplittableRandom(5));
    int found = 0;
    int deepest = 0;
    int widest = 0;
    for (int node = 0; node < tree.handleBound(); node++) {
      found += tree.isLeaf(node) ? 1 : 0;
      deepest = Math.max(deepest, depth(tree, node));
      widest = Math.max(widest, children(tree, node));
      assertThat(tree.isLeaf(node) || tree.firstChild(node) != ShareTree.NONE).isTrue();
    }
    assertThat(found).isEqualTo(leaves);
    assertThat(deepest).isEqualTo(depth);
    assertThat(widest).isBetween(fanOut - 1, fanOut + 1);
  }

  private static int depth(ShareTree tree, int node) {
    return node == ShareTree.ROOT ? 0 : 1 + depth(tree, tree.parent(node));
  }

  private static int children(ShareTree tree, int node) {
    int count = 0;
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      count++;
    }
    return count;
  }
}
