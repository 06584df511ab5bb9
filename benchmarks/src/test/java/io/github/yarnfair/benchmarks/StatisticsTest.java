// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arithmetic of the tables. */
class StatisticsTest {
  private static final double[] SIZES = {100, 1000, 10_000, 100_000};

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.15, 1, 2})
  void theExponentOfAPowerIsFound(double exponent) {
    double[] times = Arrays.stream(SIZES).map(n -> 3 * Math.pow(n, exponent)).toArray();
    assertThat(Statistics.growthExponent(SIZES, times)).isCloseTo(exponent, within(1e-12));
  }

  @Test
  void theExponentIsTheLeastSquaresSlopeOfTheLogarithms() {
    // log10: x = 2, 3, 4 and y = 0, 0, 1: slope ((-1)(-1/3) + 0 + 1 * 2/3) / 2 = 1/2.
    double[] sizes = {100, 1000, 10_000};
    assertThat(Statistics.growthExponent(sizes, new double[] {1, 1, 10}))
        .isCloseTo(0.5, within(1e-12));
  }

  @Test
  void theSpreadIsTheMiddleHalfInPartsOfTheMedian() {
    assertThat(Statistics.spread(new double[] {50, 10, 40, 20, 30})).isEqualTo(20.0 / 30);
  }

  @Test
  void oneSizeHasNoExponent() {
    assertThat(Statistics.growthExponent(new double[] {100}, new double[] {5})).isNaN();
    assertThat(Statistics.growthExponent(new double[0], new double[0])).isNaN();
  }

  @Test
  void valuesWithoutALogarithmAreRefused() {
    assertThatThrownBy(() -> Statistics.growthExponent(new double[] {1, 2}, new double[] {1, 0}))
        .hasMessageContaining("0.0: expected a positive number");
    assertThatThrownBy(() -> Statistics.growthExponent(new double[] {1, 2}, new double[] {1}))
        .hasMessageContaining("2 sizes and 1 times");
  }

  @Test
  void quantilesLieBetweenTheirNeighbours() {
    double[] values = {9, 1, 5, 3};
    assertThat(Statistics.median(values)).isEqualTo(4);
    assertThat(Statistics.quantile(values, 0)).isEqualTo(1);
    assertThat(Statistics.quantile(values, 0.25)).isEqualTo(2.5);
    assertThat(Statistics.quantile(values, 1)).isEqualTo(9);
    assertThat(values).as("untouched").containsExactly(9, 1, 5, 3);
    assertThatThrownBy(() -> Statistics.median(new double[0])).hasMessageContaining("no values");
  }
}
