// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.forecast.Calibration.Band;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Intervals of processes whose distributions are known contain what they say. */
class CalibrationTest {
  private static final double[] NONE_OPEN = {};
  private static final String QUEUE = "root.a";

  private Random random = new Random();

  @BeforeEach
  void seed() {
    random = new Random(Seed.of(getClass().getSimpleName(), 20_261_123));
  }

  /** Forecasts that are a factor of 5 early, and three times too narrow. */
  @Test
  void systematicErrorsAreCorrectedAfterSomeOutcomes() {
    Calibration calibration = new Calibration();
    int inside = 0;
    int outcomes = 2000;
    for (int i = 0; i < 300 + outcomes; i++) {
      double median = 60_000 * Math.exp(random.nextGaussian());
      StartForecast forecast = new StartForecast(median, 0.4);
      double happens = 5 * median * Math.exp(1.2 * random.nextGaussian());
      Band band = calibration.bands(NONE_OPEN).of(forecast, QUEUE);
      inside += i >= 300 && isInside(forecast, band, happens) ? 1 : 0;
      calibration.addOutcome(forecast, QUEUE, band, happens);
    }
    // Three standard deviations of 2,000 outcomes are 2.7 %, and the scores have errors, too.
    assertThat((double) inside / outcomes).isBetween(0.75, 0.85);
  }

  private static boolean isInside(StartForecast forecast, Band band, double millis) {
    return millis >= forecast.millisOf(band.low()) && millis <= forecast.millisOf(band.high());
  }

  private void add(Calibration calibration, int outcomes, double median) {
    StartForecast forecast = new StartForecast(100_000, 0.5);
    for (int i = 0; i < outcomes; i++) {
      Band band = calibration.bands(NONE_OPEN).of(forecast, QUEUE);
      calibration.addOutcome(forecast, QUEUE, band, median * Math.exp(0.3 * random.nextGaussian()));
    }
  }

  @Test
  void intervalsFollowAChangeOfTheErrors() {
    Calibration calibration = new Calibration();
    StartForecast forecast = new StartForecast(100_000, 0.5);
    add(calibration, 1000, 100_000);
    double before = forecast.millisOf(calibration.bands(NONE_OPEN).of(forecast, QUEUE).median());
    add(calibration, 2000, 1_000_000);
    assertThat(before).isBetween(80_000.0, 125_000.0);
    assertThat(forecast.millisOf(calibration.bands(NONE_OPEN).of(forecast, QUEUE).median()))
        .isBetween(800_000.0, 1_250_000.0);
    assertThat(calibration.outcomes()).isEqualTo(3000);
  }

  /**
   * Short forecasts are off by factors of three to ten, long ones by a tenth. One level for all of
   * them holds 80 % overall, by 65 % of the short ones and 95 % of the long ones.
   */
  @Test
  void shortAndLongForecastsHoldAlikeThoughTheirErrorsDiffer() {
    Calibration calibration = new Calibration();
    assertHold(
        calibration,
        isOne -> new StartForecast((isOne ? 20_000 : 2_000_000) * (1 + random.nextDouble()), 0.4),
        isOne -> QUEUE);
  }

  /**
   * From 150 outcomes of each length on, as many as a quarter of the forecasts of some minutes has;
   * with levels alone short ones hold 67 % then, and long ones all.
   */
  @Test
  void lengthsHoldAlikeAfterSomeHundredOutcomes() {
    int[] inside = new int[2];
    int clusters = 40;
    for (int cluster = 0; cluster < clusters; cluster++) {
      Calibration calibration = new Calibration();
      for (int i = 0; i < 600; i++) {
        boolean isShort = i % 2 == 0;
        StartForecast forecast = new StartForecast(isShort ? 20_000 : 2_000_000, 0.4);
        double error = (isShort ? 1.2 : 0.1) * random.nextGaussian();
        double happens = forecast.medianMillis() * Math.exp(error);
        Band band = calibration.bands(NONE_OPEN).of(forecast, QUEUE);
        inside[i % 2] += i >= 300 && isInside(forecast, band, happens) ? 1 : 0;
        calibration.addOutcome(forecast, QUEUE, band, happens);
      }
    }
    assertThat(inside[0] / (clusters * 150.0)).as("short").isBetween(0.75, 0.85);
    assertThat(inside[1] / (clusters * 150.0)).as("long").isBetween(0.75, 0.85);
  }

  /** Likewise where starts in one queue are harder to expect. */
  @Test
  void queuesHoldAlikeThoughTheirErrorsDiffer() {
    assertHold(
        new Calibration(),
        isOne -> new StartForecast(60_000 * Math.exp(random.nextGaussian()), 0.4),
        isOne -> isOne ? "root.hard" : "root.easy");
  }

