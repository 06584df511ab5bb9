/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
