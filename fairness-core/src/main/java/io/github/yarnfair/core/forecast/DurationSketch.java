// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import java.util.Arrays;

/**
 * How long tasks ran, in {@value DurationBuckets#COUNT} logarithmic buckets of 19 % width: those
 * that ended by themselves, and those that were cut off, of which only the least duration is known.
 * 800 bytes, whatever the number of tasks. Once it has 4,096 tasks all counts are halved, so that
 * durations of the past lose their weight. Not thread-safe.
 */
public final class DurationSketch {
  private static final int MOST = 4096;

  private final int[] ended = new int[DurationBuckets.COUNT];
  private final int[] cut = new int[DurationBuckets.COUNT];
  private int tasks;

  /** Creates an empty sketch. */
  public DurationSketch() {}

  /** Returns a sketch of the same tasks. */
  public DurationSketch copy() {
    DurationSketch copy = new DurationSketch();
    System.arraycopy(ended, 0, copy.ended, 0, ended.length);
    System.arraycopy(cut, 0, copy.cut, 0, cut.length);
    copy.tasks = tasks;
    return copy;
  }

  /**
   * Adds a task that ended by itself.
   *
   * @param millis its duration; a negative one, after a change of a clock, counts as 0
   */
  public void addEnded(long millis) {
    add(ended, millis);
  }

  /**
   * Adds a task that was cut off, or that still runs.
   *
   * @param millis how long it ran until then
   */
  public void addCut(long millis) {
    add(cut, millis);
  }

  private void add(int[] counts, long millis) {
    counts[DurationBuckets.of((double) millis)]++;
    tasks++;
    if (tasks >= MOST) {
      halve(ended);
      halve(cut);
      tasks = Arrays.stream(ended).sum() + Arrays.stream(cut).sum();
    }
  }

  private static void halve(int[] counts) {
    for (int b = 0; b < counts.length; b++) {
      counts[b] /= 2;
    }
  }

  /** Returns how many tasks of a bucket ended by themselves. */
  int ended(int bucket) {
    return ended[bucket];
  }

  /** Returns how many tasks were cut off within a bucket. */
  int cut(int bucket) {
    return cut[bucket];
  }

  /**
   * Returns a duration that a part of the tasks which ended by themselves reached or passed, in
   * milliseconds: the shortest of the bucket; 0 if there are none.
   *
   * @param part from 0 to 1
   */
  public long reachedBy(double part) {
    double rest = part * ended();
    for (int b = DurationBuckets.COUNT - 1; b > 0 && rest > 0; b--) {
      rest -= ended[b];
      if (rest <= 0) {
        return (long) DurationBuckets.lower(b);
      }
    }
    return 0;
  }

  /** Returns how many tasks that ended by themselves are counted. */
  public int ended() {
    return Arrays.stream(ended).sum();
  }
}
