// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Amounts;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The nodes with the same total and the same free amounts: they have room for the same tasks, and
 * the same score for each. A group without nodes is used again for other amounts.
 */
final class NodeGroup {
  final long[] total;
  final long[] free;
  private final LeastInts members = new LeastInts();
  private int size;

  /** Its least node. */
  private int least;

  /** Changes with the least node and with the amounts; of no other group, and of none before. */
  long stamp;

  /** Its position among the groups that have nodes. */
  int position;

  /** The next group of the same hash code. */
  @Nullable NodeGroup next;

  /** The first of the demand classes that are known to fit because of this group. */
  @Nullable DemandClass witnessed;

  NodeGroup(int resources) {
    total = new long[resources];
    free = new long[resources];
  }

  static int hash(long[] total, long[] free) {
    int mixed = (31 * Arrays.hashCode(total) + Arrays.hashCode(free)) * 0x9E3779B9;
    return mixed ^ (mixed >>> 16);
  }

  boolean has(long[] totalAmounts, long[] freeAmounts) {
    return Arrays.equals(free, freeAmounts) && Arrays.equals(total, totalAmounts);
  }

  /** Gives a group without nodes other amounts. */
  void reset(long[] totalAmounts, long[] freeAmounts) {
    System.arraycopy(totalAmounts, 0, total, 0, total.length);
    System.arraycopy(freeAmounts, 0, free, 0, free.length);
    members.clear();
  }

  boolean isEmpty() {
    return size == 0;
  }

  int least() {
    return least;
  }

  boolean hasRoomFor(long[] task) {
    return Amounts.fits(task, free);
  }

  /**
   * Adds a node.
   *
   * @return whether it is the least now
   */
  boolean add(int node) {
    members.add(node);
    size++;
    if (size == 1 || node < least) {
      least = node;
      return true;
    }
    return false;
  }

  /**
   * Removes a node that {@code groups} has already taken out of this group.
   *
   * @return whether the least node of those that are left is another one than before
   */
  boolean remove(int node, NodeGroups groups) {
    size--;
    if (size > 0 && members.size() > 2 * size + 16) {
      compact(groups);
    }
    if (size == 0 || node != least) {
      return false;
    }
    while (groups.groupOf(members.get(0)) != this) {
      members.removeLeast();
    }
    least = members.get(0);
    return true;
  }

  /** Removes the nodes that have left, and the second entries of those that came back. */
  private void compact(NodeGroups groups) {
    groups.beginCompaction();
    int entries = members.size();
    members.clear();
    for (int i = 0; i < entries; i++) {
      int node = members.get(i); // still there, as what was added again takes fewer places
      if (groups.groupOf(node) == this && groups.isFirstSeen(node)) {
        members.add(node);
      }
    }
  }

  /**
   * Returns the least of the nodes that a caller accepts, or -1: O(n), as every node is asked that
   * is less than the least accepted so far.
   */
  int least(IntPredicate accepts, NodeGroups groups) {
    int found = -1;
    for (int i = 0; i < members.size(); i++) {
      int node = members.get(i);
      if ((found < 0 || node < found) && groups.groupOf(node) == this && accepts.test(node)) {
        found = node;
      }
    }
    return found;
  }
}
