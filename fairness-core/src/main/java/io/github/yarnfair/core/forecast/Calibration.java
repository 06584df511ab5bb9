// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import io.github.yarnfair.core.forecast.Scores.Distribution;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns forecasts into intervals of 80 % by how far past forecasts were off: split conformal
 * prediction with scores scaled by the spread of each forecast (J. Lei et al., "Distribution-Free
 * Predictive Inference for Regression", 2018, section 5.2). Forecasts ignore what arrives later and
 * where tasks may not run, so that they are early; scores correct that as well.
 *
 * <p>A score is {@link StartForecast#scoreOf}. A forecast without an outcome counts as one whose
 * outcome is later than now; without it short waits, whose outcomes are known first, would count
 * too much.
 *
 * <p>Each end of the interval has a level that follows its misses (I. Gibbs and E. Candès,
 * "Adaptive Conformal Inference Under Distribution Shift", 2021). It is the sum of a level of all
 * forecasts, one of forecasts of about the same length, and one of forecasts in the same queue.
 * Each of the three follows the misses among its own forecasts, so that each of these groups is
 * missed by a tenth of its outcomes in the long run, and not only all of them together. The common
 * part of errors, such as that of unexpected jobs, is learned by the level of all forecasts. The
 * three share one step: a queue takes some hundred outcomes to learn.
 *
 * <p>For forecasts of about the same length each end is moved by a distance as well, in scores,
 * that follows its misses in larger steps (quantile tracking: A. Angelopoulos, E. Candès and R.
 * Tibshirani, "Conformal PID Control for Time Series Prediction", 2023, section 2). A level has to
 * move an end through the scores that are remembered of all lengths, and cannot move it beyond
 * them. Not thread-safe.
 */
public final class Calibration {
  /** The part of all starts that is to be before an interval, and after it. */
  private static final double TAIL = 0.1;

  /** How fast the three levels together follow misses. */
  private static final double STEP = 0.005;

  /** By what part of the middle 80 % of the scores a miss moves an end for forecasts like it. */
  private static final double DISTANCE_STEP = 0.02;

  /** Least width of the middle 80 % of the scores that counts. */
  private static final double LEAST_WIDTH = 0.5;

  /** The furthest that an end is moved, in scores. */
  private static final double MOST_DISTANCE = 12.0;

  private static final double LEAST_LEVEL = 0.001;
  private static final double MOST_LEVEL = 0.45;

  /** Queues with levels of their own, those that had an outcome last. */
  private static final int MOST_QUEUES = 10_000;

  private final Scores scores = new Scores();
  private final Levels all = new Levels(TAIL);
  private final Map<Integer, Levels> byLength = new HashMap<>();
  private final Map<Integer, Distances> distances = new HashMap<>();
  private final Map<String, Levels> byQueue =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Levels> eldest) {
          return size() > MOST_QUEUES;
        }
      };
  private double width = LEAST_WIDTH;
  private long outcomes;

  /**
   * The scores at the ends of an interval and in its middle.
   *
   * @param low one start of ten is to be before
   * @param median as many before as after
   * @param high one start of ten is to be after
   */
  public record Band(double low, double median, double high) {}

  /** The levels of both ends for some forecasts, or what these add to those of others. */
  private static final class Levels {
    private double low;
    private double high;

    private Levels(double first) {
      low = first;
      high = first;
    }

    private void update(boolean isBefore, boolean isAfter) {
      low = updated(low, isBefore);
      high = updated(high, isAfter);
    }

    private static double updated(double level, boolean isMissed) {
      double next = level + STEP / 3 * (TAIL - (isMissed ? 1.0 : 0.0));
      return Math.min(MOST_LEVEL, Math.max(-MOST_LEVEL, next));
    }
  }

  /** By how many scores both ends are further from the middle, for forecasts of one length. */
  private static final class Distances {
    private static final Distances NONE = new Distances();

    private double low;
    private double high;

    private void update(boolean isBefore, boolean isAfter, double step) {
      low = updated(low, isBefore, step);
      high = updated(high, isAfter, step);
    }

    private static double updated(double distance, boolean isMissed, double step) {
      double next = distance + step * ((isMissed ? 1.0 : 0.0) - TAIL);
      return Math.min(MOST_DISTANCE, Math.max(-MOST_DISTANCE, next));
    }
  }

  /** Intervals as of one time. */
  public final class Bands {
    private final Distribution distribution;

    private Bands(Distribution distribution) {
      this.distribution = distribution;
    }

    /**
     * Returns which scores make an interval.
     *
     * @param queue in which the task is to start
     */
    public Band of(StartForecast forecast, String queue) {
      Levels ofLength = byLength.get(forecast.lengthClass());
      Levels ofQueue = byQueue.get(queue);
      double low = bounded(all.low + low(ofLength) + low(ofQueue));
      double high = bounded(all.high + high(ofLength) + high(ofQueue));
      Distances moved = distances.getOrDefault(forecast.lengthClass(), Distances.NONE);
      double median = distribution.quantile(0.5);
      return new Band(
          Math.min(median, distribution.quantile(low) - moved.low),
          median,
          Math.max(median, distribution.quantile(1.0 - high) + moved.high));
    }

    private static double low(@Nullable Levels more) {
      return more == null ? 0.0 : more.low;
    }

    private static double high(@Nullable Levels more) {
      return more == null ? 0.0 : more.high;
    }

    private static double bounded(double level) {
      return Math.min(MOST_LEVEL, Math.max(LEAST_LEVEL, level));
    }
  }

  /**
   * Adds an outcome.
   *
   * @param forecast not {@linkplain StartForecast#isUnknown unknown}
   * @param queue in which the task started
   * @param band that was used with the forecast
   * @param millis when the task started, in milliseconds from the forecast
   */
  public void addOutcome(StartForecast forecast, String queue, Band band, double millis) {
    scores.add(forecast.scoreOf(millis));
    boolean isBefore = millis < forecast.millisOf(band.low);
    boolean isAfter = millis > forecast.millisOf(band.high);
    all.update(isBefore, isAfter);
    byLength
        .computeIfAbsent(forecast.lengthClass(), any -> new Levels(0.0))
        .update(isBefore, isAfter);
    distances
        .computeIfAbsent(forecast.lengthClass(), any -> new Distances())
        .update(isBefore, isAfter, DISTANCE_STEP * width);
    byQueue.computeIfAbsent(queue, any -> new Levels(0.0)).update(isBefore, isAfter);
    outcomes++;
  }

  /** Returns how many outcomes were added. */
  public long outcomes() {
    return outcomes;
  }

  /**
   * Returns which scores make intervals now.
   *
   * @param open by forecast without an outcome, the score of a start now
   */
  public Bands bands(double[] open) {
    Distribution distribution = scores.distribution(open);
    width = Math.max(LEAST_WIDTH, distribution.quantile(1.0 - TAIL) - distribution.quantile(TAIL));
    return new Bands(distribution);
  }
}