  /** Adds outcomes of two kinds; each holds 75 to 85 % once levels have been learned. */
  private void assertHold(
      Calibration calibration,
      Function<Boolean, StartForecast> forecasts,
      Function<Boolean, String> queues) {
    int[] inside = new int[2];
    int outcomes = 8_000;
    int learning = 4_000;
    for (int i = 0; i < learning + outcomes; i++) {
      boolean isOne = i % 2 == 0;
      StartForecast forecast = forecasts.apply(isOne);
      String queue = queues.apply(isOne);
      double error = (isOne ? 1.2 : 0.1) * random.nextGaussian();
      double happens = forecast.medianMillis() * Math.exp(error);
      Band band = calibration.bands(NONE_OPEN).of(forecast, queue);
      inside[isOne ? 0 : 1] += i >= learning && isInside(forecast, band, happens) ? 1 : 0;
      calibration.addOutcome(forecast, queue, band, happens);
    }
    assertThat(2.0 * inside[0] / outcomes).as("large errors").isBetween(0.75, 0.85);
    assertThat(2.0 * inside[1] / outcomes).as("small errors").isBetween(0.75, 0.85);
  }

  /** Waits grow all the time, so that what is remembered is early. */
  @Test
  void endsOfIntervalsFollowTheirMissesWhileErrorsGrow() {
    Calibration calibration = new Calibration();
    StartForecast forecast = new StartForecast(100_000, 0.5);
    int inside = 0;
    int outcomes = 3000;
    for (int i = 0; i < outcomes; i++) {
      double happens = 100_000 * Math.exp(i / 1500.0 + 0.3 * random.nextGaussian());
      Band band = calibration.bands(NONE_OPEN).of(forecast, QUEUE);
      inside += isInside(forecast, band, happens) ? 1 : 0;
      calibration.addOutcome(forecast, QUEUE, band, happens);
    }
    assertThat((double) inside / outcomes).isBetween(0.75, 0.85);
  }

  /** Nine of ten wait ten times longer than the tenth, and have no outcome yet. */
  @Test
  void forecastsWithoutAnOutcomeCountAsLater() {
    Calibration calibration = new Calibration();
    add(calibration, 100, 100_000);
    StartForecast forecast = new StartForecast(100_000, 0.5);
    double[] open = new double[900];
    Arrays.fill(open, forecast.scoreOf(1_000_000));
    assertThat(forecast.millisOf(calibration.bands(NONE_OPEN).of(forecast, QUEUE).high()))
        .isLessThan(300_000);
    assertThat(forecast.millisOf(calibration.bands(open).of(forecast, QUEUE).high()))
        .isGreaterThan(1_000_000);
    assertThat(calibration.bands(open).of(forecast, QUEUE).low())
        .isGreaterThan(calibration.bands(NONE_OPEN).of(forecast, QUEUE).low());
  }

  @Test
  void bandsAscendAlsoBeforeTheFirstOutcome() {
    Band band = new Calibration().bands(NONE_OPEN).of(new StartForecast(60_000, 0.4), QUEUE);
    assertThat(band.low()).isLessThan(band.median());
    assertThat(band.median()).isLessThan(band.high());
    assertThat(band.high()).isPositive();
  }

  /**
   * Tasks of exponential durations on a full cluster; one leaf among others waits for its turn.
   * Nothing arrives, so that the forward runs are right by themselves: their raw quantiles, and the
   * calibrated intervals.
   */
  @Test
  void waitsForTheKthEndOfAPoissonProcessAreExpected() {
    DurationSketch sketch = new DurationSketch();
    for (int i = 0; i < 4000; i++) {
      sketch.addEnded((long) exponential());
    }
    LifeTable life = LifeTable.of(sketch);
    Calibration calibration = new Calibration();
    int inside = 0;
    int rounds = 600;
    for (int round = 0; round < rounds; round++) {
      int ahead = random.nextInt(8);
      StartForecast forecast = forecast(life, ahead);
      double happens = 0;
      for (int k = 0; k <= ahead; k++) {
        happens += exponential() / 20;
      }
      Band band = calibration.bands(NONE_OPEN).of(forecast, QUEUE);
      inside += round >= 100 && isInside(forecast, band, happens) ? 1 : 0;
      calibration.addOutcome(forecast, QUEUE, band, happens);
    }
    assertThat(inside / (rounds - 100.0)).isBetween(0.72, 0.88);
  }

  private double exponential() {
    return -600_000 * Math.log(1.0 - random.nextDouble());
  }

  /** 20 tasks run; other leaves, which hold as little, were there before. */
  private StartForecast forecast(LifeTable life, int ahead) {
    ShareTree tree = new ShareTree(1);
    tree.setCapacity(new long[] {20});
    List<AgedTask> running = new ArrayList<>();
    int busy = tree.addLeaf(ShareTree.ROOT, 1.0);
    for (int i = 0; i < 20; i++) {
      tree.charge(busy, new long[] {1});
      running.add(new AgedTask(busy, new long[] {1}, new long[] {1}, 0, 0, life));
    }
    int waiting = 0;
    for (int i = 0; i <= ahead; i++) {
      waiting = tree.addLeaf(ShareTree.ROOT, 1.0);
      tree.setDemand(waiting, Demand.of(new long[] {1}, 1));
    }
    return new ForwardRuns(
            tree, t -> new NaivePolicy().over(t), List.of(new long[] {0}), running, leaf -> life)
        .of(new int[] {waiting}, new Bounds(24, 1000, 1e12), random.nextLong(), () -> false)
        .get(0);
  }
}
