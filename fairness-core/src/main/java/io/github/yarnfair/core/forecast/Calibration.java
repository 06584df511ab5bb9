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

import java.util.Arrays;

/**
 * Turns forecasts into intervals that contain as many of the outcomes as they say, by how far past
 * forecasts were off: split conformal prediction with scores scaled by the spread of each forecast
 * (J. Lei et al., "Distribution-Free Predictive Inference for Regression", 2018, section 5.2),
 * updated with each outcome. Forecasts ignore what arrives later and where tasks may not run, so
 * that they are early; scores correct that as well.
 *
 * <p>A score is {@link StartForecast#scoreOf}. Scores are kept in bins, and older ones lose their
 * weight: the last {@value #MEMORY} count for two thirds. The first ones are supposed, {@value
 * #SUPPOSED} of them. Not thread-safe.
 */
public final class Calibration {
  /** How many outcomes count for two thirds. */
  static final int MEMORY = 500;

  /** As how many outcomes the supposed scores count. */
  static final int SUPPOSED = 20;

  private static final double FIRST = -12.0;
  private static final double WIDTH = 0.1;
  private static final int BINS = 400;

  /** Quantiles of the scores that are supposed, from 0 to 1 in steps of a tenth: a guess. */
  private static final double[] SUPPOSED_SCORES = {
    -3.0, -1.3, -0.9, -0.5, -0.2, 0.1, 0.4, 0.8, 1.4, 2.5, 6.0
  };

  private final double[] weights = new double[BINS];
  private double total;
  private long outcomes;

  /** Creates a calibration by supposed scores. */
  public Calibration() {
    for (int i = 0; i < SUPPOSED; i++) {
      double tenths = (i + 0.5) / SUPPOSED * (SUPPOSED_SCORES.length - 1);
      int below = (int) tenths;
      double score =
          SUPPOSED_SCORES[below]
              + (tenths - below) * (SUPPOSED_SCORES[below + 1] - SUPPOSED_SCORES[below]);
      add(score, 1.0);
    }
  }

  private void add(double score, double weight) {
    int bin = (int) Math.floor((score - FIRST) / WIDTH);
    weights[Math.max(0, Math.min(BINS - 1, bin))] += weight;
    total += weight;
  }

  /**
   * Adds an outcome.
   *
   * @param forecast not {@linkplain StartForecast#isUnknown unknown}
   * @param millis when the task started, in milliseconds from the forecast
   */
  public void addOutcome(StartForecast forecast, double millis) {
    double kept = 1.0 - 1.0 / MEMORY;
    for (int b = 0; b < BINS; b++) {
      weights[b] *= kept;
    }
    total = Arrays.stream(weights).sum();
    add(forecast.scoreOf(millis), 1.0);
    outcomes++;
  }

  /** Returns how many outcomes were added. */
  public long outcomes() {
    return outcomes;
  }

  /**
   * Returns the time by which a task starts with a probability, in milliseconds from the forecast.
   *
   * @param forecast not {@linkplain StartForecast#isUnknown unknown}
   * @param probability in (0, 1)
   */
  public double quantileMillis(StartForecast forecast, double probability) {
    return forecast.millisOf(score(probability));
  }

  private double score(double probability) {
    double left = probability * total;
    int b = 0;
    while (b < BINS - 1 && weights[b] < left) {
      left -= weights[b];
      b++;
    }
    double part = weights[b] > 0.0 ? Math.min(1.0, left / weights[b]) : 0.5;
    return FIRST + (b + part) * WIDTH;
  }
}
