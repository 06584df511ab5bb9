// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * What the nodes of a tree hold, integrated over the time since an epoch began: amounts times
 * milliseconds, exact.
 *
 * <p>What a node holds at the end, times the length of the epoch, less what each task held too
 * little of it: one that was charged t after the beginning t times its amounts, one that was
 * released then as much more. So a charge costs O(pairs), whatever the depth of the tree, and what
 * is never charged or released costs nothing.
 */
final class HeldTime {
  private final ShareTree tree;
  private final LongSupplier time;
  private final int pairs;
  private final int shares;
  private long since;
  private long now;

  /** By node and pair, without the nodes below. */
  private long[] missing = {};

  /** By node and entry of a share, as of the last {@link #integrate}, with the nodes below. */
  private long[] integral = {};

  HeldTime(ShareTree tree, LongSupplier time) {
    this.tree = tree;
    this.time = time;
    pairs = tree.space().pairs();
    shares = tree.space().shares();
    now = time.getAsLong();
    since = now;
    grow();
  }

  /** Makes room for the nodes that the tree has. */
  void grow() {
    int nodes = tree.handleBound();
    if (missing.length < nodes * pairs) {
      missing = Arrays.copyOf(missing, 2 * nodes * pairs);
      integral = Arrays.copyOf(integral, 2 * nodes * shares);
    }
  }

  /** Reads the time, which never runs back, and returns the milliseconds since the beginning. */
  long elapsed() {
    now = Math.max(now, time.getAsLong());
    return now - since;
  }

  /** Begins an epoch where the last reading of the time was. */
  void begin() {
    since = now;
    Arrays.fill(missing, 0);
  }

  /** Counts tasks of a leaf that were charged, or with a count of -1 released. */
  void charged(int leaf, long[] task, long count) {
    long late = elapsed();
    if (late != 0) {
      int from = tree.parent(leaf) * pairs;
      for (int j = 0; j < pairs; j++) {
        if (task[j] != 0) {
          missing[from + j] += task[j] * count * late;
        }
      }
    }
  }

  /** Counts all that a leaf holds as charged now below a queue, or with -1 as released. */
  void moved(int leaf, int queue, int sign) {
    long late = elapsed();
    for (int j = 0; j < pairs; j++) {
      missing[queue * pairs + j] += sign * tree.usage(leaf, j) * late;
    }
  }

  /** Lets a queue begin with nothing. */
  void clear(int queue) {
    Arrays.fill(missing, queue * pairs, (queue + 1) * pairs, 0);
  }

  /**
   * Takes away what a queue that leaves its parent has held so far, so that it begins with nothing
   * elsewhere.
   *
   * @param isGone whether it was removed, and not moved with all below it
   * @return by entry of a share
   */
  long[] takeAway(int queue, boolean isGone) {
    long late = elapsed();
    long[] byShare = new long[shares];
    for (int j = 0; j < pairs; j++) {
      long held = isGone ? 0 : tree.usage(queue, j) * late;
      held -= isGone ? missing[queue * pairs + j] : missingBelow(queue, j);
      missing[queue * pairs + j] += held;
      byShare[tree.space().shareOf(j)] += held;
    }
    return byShare;
  }

  private long missingBelow(int queue, int pair) {
    long sum = missing[queue * pairs + pair];
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      sum += tree.isLeaf(c) ? 0 : missingBelow(c, pair);
    }
    return sum;
  }

  /** Counts for a queue what one that has left it held while it was there. */
  void left(int queue, long[] integrals) {
    // One pair of each entry stands for all: only their sum is read.
    for (int s = 0; s < shares; s++) {
      missing[queue * pairs + s] -= integrals[s];
    }
  }

  /** Lets a queue go on with what it held in this epoch before it left and came back. */
  void comeBack(int queue, long[] integrals) {
    left(queue, integrals);
    int parent = tree.parent(queue);
    for (int s = 0; s < shares; s++) {
      missing[parent * pairs + s] += integrals[s];
    }
  }

  /** Integrates what each queue at and below one has held until the last reading of the time. */
  void integrate(int queue) {
    long elapsed = now - since;
    int from = queue * shares;
    Arrays.fill(integral, from, from + shares, 0);
    for (int j = 0; j < pairs; j++) {
      integral[from + tree.space().shareOf(j)] -= missing[queue * pairs + j];
    }
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (!tree.isLeaf(c)) {
        integrate(c);
        // What is missing below is missing here.
        for (int s = 0; s < shares; s++) {
          integral[from + s] += integral[c * shares + s] - tree.shareUsage(c, s) * elapsed;
        }
      }
    }
    for (int s = 0; s < shares; s++) {
      integral[from + s] += tree.shareUsage(queue, s) * elapsed;
    }
  }

  /** Returns what a queue has held of an entry of a share. */
  long of(int queue, int share) {
    return integral[queue * shares + share];
  }
}
