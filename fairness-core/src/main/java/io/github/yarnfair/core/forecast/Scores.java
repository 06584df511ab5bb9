// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import java.util.Arrays;

/**
 * By how many spreads starts were later than forecast, in bins; older scores lose their weight: the
 * last {@value #MEMORY} count for two thirds. The first ones are supposed, {@value #SUPPOSED} of
 * them.
 */
final class Scores {
  /** How many outcomes count for two thirds. */
  static final int MEMORY = 500;

  /** As how many outcomes the supposed scores count. */
  static final int SUPPOSED = 20;

  private static final double LEAST_WEIGHT = 1e-12;
  private static final double FIRST = -12.0;
  private static final double WIDTH = 0.1;
  private static final int BINS = 400;

  /** Quantiles of the scores that are supposed, from 0 to 1 in steps of a tenth: a guess. */
  private static final double[] SUPPOSED_SCORES = {
    -3.0, -1.3, -0.9, -0.5, -0.2, 0.1, 0.4, 0.8, 1.4, 2.5, 6.0
  };

  private final double[] weights = new double[BINS];

  /** Creates the supposed scores. */
  Scores() {
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

  void add(double score) {
    double kept = 1.0 - 1.0 / MEMORY;
    Arrays.setAll(weights, b -> weights[b] * kept);
    weights[bin(score)] += 1.0;
  }

  /**
   * Returns how the scores are distributed: a product-limit estimate.
   *
   * @param open by forecast without an outcome, the score of a start now: theirs are larger
   */
  Distribution distribution(double[] open) {
    double[] later = new double[BINS];
    for (double score : open) {
      later[bin(score)] += 1.0;
    }
    // What is left after a bin is what was left times what the bin does not end.
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
    return new Distribution(until);
  }

  /** How scores are distributed. */
  static final class Distribution {
    /** By bin, the probability of a score in it or below. */
    private final double[] until;

    private Distribution(double[] until) {
      this.until = until;
    }

    /** Returns the score that is exceeded with the rest of a probability. */
    double quantile(double probability) {
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
}
