// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.tree.ShareTree;

/**
 * A selection as it was recorded, and what has happened to its offer since the selection before.
 * One object serves all decisions.
 */
public final class RecordedDecision {
  private int offer;
  private boolean isOpened;
  private boolean hasOtherAmounts;
  private int index = ShareTree.NONE;
  private int machineClass;
  private long[] free = {};
  private int[] skipped = {};
  private int leaf;

  RecordedDecision() {}

  /** Reads a decision. */
  void read(EventInput in, int length) {
    if (free.length != length) {
      free = new long[length];
    }
    int flags = in.readByte();
    offer = in.readInt();
    isOpened = (flags & EventCode.OPENED) != 0;
    hasOtherAmounts = (flags & EventCode.OTHER_AMOUNTS) != 0;
    boolean isOfSeveral = (flags & EventCode.SEVERAL) != 0;
    index = isOfSeveral ? in.readInt() : ShareTree.NONE;
    machineClass = isOfSeveral ? in.readInt() : 0;
    if (hasOtherAmounts) {
      in.readVector(free);
    }
    skipped = (flags & EventCode.SKIPS) != 0 ? in.readInts() : NO_LEAVES;
    leaf = in.readInt() - 1;
  }

  private static final int[] NO_LEAVES = {};

  /** Returns the number of the offer; a number that was not used before is a new offer. */
  public int offer() {
    return offer;
  }

  /** Returns whether the offer was opened. */
  public boolean isOpened() {
    return isOpened;
  }

  /** Returns whether other amounts are offered than before: {@link #free}. */
  public boolean hasOtherAmounts() {
    return hasOtherAmounts;
  }

  /** Returns whether the offer was opened for several nodes: those of {@link #index}. */
  public boolean isOfSeveral() {
    return index != ShareTree.NONE;
  }

  /** Returns the number of the index of nodes. */
  public int index() {
    return index;
  }

  /** Returns the number of the machine class in which these nodes are offered. */
  public int machineClass() {
    return machineClass;
  }

  /** Returns what is offered. Not to be kept. */
  public long[] free() {
    return free;
  }

  /** Returns the leaves that were skipped. */
  public int[] skipped() {
    return skipped;
  }

  /** Returns the leaf that was selected, or {@link ShareTree#NONE}. */
  public int leaf() {
    return leaf;
  }
}
