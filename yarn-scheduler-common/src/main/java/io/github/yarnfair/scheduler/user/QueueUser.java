// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.user;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.resource.ReservedAmounts;
import io.github.yarnfair.scheduler.resource.ResourceVectors;

/**
 * A user of a leaf queue whose share is divided among its users: a node of the share tree between
 * the queue's node and those of the user's applications there. Under the scheduler's write lock.
 */
public final class QueueUser {
  private final String name;
  private final ShareTree tree;
  private final int node;
  private final ReservedAmounts reserved;
  private int applications;

  /**
   * @param node the user's handle in the share tree
   * @param ofQueue what is reserved in the queue
   */
  public QueueUser(String name, ShareTree tree, int node, ReservedAmounts ofQueue) {
    this.name = name;
    this.tree = tree;
    this.node = node;
    reserved = new ReservedAmounts(tree, node, ofQueue);
  }

  public String name() {
    return name;
  }

  /** Returns the user's handle in the share tree. */
  public int node() {
    return node;
  }

  /** Returns how many applications the user has in the queue. */
  public int applications() {
    return applications;
  }

  /** Adds to the number of applications. */
  public int count(int more) {
    applications += more;
    return applications;
  }

  /** Returns what is reserved for the user in the queue; a change counts in the queue as well. */
  public ReservedAmounts reserved() {
    return reserved;
  }

  /** Returns whether one more task may be reserved: all but the last one are within the limit. */
  public boolean mayReserve(long[] amounts) {
    return isWithin(amounts, reserved.amounts());
  }

  /** Returns whether a task that is reserved would be within the limit after all others. */
  public boolean mayKeep(long[] amounts) {
    long[] others = reserved.amounts().clone();
    ResourceVectors.add(amounts, -1, others);
    return isWithin(amounts, others);
  }

  private boolean isWithin(long[] task, long[] further) {
    for (int j = 0; j < tree.space().pairs(); j++) {
      if (task[j] > tree.headroom(node, j, further)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a reservation may have to be dropped because of the user's limit. */
  public boolean mayHaveReservedTooMuch() {
    int tasks = reserved.reservations() + reserved.rooms();
    if (tasks == 0 || !tree.isLimited(node)) {
      return false;
    }
    long[] amounts = reserved.amounts();
    for (int j = 0; j < tree.space().pairs(); j++) {
      long left = tasks > 1 ? tree.headroom(node, j, amounts) : tree.headroom(node, j);
      if (left == 0 && amounts[j] > 0) {
        return true;
      }
    }
    return false;
  }
}
