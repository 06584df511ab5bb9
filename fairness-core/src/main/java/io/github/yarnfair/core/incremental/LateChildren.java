// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.incremental.demand.Entries;
import io.github.yarnfair.core.incremental.demand.FittingSets;
import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.incremental.set.RootKeys;

/**
 * The children of a queue whose keys depend on all classes that fit an offer together, so that they
 * are read for the offer at hand: queues that serve in order, and queues above such. A key is read
 * again only if its child has changed since an offer of the same set was last seen.
 */
final class LateChildren {
  private static final double BLOCKED = Double.POSITIVE_INFINITY;

  final Entries entries = new Entries();
  private final RootKeys keys;
  private final Least found = new Least();

  /** Reads a key. */
  interface Keys {
    /**
     * Returns the key of a child for the classes that fit.
     *
     * @param depth of the child; the sets there are narrowed to what the child could use, not empty
     */
    double read(int child, int depth);
  }

  /** Creates an empty collection, for sets of a number of words. */
  LateChildren(int words) {
    keys = new RootKeys(words);
  }

  /** Makes the keys of a child outdated. */
  void update(int entry) {
    keys.update(entry);
  }

  /**
   * Finds the child of the least key for the sets of a depth, which is not blocked; its entry is
   * its number among these.
   */
  Least first(FittingSets sets, int depth, Keys reader) {
    found.clear();
    int set = keys.number(sets.bits(), sets.offset(depth));
    for (int at = 0; at < entries.bound(); at++) {
      int child = entries.node(at);
      if (child == NONE) {
        continue;
      }
      if (!keys.isCurrent(set, at)) {
        sets.narrow(child, depth + 1);
        double read = sets.isEmpty(depth + 1) ? BLOCKED : reader.read(child, depth + 1);
        keys.put(set, at, read, NONE);
      }
      double key = keys.key(set, at);
      if (key < found.key || (key == found.key && entries.tieBreak(at) < found.tieBreak)) {
        found.moveTo(at, key, entries.tieBreak(at));
      }
    }
    return found.key < BLOCKED ? found : found.clear();
  }
}
