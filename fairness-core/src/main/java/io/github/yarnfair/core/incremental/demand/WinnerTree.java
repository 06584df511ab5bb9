// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.Growth;
import java.util.Arrays;

/**
 * A tournament among numbered entries for the least key, of equal keys for the least tie-break:
 * O(1) to ask, O(log n) to change one, less for one that does not win.
 */
public final class WinnerTree {
  private static final int NONE = -1;
  private static final double NO_KEY = Double.POSITIVE_INFINITY;

  private int entries;
  private double[] key = {};
  private long[] tieBreak = {};

  /** Who wins below each inner node, the root being 1; the entries are not kept. */
  private int[] winner = {};

  /** Enters or changes an entry, with the key +∞ if it is not to win. */
  public void put(int entry, double newKey, long newTieBreak) {
    if (entry >= entries) {
      grow(Math.max(2, Integer.highestOneBit(entry) * 2));
    }
    if (key[entry] == newKey && tieBreak[entry] == newTieBreak) {
      return;
    }
    key[entry] = newKey;
    tieBreak[entry] = newTieBreak;
    boolean matters = true;
    for (int node = (entries + entry) / 2; node > 0 && matters; node /= 2) {
      int former = winner[node];
      play(node);
      matters = winner[node] != former || former == entry;
    }
  }

  /** Returns the entry of the least key, -1 if all are +∞. */
  public int first() {
    return firstKey() < NO_KEY ? winner[1] : NONE;
  }

  /** Returns the least key. */
  public double firstKey() {
    return entries == 0 ? NO_KEY : key[winner[1]];
  }

  /** Returns the tie-break of the entry of the least key. */
  public long firstTieBreak() {
    return tieBreak[winner[1]];
  }

  private boolean isBefore(int entry, int other) {
    return key[entry] < key[other]
        || (key[entry] == key[other] && tieBreak[entry] < tieBreak[other]);
  }

  private void play(int node) {
    int left = 2 * node >= entries ? 2 * node - entries : winner[2 * node];
    int right = 2 * node >= entries ? 2 * node + 1 - entries : winner[2 * node + 1];
    winner[node] = isBefore(right, left) ? right : left;
  }

  private void grow(int length) {
    key = Growth.extend(key, length, NO_KEY);
    tieBreak = Arrays.copyOf(tieBreak, length);
    entries = length;
    winner = new int[length];
    for (int node = entries - 1; node > 0; node--) {
      play(node);
    }
  }
}
