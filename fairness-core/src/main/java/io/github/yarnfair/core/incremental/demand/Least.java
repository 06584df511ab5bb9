// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

/**
 * What a search for the least key has found: a cursor that the next search of the same structure
 * moves on. It has the key +∞ and no entry if nothing was found.
 */
public final class Least {
  public static final int NONE = -1;

  public int entry = NONE;
  public double key = Double.POSITIVE_INFINITY;

  /** Of equal keys the least tie-break is first. */
  public long tieBreak = Long.MAX_VALUE;

  /** Moves this cursor to an entry. */
  public Least moveTo(int newEntry, double newKey, long newTieBreak) {
    entry = newEntry;
    key = newKey;
    tieBreak = newTieBreak;
    return this;
  }

  /** Moves this cursor to no entry. */
  public Least clear() {
    return moveTo(NONE, Double.POSITIVE_INFINITY, Long.MAX_VALUE);
  }

  /** Returns whether what was found comes before what another cursor is at. */
  public boolean isBefore(Least other) {
    return key < other.key || (key == other.key && tieBreak < other.tieBreak);
  }
}
