// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the kinds of tasks in a share tree. Two tasks are of one kind if they need the same pairs
 * of machine class and resource, and the same entry of the share is their dominant one: the largest
 * fraction of the cluster's capacity. Their sizes may differ. Applications of one queue with tasks
 * of one kind are interchangeable: what ends of one makes room for another, up to sizes.
 *
 * <p>With m resources a machine class has at most m·2^(m−1) kinds, and few in practice. Finding one
 * compares a task with each: O(k·m). Only a number above all former ones allocates.
 */
public final class TaskKinds {
  /** The kind of a task that needs nothing that the cluster has: it counts in no share. */
  public static final int NONE = -1;

  private final ShareTree tree;
  private final int pairs;
  private final int shares;
  private boolean[] @Nullable [] needed = new boolean[4][];
  private int[] dominant = new int[4];
  private int count;

  /** Numbers the kinds of a tree's tasks. */
  public TaskKinds(ShareTree tree) {
    this.tree = tree;
    pairs = tree.space().pairs();
    shares = tree.space().shares();
  }

  /** Forgets all kinds. The cluster's capacity decides which entry is dominant. */
  public void clear() {
    count = 0;
  }

  /** Returns the number of kinds found so far. */
  public int count() {
    return count;
  }

  /** Returns the dominant entry of the share of a kind's tasks. */
  public int dominant(int kind) {
    return dominant[kind];
  }

  /**
   * Returns the kind of a task, {@link #NONE} if it counts in no share.
   *
   * @param amounts what the task needs of each pair
   */
  public int of(long[] amounts) {
    int entry = dominantEntry(amounts);
    if (entry == NONE) {
      return NONE;
    }
    int kind = 0;
    while (kind < count && !(dominant[kind] == entry && isNeeded(kind, amounts))) {
      kind++;
    }
    return kind < count ? kind : add(entry, amounts);
  }

  /** Returns a task's amount of an entry of the share, as a fraction of the cluster. */
  public double share(long[] amounts, int entry) {
    return (double) tree.space().shareAmount(amounts, entry) / tree.shareCapacity(entry);
  }

  private int dominantEntry(long[] amounts) {
    int found = NONE;
    double largest = 0.0;
    for (int s = 0; s < shares; s++) {
      if (tree.shareCapacity(s) > 0) {
        double fraction = share(amounts, s);
        if (fraction > largest) {
          largest = fraction;
          found = s;
        }
      }
    }
    return found;
  }

  private boolean isNeeded(int kind, long[] amounts) {
    boolean[] ofKind = Objects.requireNonNull(needed[kind]);
    for (int pair = 0; pair < pairs; pair++) {
      if (ofKind[pair] != amounts[pair] > 0) {
        return false;
      }
    }
    return true;
  }

  private int add(int entry, long[] amounts) {
    if (count == dominant.length) {
      needed = Arrays.copyOf(needed, 2 * count);
      dominant = Arrays.copyOf(dominant, 2 * count);
    }
    boolean[] reused = needed[count];
    boolean[] ofKind = reused == null ? new boolean[pairs] : reused;
    for (int pair = 0; pair < pairs; pair++) {
      ofKind[pair] = amounts[pair] > 0;
    }
    needed[count] = ofKind;
    dominant[count] = entry;
    return count++;
  }
}
