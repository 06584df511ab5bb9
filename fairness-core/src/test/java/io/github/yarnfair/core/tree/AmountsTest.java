// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {
  @Test
  void taskFitsWhatIsNowhereLess() {
    long[] task = {2, 0, 3};
    assertThat(Amounts.fits(task, new long[] {2, 0, 3})).isTrue();
    assertThat(Amounts.fits(task, new long[] {9, 9, 2})).isFalse();
    assertThat(Amounts.fits(task, new long[] {1, 9, 9})).isFalse();
    assertThat(Amounts.fits(task, new long[] {0, 2, 1, 3}, 1)).isTrue();
    assertThat(Amounts.fits(task, new long[] {9, 9, 1, 2}, 1)).isFalse();
  }

  @Test
  void sumsAndDifferencesChangeTheFirstAlone() {
    long[] sum = {1, 2};
    long[] amounts = {10, 20};
    Amounts.add(sum, amounts);
    assertThat(sum).containsExactly(11, 22);
    Amounts.subtract(sum, new long[] {1, 3});
    assertThat(sum).containsExactly(10, 19);
    assertThat(amounts).containsExactly(10, 20);
  }

  @Test
  void multipleIsAddedFromItsOffsetOn() {
    long[] usage = {1, 1, 1, 1};
    Amounts.add(usage, 2, new long[] {7, 5, 3}, 1, -2, 2);
    assertThat(usage).containsExactly(1, 1, -9, -5);
  }

  @Test
  void zerosAreLookedForBetweenOffsetAndEnd() {
    assertThat(Amounts.areZero(new long[] {1, 0, 0, 1}, 1, 2)).isTrue();
    assertThat(Amounts.areZero(new long[] {0, 0, -1}, 1, 2)).isFalse();
  }

  @Test
  void negativeAmountIsFound() {
    assertThat(Amounts.hasNegative(new long[] {0, 5})).isFalse();
    assertThat(Amounts.hasNegative(new long[] {5, -1})).isTrue();
  }

  @Test
  void firstDifferenceDecidesTheOrder() {
    long[] held = {9, 1, 5};
    assertThat(Amounts.compare(held, 1, new long[] {1, 5}, 2)).isZero();
    assertThat(Amounts.compare(held, 1, new long[] {1, 6}, 2)).isNegative();
    assertThat(Amounts.compare(held, 1, new long[] {0, 9}, 2)).isPositive();
  }
}
