// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.set;

import io.github.yarnfair.core.incremental.OrderedRatings;
import io.github.yarnfair.core.incremental.SetUsage;
import io.github.yarnfair.core.incremental.demand.QueueWeights;
import io.github.yarnfair.core.incremental.demand.ShortVectors;

/**
 * A queue that counts, in the queue above, for each class set as it is rated for that set: a queue
 * of queues by the {@linkplain SetUsage sums} of its children, a queue that serves in order by
 * {@linkplain OrderedRatings its next leaf}.
 */
public abstract class RatedBySet {
  /** The number of entries of a share. */
  public final int resources;

  public final int stride;
  public final KnownSets sets;

  /** Room for a row for each set, which all queues of a tree share. */
  public final double[] shift;

  /** By set: κ. */
  public double[] key = {};

  /** By set, a row: U/κ. */
  public double[] directions = {};

  /** The queue's w. */
  public final QueueWeights weights = new QueueWeights();

  public RatedBySet(int resources, int words, double[] shift) {
    this.resources = resources;
    this.shift = shift;
    stride = ShortVectors.stride(resources);
    sets = new KnownSets(words);
  }

  /** Returns how many numbers a row takes for each set. */
  public static int shiftLength(int resources) {
    return ShortVectors.stride(resources) * KnownSets.MOST;
  }

  public final KnownSets sets() {
    return sets;
  }

  /** Returns κ by set, as last recomputed. */
  final double[] keys() {
    return key;
  }

  /** Returns the rows of U/κ by set, as last recomputed. */
  public final double[] directions() {
    return directions;
  }

  /** Returns the rows by which U/κ moved when this queue was last recomputed. */
  public final double[] shift() {
    return shift;
  }

  /** Returns a set's number; if it is new, what the queue counts for is computed for it. */
  public abstract int number(long[] set, int offset);

  /**
   * Works out what the queue counts for.
   *
   * @param set the classes that fit and the queue could use, from an offset on; some child can
   * @param guess a number that may be the set's, -1 for none
   * @param into where m numbers are put
   * @return the set's number
   */
  public abstract int read(long[] set, int offset, int guess, double[] into);

  /** Returns the largest of the m numbers that {@link #read} put last. */
  public abstract double lastShare();

  /**
   * Works out what the queue counts for by its {@link #weights}, and by how much that has moved,
   * for all known sets.
   */
  public abstract void recompute();
}
