// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceSharesTest {
  /** A department has all GPUs: dominant shares of 100 % hide that CPUs are held 4 : 1. */
  private static final String PICTURE =
      """
      {"times": [0], "queues": [
        {"path": "root", "held": [10000], "ideal": [10000]},
        {"path": "root.a", "held": [10000], "ideal": [10000]},
        {"path": "root.ab", "held": [2000], "ideal": [2000]},
        {"path": "root.a.cpu", "held": [7900], "ideal": [8000]},
        {"path": "root.a.gpu", "held": [10000], "ideal": [10000]}]}
      """;

  @Test
  void departmentsHaveTheSumOfTheLeavesThatNeedTheResource() throws Exception {
    ObjectNode picture = (ObjectNode) new ObjectMapper().readTree(PICTURE);

    new ResourceShares(
            Map.of("root.a.cpu", "vcores", "root.a.gpu", "yarn.io/gpu", "root.ab", "vcores"))
        .addTo(picture, "vcores");

    assertThat(picture.at("/queues/0/by/vcores/held")).hasToString("[9900]");
    assertThat(picture.at("/queues/1/by/vcores/held")).hasToString("[7900]");
    assertThat(picture.at("/queues/1/by/vcores/ideal")).hasToString("[8000]");
    assertThat(picture.at("/queues/2/by/vcores/ideal")).hasToString("[2000]");
    assertThat(picture.at("/opens/parent").asText()).isEqualTo("root");
    assertThat(picture.at("/opens/resource").asText()).isEqualTo("vcores");
  }

  @Test
  void eachLeafQueueOfTheDemoNeedsOneResource() {
    assertThat(Scenario.figure8(1).needs())
        .containsEntry("root.research.simulate", "vcores")
        .containsEntry("root.research.train", "yarn.io/gpu")
        .containsEntry("root.product.render", "mic")
        .hasSize(6);
  }
}
