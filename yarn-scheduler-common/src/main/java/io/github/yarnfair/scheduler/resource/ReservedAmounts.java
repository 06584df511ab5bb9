// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.tree.ShareTree;
import org.jspecify.annotations.Nullable;

/**
 * What is reserved for the applications of a queue or of one of its users, and what is kept for
 * gangs among them: both count against limits beside what is used. Each change counts above as
 * well. Amounts are by resource type within the machine class, as in the share tree. Under the
 * scheduler's write lock.
 */
public final class ReservedAmounts {
  private final ShareTree tree;
  private final int node;
  private final @Nullable ReservedAmounts above;
  private final long[] amounts;

  /** The part of {@link #amounts} that is kept for gangs. */
  private final long[] kept;

  private int reservations;
  private int rooms;

  /**
   * @param node the queue's or the user's handle in the share tree
   * @param above what is reserved in the queue directly above; null for root
   */
  public ReservedAmounts(ShareTree tree, int node, @Nullable ReservedAmounts above) {
    this.tree = tree;
    this.node = node;
    this.above = above;
    amounts = new long[tree.space().length()];
    kept = new long[amounts.length];
  }

  /** Adds the reservation of a node here and above. */
  public void reserve(long[] reserved) {
    count(reserved, 1);
  }

  /** Removes the reservation of a node here and above. */
  public void unreserve(long[] reserved) {
    count(reserved, -1);
  }

  private void count(long[] reserved, int sign) {
    reservations += sign;
    ResourceVectors.add(reserved, sign, amounts);
    if (above != null) {
      above.count(reserved, sign);
    }
  }

  /**
   * Counts room that is kept for a member of a gang here and above: as reserved, but as no node's.
   *
   * @param sign 1 for more, -1 for less
   */
  public void keep(long[] room, int sign) {
    rooms += sign;
    ResourceVectors.add(room, sign, amounts);
    ResourceVectors.add(room, sign, kept);
    if (above != null) {
      above.keep(room, sign);
    }
  }

  /** Returns how many nodes are reserved. */
  public int reservations() {
    return reservations;
  }

  /** Returns for how many members of gangs room is kept. */
  public int rooms() {
    return rooms;
  }

  /** Returns how much is reserved or kept. Not a copy. */
  public long[] amounts() {
    return amounts;
  }

  /** Returns how much is kept for gangs, part of {@link #amounts}. Not a copy. */
  public long[] kept() {
    return kept;
  }

  /** Returns how much is kept for gangs in all queues together. Not a copy. */
  public long[] keptInAll() {
    return above == null ? kept : above.keptInAll();
  }

  /**
   * Reduces amounts by resource type to what the limits here and above leave beside what is used
   * and kept for gangs.
   *
   * @param first component of the share tree that the first amount is of
   */
  public void reduceByKept(int first, long[] most) {
    for (int j = 0; j < most.length; j++) {
      if (kept[first + j] > 0) {
        most[j] = Math.min(most[j], tree.headroom(node, first + j, kept));
      }
    }
    if (above != null) {
      above.reduceByKept(first, most);
    }
  }

  /** Returns whether used + reserved + these amounts is within the limits here and above. */
  public boolean fit(long[] more) {
    for (int j = 0; j < tree.space().pairs(); j++) {
      if (amounts[j] + more[j] > tree.headroom(node, j)) {
        return false;
      }
    }
    return above == null || above.fit(more);
  }

  /** Returns whether used + reserved is within the limits here and above. */
  public boolean fit() {
    for (int j = 0; j < tree.space().pairs(); j++) {
      if (amounts[j] > tree.headroom(node, j)) {
        return false;
      }
    }
    return above == null || above.fit();
  }
}
