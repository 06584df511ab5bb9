// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.set;

import io.github.yarnfair.core.tree.Growth;
import java.util.Arrays;

/**
 * The keys of the root's queues of queues, by class set and child. A key is read again if its child
 * has changed since an offer of the same set was last seen; as what the root counts for is never
 * asked, this is cheaper than to keep all keys current at each change.
 */
public final class RootKeys {
  private final KnownSets sets;

  /** By entry: how often the child was updated, at least 1. */
  private long[] version = {};

  /** By set and entry: the version to which the key belongs, 0 for none. */
  private long[] read = {};

  /** By set and entry: κ, +∞ if the child is blocked. */
  private double[] keys = {};

  /** By set and entry: the number by which the child knows what is left of the set. */
  private int[] numbers = {};

  /** For how many sets, and entries of each, there is room. */
  private int rows;

  private int width;

  /** Creates an empty table, for sets of a number of words. */
  public RootKeys(int words) {
    sets = new KnownSets(words);
  }

  /** Makes all keys of a child outdated. */
  public void update(int entry) {
    if (entry >= version.length) {
      version = Arrays.copyOf(version, Math.max(4, 2 * entry));
      widen(rows, version.length);
    }
    version[entry]++;
  }

  /** Returns the number of a set that an offer fits. */
  public int number(long[] set, int offset) {
    int number = sets.number(set, offset);
    if (sets.isNew()) {
      if (number >= rows) {
        widen(Math.max(4, 2 * number), width);
      }
      Arrays.fill(read, number * width, (number + 1) * width, 0);
    }
    return number;
  }

  /** Returns whether a child has not changed since its key was put. */
  public boolean isCurrent(int set, int entry) {
    return read[set * width + entry] == version[entry];
  }

  public double key(int set, int entry) {
    return keys[set * width + entry];
  }

  /** Returns the number by which a child knew what is left of a set, of use as a guess. */
  public int childNumber(int set, int entry) {
    return numbers[set * width + entry];
  }

  /** Sets a child's key for a set, +∞ if it is blocked. */
  public void put(int set, int entry, double key, int childNumber) {
    int at = set * width + entry;
    read[at] = version[entry];
    keys[at] = key;
    numbers[at] = childNumber;
  }

  private void widen(int newRows, int newWidth) {
    read = Growth.widen(read, width, newRows, newWidth);
    keys = Growth.widen(keys, width, newRows, newWidth, 0.0);
    numbers = Growth.widen(numbers, width, newRows, newWidth, 0);
    rows = newRows;
    width = newWidth;
  }
}
