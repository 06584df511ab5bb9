// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeChoiceTest {
  @ParameterizedTest
  @CsvSource({
    "first-fit, FirstFit",
    "best-fit, BestFit",
    "dot-product, DotProduct",
    "fragmentation, FragmentationGradient",
    "spread, Spread"
  })
  void eachNameIsThatOfAScore(String configured, String score) {
    NodeChoice choice = NodeChoice.of(configured);
    assertThat(choice.configured()).isEqualTo(configured);
    assertThat(choice.hasScore()).isTrue();
    assertThat(choice.newScore(2).getClass().getSimpleName()).isEqualTo(score);
  }

  @Test
  void heartbeatHasNoScore() {
    NodeChoice choice = NodeChoice.of("heartbeat");
    assertThat(choice.hasScore()).isFalse();
    assertThatThrownBy(() -> choice.newScore(2)).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Best-Fit", "best_fit", "bestfit", " best-fit"})
  void anotherNameIsRefusedWithAllThatThereAre(String configured) {
    assertThatThrownBy(() -> NodeChoice.of(configured))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\""
                + configured
                + "\": expected one of heartbeat, first-fit, best-fit, dot-product, fragmentation,"
                + " spread");
  }
}
