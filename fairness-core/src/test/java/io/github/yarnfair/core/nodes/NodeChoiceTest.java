/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
