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
package io.github.yarnfair.core.forecast;

/**
 * Turns forecasts into intervals of 80 % by how far past forecasts were off: split conformal
 * prediction with scores scaled by the spread of each forecast (J. Lei et al., "Distribution-Free
 * Predictive Inference for Regression", 2018, section 5.2). Forecasts ignore what arrives later and
 * where tasks may not run, so that they are early; scores correct that as well.
 *
 * <p>A score is {@link StartForecast#scoreOf}. Scores are kept in bins, and older ones lose their
 * weight: the last {@value #MEMORY} count for two thirds. The first ones are supposed, {@value
 * #SUPPOSED} of them.
 *
 * <p>A forecast without an outcome counts as one whose outcome is later than now, by a
 * product-limit estimate; without it short waits, whose outcomes are known first, would count too
 * much. Each end of the interval has a level that follows its misses (I. Gibbs and E. Candès,
 * "Adaptive Conformal Inference Under Distribution Shift", 2021): each is missed by a tenth of all
 * outcomes in the long run, however the errors change. Not thread-safe.
 */
public final class Calibration {
  /** How many outcomes count for two thirds. */
  static final int MEMORY = 500;

  /** As how many outcomes the supposed scores count. */
  static final int SUPPOSED = 20;

  /** The part of all starts that is to be before an interval, and after it. */
  private static final double TAIL = 0.1;

  /** How fast the levels follow misses. */
  private static final double STEP = 0.005;

  private static final double LEAST_LEVEL = 0.001;
  private static final double MOST_LEVEL = 0.45;
  private static final double LEAST_WEIGHT = 1e-12;
  private static final double FIRST = -12.0;
  private static final double WIDTH = 0.1;
  private static final int BINS = 400;

  /** Quantiles of the scores that are supposed, from 0 to 1 in steps of a tenth: a guess. */
  private static final double[] SUPPOSED_SCORES = {
    -3.0, -1.3, -0.9, -0.5, -0.2, 0.1, 0.4, 0.8, 1.4, 2.5, 6.0
  };

  private final double[] weights = new double[BINS];
  private double lowLevel = TAIL;
  private double highLevel = TAIL;
  private long outcomes;

  /**
   * The scores at the ends of an interval and in its middle.
   *
   * @param low one start of ten is to be before
   * @param median as many before as after
   * @param high one start of ten is to be after
   */
  public record Band(double low, double median, double high) {}

  /** Creates a calibration by supposed scores. */
  public Calibration() {
    for (int i = 0; i < SUPPOSED; i++) {
      double tenths = (i + 0.5) / SUPPOSED * (SUPPOSED_SCORES.length - 1);
      int below = (int) tenths;
      double score =
          SUPPOSED_SCORES[below]
              + (tenths - below) * (SUPPOSED_SCORES[below + 1] - SUPPOSED_SCORES[below]);
      weights[bin(score)] += 1.0;
    }
  }

  private static int bin(double score) {
    return Math.max(0, Math.min(BINS - 1, (int) Math.floor((score - FIRST) / WIDTH)));
  }

  /**
   * Adds an outcome.
   *
   * @param forecast not {@linkplain StartForecast#isUnknown unknown}
   * @param band that was used with the forecast
   * @param millis when the task started, in milliseconds from the forecast
   */
  public void addOutcome(StartForecast forecast, Band band, double millis) {
    double kept = 1.0 - 1.0 / MEMORY;
    for (int b = 0; b < BINS; b++) {
      weights[b] *= kept;
    }
    weights[bin(forecast.scoreOf(millis))] += 1.0;
    lowLevel = followed(lowLevel, millis < forecast.millisOf(band.low));
    highLevel = followed(highLevel, millis > forecast.millisOf(band.high));
    outcomes++;
  }

  private static double followed(double level, boolean isMissed) {
    double next = level + STEP * (TAIL - (isMissed ? 1.0 : 0.0));
    return Math.min(MOST_LEVEL, Math.max(LEAST_LEVEL, next));
  }

  /** Returns how many outcomes were added. */
  public long outcomes() {
    return outcomes;
  }

  /**
   * Returns which scores make an interval now.
   *
   * @param open by forecast without an outcome, the score of a start now
   */
  public Band band(double[] open) {
    double[] later = new double[BINS];
    for (double score : open) {
      later[bin(score)] += 1.0;
    }
    // Product-limit: what is left after a bin is what was left times what the bin does not end.
    double[] ended = new double[BINS];
    double atRisk = 0.0;
    for (int b = BINS - 1; b >= 0; b--) {
      atRisk += weights[b] + later[b];
      ended[b] = weights[b] / Math.max(LEAST_WEIGHT, atRisk - later[b] / 2.0);
    }
    double[] until = new double[BINS];
    double left = 1.0;
    for (int b = 0; b < BINS; b++) {
      left *= 1.0 - Math.min(1.0, ended[b]);
      until[b] = 1.0 - left;
    }
    return new Band(score(until, lowLevel), score(until, 0.5), score(until, 1.0 - highLevel));
  }

  private static double score(double[] until, double probability) {
    int b = 0;
    while (b < BINS && until[b] < probability) {
      b++;
    }
    if (b == BINS) {
      return FIRST + BINS * WIDTH;
    }
    double before = b == 0 ? 0.0 : until[b - 1];
    return FIRST + (b + (probability - before) / (until[b] - before)) * WIDTH;
  }
}
