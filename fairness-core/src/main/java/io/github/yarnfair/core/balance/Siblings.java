// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.ShareTree;

/** The queues directly below one, and the parts φ that their weights configure. */
final class Siblings {
  private final ShareTree tree;
  private final int[] queues;

  /** By class: the sum of the configured weights of those in the tree. */
  private final double[] sum;

  private final boolean hasLeaves;

  Siblings(ShareTree tree, int parent) {
    this.tree = tree;
    int count = 0;
    boolean leaves = false;
    for (int c = tree.firstChild(parent); c != NONE; c = tree.nextSibling(c)) {
      count += tree.isLeaf(c) ? 0 : 1;
      leaves |= tree.isLeaf(c);
    }
    hasLeaves = leaves;
    queues = new int[count];
    sum = new double[tree.space().weights()];
    int next = 0;
    for (int c = tree.firstChild(parent); c != NONE; c = tree.nextSibling(c)) {
      if (!tree.isLeaf(c)) {
        queues[next++] = c;
        for (int w = 0; w < sum.length; w++) {
          sum[w] += tree.configuredWeightAt(c, w);
        }
      }
    }
  }

  /** Returns whether balances are kept here: of several queues, without applications among them. */
  boolean haveMemory() {
    return !hasLeaves && queues.length > 0;
  }

  int count() {
    return queues.length;
  }

  int get(int index) {
    return queues[index];
  }

  /** Returns the part φ that a queue is configured to have, of one class. */
  double part(int index, int weightIndex) {
    return tree.configuredWeightAt(queues[index], weightIndex) / sum[weightIndex];
  }

  /** Returns the sum of the configured weights in a class. */
  double sum(int weightIndex) {
    return sum[weightIndex];
  }
}
