// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/** The nodes that have changed since the last {@link #clear}, each once. */
public final class ChangedNodes {
  private final IntList nodes = new IntList();
  private boolean[] isIn = new boolean[16];

  /** Returns how many there are. */
  public int count() {
    return nodes.size();
  }

  /** Returns one of them, in the order in which they changed first. */
  public int get(int index) {
    return nodes.get(index);
  }

  /** Returns whether a node is one of them. */
  public boolean contains(int node) {
    return node < isIn.length && isIn[node];
  }

  /** Returns whether a queue above a node is one of them. */
  public boolean containsAbove(ShareTree tree, int node) {
    int above = tree.parent(node);
    while (above != ShareTree.NONE && !contains(above)) {
      above = tree.parent(above);
    }
    return above != ShareTree.NONE;
  }

  /** Notes that a node has changed. */
  public void add(int node) {
    if (node >= isIn.length) {
      isIn = Arrays.copyOf(isIn, Growth.length(node + 1, isIn.length));
    }
    if (!isIn[node]) {
      isIn[node] = true;
      nodes.add(node);
    }
  }

  /** Notes that a node has changed, unless it is {@link ShareTree#NONE}. */
  public void addNode(int node) {
    if (node != ShareTree.NONE) {
      add(node);
    }
  }

  /** Forgets one, if it is among them. */
  public void remove(int node) {
    if (contains(node)) {
      isIn[node] = false;
      nodes.removeValue(node);
    }
  }

  /** Forgets all. */
  public void clear() {
    for (int i = 0; i < nodes.size(); i++) {
      isIn[nodes.get(i)] = false;
    }
    nodes.clear();
  }
}
