// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The free resources of one node of the cluster while they are being assigned: the W of the papers.
 * Or those of several nodes, of which a task needs one that has room for it.
 *
 * <p>A leaf that cannot use the offer for a reason other than size (locality, a blacklist, a label)
 * is {@link #skip skipped}: until the next {@link #open} it counts as blocked, as if none of its
 * tasks fitted. Open a new offer after leaves were removed: a handle that is given out again would
 * inherit the mark. One offer object serves all offers; it allocates nothing after the tree has
 * stopped growing.
 */
public final class Offer {
  private final ShareSpace space;
  private final long[] free;
  private @Nullable OfferedNodes nodes;
  private long round = 1;
  private long[] skippedIn = new long[0];
  private final IntList skipped = new IntList();

  /** Creates an offer of nothing over m resources and one machine class. */
  public Offer(int resourceCount) {
    this(ShareSpace.ofOneClass(resourceCount));
  }

  /** Creates an offer of nothing, whose amounts are of the tree's space. */
  public Offer(ShareSpace space) {
    this.space = space;
    free = new long[space.length()];
  }

  /**
   * Begins a new offer of these amounts (copied; negative ones count as 0) with no leaf skipped. Of
   * several machine classes a node has amounts of one, and its {@linkplain ShareSpace reach} says
   * which floating tasks may use it.
   */
  public void open(long[] amounts) {
    change(amounts);
    nodes = null;
    round++;
    skipped.clear();
  }

  /**
   * Begins a new offer of several nodes, and of amounts that are free together, with no leaf
   * skipped: a task fits if it fits one of the nodes, or these amounts. What is free on the nodes
   * may change while the offer is open.
   *
   * @param amounts copied; negative ones count as 0
   */
  public void open(OfferedNodes several, long[] amounts) {
    open(amounts);
    nodes = several;
  }

  /** Offers other amounts, without an end of the offer: skipped leaves stay skipped. */
  public void change(long[] amounts) {
    for (int j = 0; j < free.length; j++) {
      free[j] = Math.max(0, amounts[j]);
    }
  }

  /**
   * Subtracts the amounts that a leaf was given; the offer keeps its reach.
   *
   * @throws IllegalStateException if the offer has less
   */
  public void take(long[] amount) {
    if (!Amounts.fits(amount, free)) {
      throw new IllegalStateException(
          Arrays.toString(amount) + " does not fit " + Arrays.toString(free));
    }
    Amounts.subtract(free, amount, space.pairs());
  }

  /** Returns what is free of a pair, not counting several nodes. */
  public long free(int pair) {
    return free[pair];
  }

  /** Copies the most that a task may need; of several nodes, no limit. */
  public void copyMost(long[] into, int offset) {
    if (nodes == null) {
      copyTo(into, offset);
    } else {
      Arrays.fill(into, offset, offset + free.length, Long.MAX_VALUE);
    }
  }

  /** Returns the nodes that a task may use instead of the free amounts; null if there are none. */
  public @Nullable OfferedNodes nodes() {
    return nodes;
  }

  /** Returns whether nothing that an entry of a share counts is free. */
  public boolean isExhausted(int share) {
    for (int pair = share; pair < space.pairs(); pair += space.shares()) {
      if (free[pair] > 0 || (nodes != null && !nodes.isExhausted(pair))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether one of the tasks fits the offer within a room.
   *
   * @param room amounts from the offset on
   */
  public boolean fits(Demand tasks, long[] room, int offset) {
    return nodes == null ? tasks.fits(room, offset) : tasks.fits(room, offset, nodes, free);
  }

  /** Returns whether a task of one class of a demand fits the offer within a room, likewise. */
  public boolean fits(Demand tasks, int index, long[] room, int offset) {
    return tasks.fits(index, room, offset, nodes, free);
  }

  /** Copies what is free, not counting several nodes. */
  public void copyTo(long[] into, int offset) {
    System.arraycopy(free, 0, into, offset, free.length);
  }

  /** Counts the leaf as blocked for the rest of this offer. */
  public void skip(int leaf) {
    if (leaf >= skippedIn.length) {
      skippedIn = Arrays.copyOf(skippedIn, Growth.length(leaf + 1, skippedIn.length));
    }
    if (skippedIn[leaf] != round) {
      skippedIn[leaf] = round;
      skipped.add(leaf);
    }
  }

  /** Returns whether the leaf was skipped in this offer. */
  public boolean isSkipped(int leaf) {
    return leaf < skippedIn.length && skippedIn[leaf] == round;
  }

  /** Returns how often this offer has been opened; each opening clears the skipped leaves. */
  public long round() {
    return round;
  }

  /** Returns how many leaves were skipped in this offer. */
  public int skippedCount() {
    return skipped.size();
  }

  /** Returns one of the leaves that were skipped in this offer, in the order of skipping. */
  public int skipped(int index) {
    return skipped.get(index);
  }
}
