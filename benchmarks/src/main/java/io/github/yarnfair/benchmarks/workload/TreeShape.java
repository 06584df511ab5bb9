// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.Locale;
import java.util.SplittableRandom;

/** How queues are arranged above a given number of leaves. */
public enum TreeShape {
  /** All leaves below the root. */
  FLAT(1, 0),
  /** Two levels, each with a fan-out of about √n for n leaves. */
  DEPTH_2(2, 0),
  /** Three levels, each with a fan-out of about ∛n for n leaves. */
  DEPTH_3(3, 0),
  /** One parent with 500 queues, as of 500 users, and the leaves in these, as many in each. */
  USER_QUEUES(2, 500),
  /** Two parents below the root with 500 queues each, and the leaves in these, as many in each. */
  TWO_PARENTS(3, 500, 2),
  /** At most ten children everywhere, as deep as it takes. */
  FAN_OUT_10(0, 10),
  /** At most three children everywhere: the deepest. */
  FAN_OUT_3(0, 3);

  /** Levels of nodes below the root; 0 if only the fan-out is given. */
  private final int depth;

  /**
   * Children of a queue at most, but for leaves if the depth is given; 0 if all levels are alike.
   */
  private final int fanOut;

  /** Children of the root at most; 0 if the root is like the other queues. */
  private final int parents;

  TreeShape(int depth, int fanOut) {
    this(depth, fanOut, 0);
  }

  TreeShape(int depth, int fanOut, int parents) {
    this.depth = depth;
    this.fanOut = fanOut;
    this.parents = parents;
  }

  /** Returns the name on the command line and in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Adds queues and leaves to an empty tree, with random weights.
   *
   * @param leaves how many leaves, divided as evenly as can be
   */
  void grow(ShareTree tree, int leaves, SplittableRandom random) {
    grow(tree, ShareTree.ROOT, leaves, depth, random);
  }

  private void grow(ShareTree tree, int queue, int leaves, int levels, SplittableRandom random) {
    int children = children(leaves, levels);
    for (int i = 0; i < children; i++) {
      int below = leaves / children + (i < leaves % children ? 1 : 0);
      if (depth > 0 ? levels == 1 : children == leaves) {
        tree.addLeaf(queue, weight(random));
      } else {
        grow(tree, tree.addQueue(queue, weight(random)), below, levels - 1, random);
      }
    }
  }

  private int children(int leaves, int levels) {
    if (parents > 0 && levels == depth) {
      return Math.min(leaves, parents);
    }
    boolean isBalanced = depth > 0 && fanOut == 0;
    int wanted = isBalanced ? (int) Math.round(Math.pow(leaves, 1.0 / levels)) : fanOut;
    boolean isLast = depth > 0 && levels == 1;
    return isLast ? leaves : Math.min(leaves, wanted);
  }

  static double weight(SplittableRandom random) {
    return random.nextDouble(0.5, 4.0);
  }
}
