// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

/**
 * When a leaf starts its next task, before calibration.
 *
 * @param medianMillis milliseconds from now; infinite if it starts in less than half of the runs
 * @param spread half of the width of the middle 68 % of the runs, as a natural logarithm
 */
public record StartForecast(double medianMillis, double spread) {
  /** What is added to a time before its logarithm is taken: a few heartbeats. */
  static final double OFFSET_MILLIS = 1000.0;

  /** Least spread: a few runs that agree are no certainty. */
  static final double LEAST_SPREAD = 0.25;

  private static final double MOST_MILLIS = 30 * 86_400_000.0;

  /** Spread where some of the runs that count have no start. */
  private static final double LARGEST_SPREAD = 4.0;

  /** A forecast that says nothing. */
  public static final StartForecast UNKNOWN =
      new StartForecast(Double.POSITIVE_INFINITY, LARGEST_SPREAD);

  /**
   * Summarises runs.
   *
   * @param samples ascending; infinite ones last
   */
  static StartForecast of(double[] samples) {
    if (samples.length == 0 || Double.isInfinite(quantile(samples, 0.5))) {
      return UNKNOWN;
    }
    double low = quantile(samples, 0.16);
    double high = quantile(samples, 0.84);
    double spread = (logarithm(high) - logarithm(low)) / 2;
    return new StartForecast(
        quantile(samples, 0.5), Math.min(LARGEST_SPREAD, Math.max(LEAST_SPREAD, spread)));
  }

  private static double quantile(double[] samples, double probability) {
    double position = probability * (samples.length - 1);
    int below = (int) position;
    double part = position - below;
    if (part == 0.0) {
      return samples[below];
    }
    double above = samples[below + 1];
    // Infinity minus infinity is no number.
    return Double.isInfinite(above) ? above : samples[below] + part * (above - samples[below]);
  }

  /** Returns whether nothing can be said. */
  public boolean isUnknown() {
    return Double.isInfinite(medianMillis);
  }

  /** Returns by how many spreads what happened was later than the median. */
  public double scoreOf(double millis) {
    return (logarithm(millis) - logarithm(medianMillis)) / spread;
  }

  /** Returns the time of a score, in milliseconds from now, from 0 to 30 days. */
  public double millisOf(double score) {
    double millis = Math.exp(logarithm(medianMillis) + score * spread) - OFFSET_MILLIS;
    return Math.min(MOST_MILLIS, Math.max(0.0, millis));
  }

  /** Returns a number that forecasts of about the same length share: each is twice the last. */
  int lengthClass() {
    return (int) (Math.log1p(medianMillis / OFFSET_MILLIS) / Math.log(2.0));
  }

  private static double logarithm(double millis) {
    return Math.log(millis + OFFSET_MILLIS);
  }
}
