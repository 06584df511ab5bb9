// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The probability that a task of a given age ends by a given time: a product-limit estimate (E. L.
 * Kaplan, P. Meier, "Nonparametric Estimation from Incomplete Observations", 1958) over the buckets
 * of a {@link DurationSketch}. Tasks that still run count as cut off at their age; without them
 * long tasks would be missing until they end.
 *
 * <p>Few observations are shrunk towards those of a parent, an application's towards its queue's:
 * in each bucket the parent's hazard counts as {@value #PARENT_TASKS} more tasks. Without a parent,
 * and beyond the longest duration observed, a task is as likely to last for as long again as not.
 * Immutable.
 */
public final class LifeTable {
  /** How many tasks a parent's hazard counts as. */
  static final double PARENT_TASKS = 4.0;

  /** As {@link #PARENT_TASKS}, of a table without a parent. */
  private static final double UNKNOWN_TASKS = 0.5;

  private static final double LEAST_SURVIVAL = 1e-12;

  private final double[] hazard = new double[DurationBuckets.COUNT];

  /** By bucket, the probability to last at least as long as its lower bound. */
  private final double[] survival = new double[DurationBuckets.COUNT];

  private final int observed;

  private LifeTable(@Nullable LifeTable parent, DurationSketch tasks) {
    observed = tasks.ended() + (parent == null ? 0 : parent.observed);
    double longer = 0.0;
    for (int b = DurationBuckets.COUNT - 1; b >= 0; b--) {
      double ended = tasks.ended(b);
      double atRisk = longer + ended + tasks.cut(b) / 2.0;
      double prior =
          parent != null ? parent.hazard[b] : b == 0 ? 0.0 : DurationBuckets.HAZARD_OF_UNKNOWN;
      double strength = parent != null ? PARENT_TASKS : UNKNOWN_TASKS;
      hazard[b] = (ended + strength * prior) / (atRisk + strength);
      longer += ended + tasks.cut(b);
    }
    survival[0] = 1.0;
    for (int b = 1; b < DurationBuckets.COUNT; b++) {
      survival[b] = Math.max(LEAST_SURVIVAL, survival[b - 1] * (1.0 - hazard[b - 1]));
    }
  }

  /** Returns the table of all tasks. */
  public static LifeTable of(DurationSketch tasks) {
    return new LifeTable(null, tasks);
  }

  /** Returns the table of some of the tasks of a parent, this table. */
  public LifeTable ofPart(DurationSketch tasks) {
    return new LifeTable(this, tasks);
  }

  /**
   * Returns how long a task lasts from now on.
   *
   * @param ageMillis how long it has run
   * @param probability that it lasts at least that long: in (0, 1]
   * @return milliseconds
   */
  public double residualMillis(double ageMillis, double probability) {
    double age = Math.max(0.0, ageMillis);
    int last = DurationBuckets.COUNT - 1;
    double end = DurationBuckets.lower(last);
    if (age >= end) {
      return age / probability - age;
    }
    double target = survivalAt(age) * probability;
    if (target < survival[last]) {
      return end * survival[last] / target - age;
    }
    int b = bucketOf(target);
    double drop = survival[b] - survival[b + 1];
    double part = drop > 0.0 ? (survival[b] - target) / drop : 0.0;
    double from = DurationBuckets.lower(b);
    return Math.max(0.0, from + part * (DurationBuckets.lower(b + 1) - from) - age);
  }

  /** Returns the bucket within which survival falls to a value, at least that of the last one. */
  private int bucketOf(double target) {
    int low = 0;
    int high = DurationBuckets.COUNT - 2;
    while (low < high) {
      int middle = (low + high) / 2;
      if (survival[middle + 1] <= target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private double survivalAt(double age) {
    int b = DurationBuckets.of(age);
    double from = DurationBuckets.lower(b);
    double part = (age - from) / (DurationBuckets.lower(b + 1) - from);
    return survival[b] - part * (survival[b] - survival[b + 1]);
  }

  @Override
  public String toString() {
    return "LifeTable" + Arrays.toString(survival);
  }
}
