// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthTest {
  @Test
  void lengthIsEnoughAndAtLeastTwiceTheFormer() {
    assertThat(Growth.length(5, 4)).isEqualTo(8);
    assertThat(Growth.length(50, 4)).isEqualTo(50);
    assertThat(Growth.length(1, 0)).isEqualTo(1);
  }

  @Test
  void newPlacesHaveTheValue() {
    assertThat(Growth.extend(new double[] {1, 2}, 4, 9)).containsExactly(1, 2, 9, 9);
  }

  @Test
  void rowsOfATableKeepTheirNumbers() {
    assertThat(Growth.widen(new double[] {1, 2, 3, 4}, 2, 3, 3, 9))
        .containsExactly(1, 2, 9, 3, 4, 9, 9, 9, 9);
    assertThat(Growth.widen(new int[] {1, 2, 3, 4}, 2, 3, 3, -1))
        .containsExactly(1, 2, -1, 3, 4, -1, -1, -1, -1);
    assertThat(Growth.widen(new long[] {1, 2, 3, 4}, 2, 3, 3))
        .containsExactly(1, 2, 0, 3, 4, 0, 0, 0, 0);
  }

  @Test
  void tableOfNothingBecomesOneOfTheValue() {
    assertThat(Growth.widen(new int[0], 0, 1, 2, 7)).containsExactly(7, 7);
    assertThat(Growth.widen(new long[0], 0, 1, 2)).containsExactly(0, 0);
  }
}
