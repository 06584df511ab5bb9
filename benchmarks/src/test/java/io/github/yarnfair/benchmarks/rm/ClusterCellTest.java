// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.benchmarks.rm.ClusterCell.Dimension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterCellTest {
  @Test
  void isReadAsItIsWritten() {
    assertThat(ClusterCell.parse("depth-2/64x10@1000"))
        .isEqualTo(new ClusterCell(2, 64, 0, 10, 1000, 1));
    assertThat(ClusterCell.parse("flat/4x1@200:3")).isEqualTo(new ClusterCell(1, 4, 0, 1, 200, 3));
    assertThat(ClusterCell.parse("flat/4x3x2@9")).isEqualTo(new ClusterCell(1, 4, 3, 2, 9, 1));
    assertThat(ClusterCell.parse("flat/4x3x2@9").applicationsOfQueue()).isEqualTo(6);
    assertThat(new ClusterCell(1, 256, 0, 3, 7, 1)).hasToString("flat/256x3@7");
    assertThat(new ClusterCell(3, 8, 0, 1, 2, 4)).hasToString("depth-3/8x1@2:4");
    assertThat(new ClusterCell(1, 8, 5, 1, 2, 1)).hasToString("flat/8x5x1@2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "flat",
        "flat/4x1",
        "flat/0x1@2",
        "deep/4x1@2",
        "flat/4x1@2 ",
        "flat/4x1@2:0",
        "flat/4x0x1@2"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> ClusterCell.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void growsInOneDimension() {
    ClusterCell cell = ClusterCell.parse("flat/4x5@6:2");
    for (Dimension dimension : Dimension.values()) {
      assertThat(cell.with(dimension, 9).size(dimension)).isEqualTo(9);
      assertThat(cell.with(dimension, 9).with(dimension, cell.size(dimension))).isEqualTo(cell);
    }
  }
}
