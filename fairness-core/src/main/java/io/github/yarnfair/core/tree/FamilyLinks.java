// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import java.util.Arrays;

/**
 * Parent, children and siblings of each node, by handles. Siblings form doubly linked lists: adding
 * and removing a node keeps their order and is O(1).
 */
final class FamilyLinks {
  private int[] parent;
  private int[] firstChild;
  private int[] lastChild;
  private int[] previous;
  private int[] next;

  FamilyLinks(int length) {
    parent = new int[length];
    firstChild = new int[length];
    lastChild = new int[length];
    previous = new int[length];
    next = new int[length];
  }

  private FamilyLinks(FamilyLinks other) {
    parent = other.parent.clone();
    firstChild = other.firstChild.clone();
    lastChild = other.lastChild.clone();
    previous = other.previous.clone();
    next = other.next.clone();
  }

  FamilyLinks copy() {
    return new FamilyLinks(this);
  }

  void grow(int length) {
    parent = Arrays.copyOf(parent, length);
    firstChild = Arrays.copyOf(firstChild, length);
    lastChild = Arrays.copyOf(lastChild, length);
    previous = Arrays.copyOf(previous, length);
    next = Arrays.copyOf(next, length);
  }

  /** Makes a node that has no relatives. */
  void clear(int node) {
    parent[node] = NONE;
    firstChild[node] = NONE;
    lastChild[node] = NONE;
    previous[node] = NONE;
    next[node] = NONE;
  }

  /** Appends a node to a parent's children. */
  void link(int node, int parentNode) {
    int last = lastChild[parentNode];
    parent[node] = parentNode;
    previous[node] = last;
    next[node] = NONE;
    if (last == NONE) {
      firstChild[parentNode] = node;
    } else {
      next[last] = node;
    }
    lastChild[parentNode] = node;
  }

  /** Takes a node out of its parent's children. */
  void unlink(int node) {
    if (previous[node] == NONE) {
      firstChild[parent[node]] = next[node];
    } else {
      next[previous[node]] = next[node];
    }
    if (next[node] == NONE) {
      lastChild[parent[node]] = previous[node];
    } else {
      previous[next[node]] = previous[node];
    }
  }

  int parent(int node) {
    return parent[node];
  }

  int firstChild(int node) {
    return firstChild[node];
  }

  int next(int node) {
    return next[node];
  }

  int lastChild(int node) {
    return lastChild[node];
  }

  int previous(int node) {
    return previous[node];
  }
}
