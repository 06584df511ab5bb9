// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

/**
 * Logarithmic buckets of durations: one from 0 to 128 ms, then four for each doubling, up to 24
 * days, and one without an end.
 */
final class DurationBuckets {
  /** The number of buckets. */
  static final int COUNT = 98;

  /** Hazard of a bucket if a task's remaining life is as likely above its age as below it. */
  static final double HAZARD_OF_UNKNOWN = 1.0 - Math.pow(2.0, -0.25);

  private static final int PER_OCTAVE = 4;
  private static final double FIRST_MILLIS = 128.0;
  private static final double[] LOWER = new double[COUNT];

  static {
    for (int b = 1; b < COUNT; b++) {
      LOWER[b] = FIRST_MILLIS * Math.pow(2.0, (b - 1.0) / PER_OCTAVE);
    }
  }

  private DurationBuckets() {}

  /** Returns the bucket of a duration; a negative one counts as 0. */
  static int of(double millis) {
    if (!(millis >= FIRST_MILLIS)) {
      return 0;
    }
    double octaves = Math.log(millis / FIRST_MILLIS) / Math.log(2.0);
    int bucket = Math.min(COUNT - 1, 1 + (int) (octaves * PER_OCTAVE));
    // The logarithm may be off by a rounding error at a boundary.
    if (millis < LOWER[bucket]) {
      return bucket - 1;
    }
    return bucket < COUNT - 1 && millis >= LOWER[bucket + 1] ? bucket + 1 : bucket;
  }

  /** Returns the shortest duration of a bucket, in milliseconds. */
  static double lower(int bucket) {
    return LOWER[bucket];
  }
}
