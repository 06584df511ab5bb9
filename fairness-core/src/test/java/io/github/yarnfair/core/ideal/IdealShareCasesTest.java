// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.ScenarioCase;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link IdealShare} against allocations computed elsewhere in exact rational arithmetic. */
class IdealShareCasesTest {
  @BeforeAll
  static void casesAreThere() {
    ScenarioCase.assumeThere();
  }

  static Stream<ScenarioCase> cases() {
    return Stream.of("paper.json", "static_h_drf.json")
        .flatMap(file -> ScenarioCase.read(file, "static", "H-DRF"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTheExactStaticAllocation(ScenarioCase scenario) {
    NamedTree named = NamedTree.of(scenario.tree(), scenario.capacity()).submitAll();
    IdealShare ideal = IdealShare.of(named.tree());
    JsonNode exact = scenario.json().path("expected").path("exact");
    assertThat(exact.size()).isEqualTo(named.leaves().size());
    for (Map.Entry<String, JsonNode> leaf : exact.properties()) {
      assertThat(ideal.dominantShare(named.node(leaf.getKey())))
          .as(leaf.getKey())
          .isCloseTo(fraction(leaf.getValue().asText()), within(1e-9));
    }
  }

  private static double fraction(String text) {
    String[] parts = text.split("/", 2);
    return Double.parseDouble(parts[0]) / (parts.length == 1 ? 1 : Double.parseDouble(parts[1]));
  }
}
