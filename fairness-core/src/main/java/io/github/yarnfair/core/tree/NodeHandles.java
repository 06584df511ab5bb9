// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

/** Allocates handles, small integers from 0 up; reuses released ones first. */
final class NodeHandles {
  private final IntList freed;
  private int bound;

  NodeHandles() {
    this(new IntList());
  }

  private NodeHandles(IntList freed) {
    this.freed = freed;
  }

  NodeHandles copy() {
    NodeHandles copy = new NodeHandles(freed.copy());
    copy.bound = bound;
    return copy;
  }

  /** Returns a handle that is not in use. */
  int take() {
    return freed.size() > 0 ? freed.removeLast() : bound++;
  }

  /** Takes a handle back. */
  void giveBack(int handle) {
    freed.add(handle);
  }

  /** Returns how many are in use. */
  int inUse() {
    return bound - freed.size();
  }

  /** Returns how many below the bound are not in use. */
  int free() {
    return freed.size();
  }

  /** Returns one that is not in use; the last one is taken first. */
  int free(int index) {
    return freed.get(index);
  }

  /** Returns a bound above every handle in use. */
  int bound() {
    return bound;
  }
}
