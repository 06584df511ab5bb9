// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The division against members that are sorted at each question, while they come and go. */
class WaterLevelTest {
  private static final long SEED = Seed.of("WaterLevelTest", 91);
  private static final double ENDLESS = Double.POSITIVE_INFINITY;
  private static final double EXACT = 1e-12;

  private record Member(double most, double weight) {
    double met() {
      return most / weight;
    }

    double at(double level) {
      return Math.min(most, weight * level);
    }
  }

  private final Map<Integer, Member> plain = new TreeMap<>();
  private final WaterLevel division = new WaterLevel();

  private void put(int number, double most, double weight) {
    Member member = new Member(most, weight);
    plain.put(number, member);
    division.put(number, most, weight);
  }

  private void remove(int number) {
    division.remove(number);
    plain.remove(number);
  }

  private double plainSum(double level) {
    return plain.values().stream().mapToDouble(m -> m.at(level)).sum();
  }

  /** Raises the level from the first member that is met to the next, until all is given away. */
  private double plainLevel(double sum) {
    List<Member> sorted =
        plain.values().stream().sorted(Comparator.comparingDouble(Member::met)).toList();
    double left = sum;
    double level = 0.0;
    for (int i = 0; i < sorted.size() && left > 0; i++) {
      double weights = sorted.subList(i, sorted.size()).stream().mapToDouble(m -> m.weight).sum();
      double step = Math.min(sorted.get(i).met() - level, left / weights);
      level += step;
      left -= step * weights;
    }
    return level;
  }

  /** Few different ratios, so that many are equal; some members can take any amount. */
  private void change(Random random, int bound) {
    int number = random.nextInt(bound);
    if (plain.containsKey(number) && random.nextInt(3) == 0) {
      remove(number);
    } else {
      double weight = 1 + random.nextInt(4);
      boolean isEven = random.nextInt(3) > 0;
      double most = isEven ? weight * (1 + random.nextInt(5)) / 8 : 0.01 + random.nextDouble();
      put(number, random.nextInt(6) == 0 ? ENDLESS : most, weight);
    }
  }

  private void compare(Random random, String where) {
    assertThat(division.size()).as(where).isEqualTo(plain.size());
    double weights = plain.values().stream().mapToDouble(Member::weight).sum();
    assertThat(division.weights()).as(where).isCloseTo(weights, within(EXACT * 100));
    for (int i = 0; i < 3; i++) {
      double level = i == 0 ? random.nextInt(8) / 8.0 : random.nextDouble() * 1.5;
      double sum = plainSum(level);
      assertThat(division.sum(level)).as(where).isCloseTo(sum, within(EXACT * Math.max(1, sum)));
      double inverse = division.level(sum);
      assertThat(inverse).as(where).isCloseTo(plainLevel(sum), within(EXACT * 10));
      assertThat(division.sum(inverse)).as(where).isCloseTo(sum, within(EXACT * Math.max(1, sum)));
      assertThat(inverse).as(where).isLessThanOrEqualTo(level + EXACT);
    }
    double all = division.sum(ENDLESS);
    if (all < ENDLESS) {
      double last = plain.values().stream().mapToDouble(Member::met).max().orElse(0);
      assertThat(division.level(all)).as(where).isCloseTo(last, within(EXACT * 10));
    }
    assertThat(all).as(where).isCloseTo(plainSum(ENDLESS), within(EXACT * 100));
  }

  @Test
  void dividesLikeASortedListWhileMembersComeAndGo() {
    int steps = TestSize.of(3000);
    for (int round = 0; round < 40; round++) {
      Random random = Seed.random(SEED, round);
      plain.keySet().stream().toList().forEach(this::remove);
      int bound = 1 + random.nextInt(round % 8 == 0 ? 300 : 12);
      for (int step = 0; step < steps; step++) {
        change(random, bound);
        compare(random, "round " + round + ", step " + step);
      }
      for (int number = 0; number <= bound; number++) {
        assertThat(division.contains(number)).isEqualTo(plain.containsKey(number));
      }
    }
  }

  /** A ratio is the level at which a member is met: those of equal ratio are met together. */
  @Test
  void membersOfEqualRatioAreMetAtOneLevel() {
    for (int number = 0; number < 100; number++) {
      put(number, 0.5 * (1 + number % 4), 1 + number % 4);
    }
    assertThat(division.sum(0.25)).isCloseTo(62.5, within(EXACT));
    assertThat(division.sum(0.5)).isCloseTo(125, within(EXACT));
    assertThat(division.sum(7)).isCloseTo(125, within(EXACT));
    assertThat(division.level(62.5)).isCloseTo(0.25, within(EXACT));
    assertThat(division.level(125)).isEqualTo(0.5);
  }

  /** T of 0.1 and weight 1 beside endless demand of weight 3. */
  @Test
  void endlessDemandTakesWhatTheOthersLeave() {
    put(4, 0.1, 1);
    put(2, ENDLESS, 3);
    assertThat(division.level(0.2)).isCloseTo(0.05, within(EXACT));
    assertThat(division.level(0.4)).isCloseTo(0.1, within(EXACT));
    assertThat(division.level(1.0)).isCloseTo(0.3, within(EXACT));
    assertThat(division.sum(0.3)).isCloseTo(1.0, within(EXACT));
    assertThat(division.sum(ENDLESS)).isEqualTo(ENDLESS);
  }

  @Test
  void levelIsZeroIfNothingIsDividedOrThereAreNoMembers() {
    assertThat(division.level(0)).isZero();
    assertThat(division.sum(1)).isZero();
    put(0, 1, 1);
    assertThat(division.level(0)).isZero();
    assertThat(division.sum(0)).isZero();
    remove(0);
    assertThat(division.size()).isZero();
    assertThat(division.weights()).isZero();
    assertThat(division.sum(ENDLESS)).isZero();
  }

  /** What tasks that start and end leave behind is no more than the rounding of one sum. */
  @Test
  void roundingDoesNotPileUpOverManyChanges() {
    Random random = Seed.random(SEED, 1000);
    for (int number = 0; number < 50; number++) {
      put(number, 1e-9 * (1 + number), 1);
    }
    for (int change = 0; change < TestSize.of(1_000_000); change++) {
      put(random.nextInt(50), 1e9 * random.nextDouble() + 1, 1);
      put(random.nextInt(50), 1e-9 * (1 + random.nextInt(9)), 1);
    }
    for (int number = 0; number < 50; number++) {
      put(number, 1e-9 * (1 + number), 1);
    }
    assertThat(division.sum(1)).isCloseTo(1e-9 * 1275, within(1e-20));
  }
}
