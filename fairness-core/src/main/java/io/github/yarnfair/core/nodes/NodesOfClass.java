// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.OfferedNodes;
import io.github.yarnfair.core.tree.ShareSpace;

/**
 * The nodes of an index, which are all of one machine class, offered in amounts of a space of
 * several classes. What is taken of them counts in a class of the space that need not be theirs.
 */
public final class NodesOfClass implements OfferedNodes {
  private final ShareSpace space;
  private final NodeIndex index;
  private final long[] task;
  private int machineClass;
  private long changes;

  /**
   * Creates the offer of an index.
   *
   * @param machineClass the number of the class in which tasks count that run on the nodes
   */
  public NodesOfClass(ShareSpace space, int machineClass, NodeIndex index) {
    this.space = space;
    this.machineClass = machineClass;
    this.index = index;
    task = new long[space.resources()];
  }

  /** Returns the nodes. */
  public NodeIndex index() {
    return index;
  }

  /** Returns the number of the class in which tasks count that run on the nodes. */
  public int machineClass() {
    return machineClass;
  }

  /** Sets in which class tasks count that run on the nodes. */
  public void setMachineClass(int number) {
    changes += number == machineClass ? 0 : 1;
    machineClass = number;
  }

  @Override
  public boolean fits(long[] amounts) {
    for (int pair = 0; pair < space.pairs(); pair++) {
      if (amounts[pair] != 0 && space.classOf(pair) != machineClass) {
        return false;
      }
    }
    System.arraycopy(amounts, space.pair(machineClass, 0), task, 0, task.length);
    return index.fits(task);
  }

  /** Both terms only increase, so that the sum is a version too. */
  @Override
  public long version() {
    return index.version() + changes;
  }

  @Override
  public boolean isExhausted(int pair) {
    return space.classOf(pair) != machineClass || index.isExhausted(space.resourceOf(pair));
  }
}
