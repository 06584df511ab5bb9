// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

/**
 * What a search for the least key has found: a cursor that the next search of the same structure
 * moves on. It has the key +∞ and no entry if nothing was found.
 */
final class Least {
  static final int NONE = -1;

  int entry = NONE;
  double key = Double.POSITIVE_INFINITY;

  /** Of equal keys the least tie-break is first. */
  long tieBreak = Long.MAX_VALUE;

  /** Moves this cursor to an entry. */
  Least moveTo(int newEntry, double newKey, long newTieBreak) {
    entry = newEntry;
    key = newKey;
    tieBreak = newTieBreak;
    return this;
  }

  /** Moves this cursor to no entry. */
  Least clear() {
    return moveTo(NONE, Double.POSITIVE_INFINITY, Long.MAX_VALUE);
  }

  /** Returns whether what was found comes before what another cursor is at. */
  boolean isBefore(Least other) {
    return key < other.key || (key == other.key && tieBreak < other.tieBreak);
  }
}
