// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.testing.LabelledRm;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Labels of queues change by a refresh, all or none, and of queues that are created. */
class LabelRefreshTest {
  private static final String GPU = ".accessible-node-labels.gpu.capacity";

  private LabelledRm rm;

  @BeforeEach
  void boot() throws Exception {
    rm = new LabelledRm(NaiveScheduler.class, keys());
  }

  @AfterEach
  void stop() {
    rm.close();
  }

  private static Map<String, String> keys() {
    return new TreeMap<>(
        Map.of(
            "root.queues",
            "b,p",
            "root.b.capacity",
            "50",
            "root.p.capacity",
            "50",
            "root.b.accessible-node-labels",
            "gpu,ssd",
            "root.p.accessible-node-labels",
            "gpu",
            "root.p.auto-queue-creation-v2.enabled",
            "true",
            "root.b" + GPU,
            "60",
            "root.p" + GPU,
            "40"));
  }

  private Map<String, String> with(String key, String value) {
    Map<String, String> keys = keys();
    keys.put(key, value);
    return keys;
  }

  @Test
  void aMasterOfAQueueThatIsToBeCreatedIsRefusedByItsLabels() throws Exception {
    assertThat(rm.startMasters(List.of("default"), "ssd"))
        .containsExactly("master in default for \"ssd\": refused when it is queued");
    assertThat(rm.rm.getResourceScheduler().getAppsInQueue("root.p.alice")).isNull();
    assertThat(rm.startMasters(List.of("default"), ""))
        .containsExactly("master in default for \"\": on n");
  }

  @Test
  void aLabelThatARefreshTakesAwayIsRefusedFromThenOn() throws Exception {
    assertThat(rm.startMasters(List.of("root.b"), "gpu").get(0)).endsWith(": on g");
    rm.refresh(with("root.b.accessible-node-labels", "ssd"));
    assertThat(rm.startMasters(List.of("root.b"), "gpu").get(0))
        .contains("refused: InvalidLabelResourceRequestException")
        .contains("labelExpression of resource request=gpu");
  }

  @Test
  void aRefreshWithWrongSumsChangesNothing() throws Exception {
    Map<String, String> wrong = with("root.b" + GPU, "50");
    wrong.put("root.b.accessible-node-labels", "ssd");
    assertThatThrownBy(() -> rm.refresh(wrong))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("root.b" + GPU + " = \"50\"")
        .hasMessageContaining("add up to 100, not b 50, p 40");
    assertThat(rm.startMasters(List.of("root.b"), "gpu").get(0)).endsWith(": on g");
  }

  @Test
  void aLabelThatAQueueNamesIsNotRemovedFromTheCluster() throws Exception {
    var labels = rm.rm.getRMContext().getNodeLabelManager();
    assertThatThrownBy(() -> labels.removeFromClusterNodeLabels(Set.of("ssd")))
        .hasMessageContaining("queue=root.b is using this label");
    rm.refresh(with("root.b.accessible-node-labels", "gpu"));
    labels.removeFromClusterNodeLabels(Set.of("ssd"));
    assertThat(labels.getClusterNodeLabelNames()).containsExactly("gpu");
  }
}
