// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/** The children of a queue, numbered densely: a number is given out again when its child leaves. */
public final class Entries {
  private static final int FIRST = 4;

  private int[] node = new int[FIRST];
  private long[] tieBreak = new long[FIRST];

  /** Has room for all numbers, so that only {@link #add} allocates. */
  private final IntList freed = new IntList(FIRST);

  private int bound;

  /** Returns a bound above every number in use. */
  public int bound() {
    return bound;
  }

  /** Returns the child of a number, {@link ShareTree#NONE} if it has left. */
  public int node(int entry) {
    return node[entry];
  }

  /** Returns whether a number is a child's. */
  public boolean holds(int entry, int child) {
    return entry < bound && node[entry] == child;
  }

  /** Returns the tie-break of the child that has, or last had, a number. */
  public long tieBreak(int entry) {
    return tieBreak[entry];
  }

  public int add(int child, long childTieBreak) {
    int entry = freed.size() > 0 ? freed.removeLast() : bound++;
    if (entry == node.length) {
      node = Arrays.copyOf(node, 2 * entry);
      tieBreak = Arrays.copyOf(tieBreak, 2 * entry);
      freed.reserve(2 * entry);
    }
    node[entry] = child;
    tieBreak[entry] = childTieBreak;
    return entry;
  }

  public void remove(int entry) {
    node[entry] = ShareTree.NONE;
    freed.add(entry);
  }
}
