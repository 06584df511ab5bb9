// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Life tables of processes whose quantiles are known. */
class LifeTableTest {
  private static final double MEAN = 60_000;

  private Random random = new Random();

  @BeforeEach
  void seed() {
    random = new Random(Seed.of(getClass().getSimpleName(), 20_261_123));
  }

  private double exponential() {
    return -MEAN * Math.log(1.0 - random.nextDouble());
  }

  @Test
  void exponentialDurationsHaveTheSameQuantilesAtEveryAge() {
    DurationSketch sketch = new DurationSketch();
    for (int i = 0; i < 4000; i++) {
      sketch.addEnded((long) exponential());
    }
    LifeTable life = LifeTable.of(sketch);
    for (double age : new double[] {0, 10_000, 60_000, 90_000}) {
      for (double lasts : new double[] {0.8, 0.5, 0.3}) {
        double expected = -MEAN * Math.log(lasts);
        assertThat(life.residualMillis(age, lasts) / expected)
            .as("age %s, probability %s", age, lasts)
            .isCloseTo(1.0, within(0.2));
      }
    }
  }

  /** Half of the tasks are cut off at an age that says nothing of how long they would last. */
  @Test
  void tasksThatAreCutOffDoNotMakeDurationsShorter() {
    DurationSketch cutSome = new DurationSketch();
    DurationSketch ignoring = new DurationSketch();
    for (int i = 0; i < 4000; i++) {
      double lasts = exponential();
      double cutAt = exponential();
      if (lasts < cutAt) {
        cutSome.addEnded((long) lasts);
        ignoring.addEnded((long) lasts);
      } else {
        cutSome.addCut((long) cutAt);
      }
    }
    double median = MEAN * Math.log(2.0);
    assertThat(LifeTable.of(cutSome).residualMillis(0, 0.5) / median).isCloseTo(1.0, within(0.15));
    assertThat(LifeTable.of(ignoring).residualMillis(0, 0.5) / median).isLessThan(0.7);
  }

  @Test
  void equalDurationsAreKnownToAFifthOnceAFewTasksHaveEnded() {
    DurationSketch all = new DurationSketch();
    for (int i = 0; i < 1000; i++) {
      all.addEnded((long) exponential());
    }
    DurationSketch own = new DurationSketch();
    LifeTable parent = LifeTable.of(all);
    for (int i = 0; i < 100; i++) {
      own.addEnded(600_000);
    }
    LifeTable life = parent.ofPart(own);
    assertThat(life.residualMillis(0, 0.5)).isBetween(480_000.0, 720_000.0);
    assertThat(life.residualMillis(300_000, 0.5)).isBetween(180_000.0, 420_000.0);
    assertThat(parent.residualMillis(0, 0.5)).isLessThan(80_000);
  }

  @Test
  void applicationWithoutObservationsLastsAsItsQueueDoes() {
    DurationSketch all = new DurationSketch();
    for (int i = 0; i < 1000; i++) {
      all.addEnded((long) exponential());
    }
    LifeTable parent = LifeTable.of(all);
    LifeTable part = parent.ofPart(new DurationSketch());
    for (double lasts : new double[] {0.9, 0.5, 0.1}) {
      assertThat(part.residualMillis(20_000, lasts))
          .isCloseTo(parent.residualMillis(20_000, lasts), within(1e-6));
    }
  }

  @Test
  void taskOlderThanAllObservedLastsForAsLongAgainWithOneHalf() {
    DurationSketch sketch = new DurationSketch();
    for (int i = 0; i < 100; i++) {
      sketch.addEnded(1_000);
    }
    LifeTable life = LifeTable.of(sketch);
    assertThat(life.residualMillis(1_000_000, 0.5) / 1_000_000).isCloseTo(1.0, within(0.3));
    double month = 30.0 * 86_400_000;
    assertThat(life.residualMillis(month, 0.5)).isCloseTo(month, within(1.0));
  }

  @Test
  void residualLifeFallsWithTheProbabilityAndIsNeverNegative() {
    DurationSketch sketch = new DurationSketch();
    for (int i = 0; i < 500; i++) {
      sketch.addEnded((long) exponential());
    }
    LifeTable life = LifeTable.of(sketch);
    for (int i = 0; i < 1000; i++) {
      double age = exponential() * random.nextInt(5);
      double longer = life.residualMillis(age, 0.01 + 0.4 * random.nextDouble());
      double shorter = life.residualMillis(age, 0.5 + 0.5 * random.nextDouble());
      assertThat(shorter).isBetween(0.0, longer);
    }
  }

  @Test
  void pastDurationsLoseTheirWeight() {
    DurationSketch sketch = new DurationSketch();
    for (int i = 0; i < 4000; i++) {
      sketch.addEnded(1_000);
    }
    for (int i = 0; i < 8000; i++) {
      sketch.addEnded(1_000_000);
    }
    assertThat(LifeTable.of(sketch).residualMillis(0, 0.5)).isGreaterThan(500_000);
    assertThat(sketch.ended()).isLessThan(4096);
  }
}
