// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.user;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.resource.ResourceVectors;

/**
 * A user of a leaf queue whose share is divided among its users: a node of the share tree between
 * the queue's node and those of the user's applications there. Under the scheduler's write lock.
 */
public final class QueueUser {
  private final String name;
  private final ShareTree tree;
  private final int node;
  private final long[] reserved;

  /** The part of {@link #reserved} that is kept for gangs. */
  private final long[] kept;

  private int reservations;
  private int applications;

  public QueueUser(String name, ShareTree tree, int node) {
    this.name = name;
    this.tree = tree;
    this.node = node;
    reserved = new long[tree.space().length()];
    kept = new long[reserved.length];
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

  /** Returns how many nodes, or members of gangs, have reservations or room in the queue. */
  public int reservations() {
    return reservations;
  }

  /** Returns how much is reserved for them, as the share tree has amounts. Not a copy. */
  public long[] reserved() {
    return reserved;
  }

  public void countReserved(long[] amounts, int sign) {
    reservations += sign;
    ResourceVectors.add(amounts, sign, reserved);
  }

  /** Counts room that is kept for a member of a gang. */
  public void countKept(long[] amounts, int sign) {
    countReserved(amounts, sign);
    ResourceVectors.add(amounts, sign, kept);
  }

  /** Reduces amounts to what the user's limit leaves beside what is used and kept for gangs. */
  public void reduceByKept(int firstPair, long[] amounts) {
    for (int j = 0; j < amounts.length; j++) {
      if (kept[firstPair + j] > 0) {
        amounts[j] = Math.min(amounts[j], tree.headroom(node, firstPair + j, kept));
      }
    }
  }

  /** Returns whether one more task may be reserved: all but the last one are within the limit. */
  public boolean mayReserve(long[] amounts) {
    return isWithin(amounts, reserved);
  }

  /** Returns whether a task that is reserved would be within the limit after all others. */
  public boolean mayKeep(long[] amounts) {
    long[] others = reserved.clone();
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
    if (reservations == 0 || !tree.isLimited(node)) {
      return false;
    }
    for (int j = 0; j < tree.space().pairs(); j++) {
      long left = reservations > 1 ? tree.headroom(node, j, reserved) : tree.headroom(node, j);
      if (left == 0 && reserved[j] > 0) {
        return true;
      }
    }
    return false;
  }
}
