// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

/**
 * A queue that counts, in the queue above, for each class set as it is rated for that set: a queue
 * of queues by the {@linkplain SetRatings sums} of its children, a queue that serves in order by
 * {@linkplain OrderedRatings its next leaf}.
 */
abstract class RatedBySet {
  /** The number of entries of a share. */
  final int resources;

  final int stride;
  final KnownSets sets;

  /** Room for a row for each set, which all queues of a tree share. */
  final double[] shift;

  /** By set: κ. */
  double[] key = {};

  /** By set, a row: U/κ. */
  double[] directions = {};

  /** The queue's w. */
  final QueueWeights weights = new QueueWeights();

  RatedBySet(int resources, int words, double[] shift) {
    this.resources = resources;
    this.shift = shift;
    stride = ShortVectors.stride(resources);
    sets = new KnownSets(words);
  }

  /** Returns how many numbers a row takes for each set. */
  static int shiftLength(int resources) {
    return ShortVectors.stride(resources) * KnownSets.MOST;
  }

  final KnownSets sets() {
    return sets;
  }

  /** Returns κ by set, as last recomputed. */
  final double[] keys() {
    return key;
  }

  /** Returns the rows of U/κ by set, as last recomputed. */
  final double[] directions() {
    return directions;
  }

  /** Returns the rows by which U/κ moved when this queue was last recomputed. */
  final double[] shift() {
    return shift;
  }

  /** Returns a set's number; if it is new, what the queue counts for is computed for it. */
  abstract int number(long[] set, int offset);

  /**
   * Works out what the queue counts for.
   *
   * @param set the classes that fit and the queue could use, from an offset on; some child can
   * @param guess a number that may be the set's, -1 for none
   * @param into where m numbers are put
   * @return the set's number
   */
  abstract int read(long[] set, int offset, int guess, double[] into);

  /** Returns the largest of the m numbers that {@link #read} put last. */
  abstract double lastShare();

  /**
   * Works out what the queue counts for by its {@link #weights}, and by how much that has moved,
   * for all known sets.
   */
  abstract void recompute();
}
