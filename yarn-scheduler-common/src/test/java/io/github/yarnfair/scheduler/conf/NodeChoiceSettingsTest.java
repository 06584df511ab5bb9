// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.nodes.NodeChoice;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeChoiceSettingsTest {
  private static final String PREFIX = "yarn.scheduler.hdrf.";

  /** A scheduler's own default is for clusters without devices; a configured choice is kept. */
  @ParameterizedTest
  @CsvSource({
    "'', HEARTBEAT, , HEARTBEAT",
    "'', BEST_FIT, , BEST_FIT",
    "yarn.io/gpu, HEARTBEAT, , FRAGMENTATION",
    "yarn.io/gpu, BEST_FIT, , FRAGMENTATION",
    "yarn.io/gpu, BEST_FIT, best-fit, BEST_FIT",
    "yarn.io/gpu, HEARTBEAT, heartbeat, HEARTBEAT",
    "'', HEARTBEAT, spread, SPREAD",
  })
  void theDefaultIsByResourceTypes(
      String types, NodeChoice withoutDevices, @Nullable String configured, NodeChoice expected)
      throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.RESOURCE_TYPES, types);
    if (configured != null) {
      conf.set(PREFIX + "node-choice", configured);
    }
    ResourceUtils.resetResourceTypes(conf);
    assertThat(NodeChoiceSettings.read(conf, PREFIX, withoutDevices).choice()).isEqualTo(expected);
  }
}
