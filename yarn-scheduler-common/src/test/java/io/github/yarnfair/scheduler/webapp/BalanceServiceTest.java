// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.scheduler.resource.BalanceText;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

/** {@code /ws/v1/cluster/scheduler/balances} of a running ResourceManager. */
class BalanceServiceTest {
  private static final String BALANCES = "/ws/v1/cluster/scheduler/balances?user.name=";
  private static final String JSON = "application/json";

  private static WebCluster cluster(Map<String, String> more) throws Exception {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                YarnConfiguration.YARN_ACL_ENABLE, "true",
                YarnConfiguration.YARN_ADMIN_ACL, "admin"));
    settings.putAll(more);
    return new WebCluster(settings);
  }

  @Test
  void administratorsReadAndResetBalances() throws Exception {
    try (WebCluster cluster = cluster(Map.of("yarn.scheduler.naive.balance.half-life", "6h"))) {
      JsonNode balances = cluster.json(BALANCES + "admin").get("balances");
      assertThat(balances.get("enabled").asBoolean()).isTrue();
      assertThat(balances.get("halfLifeSeconds").asInt()).isEqualTo(6 * 3600);
      assertThat(balances.get("balance")).hasSize(4 * 4);
      assertThat(balances.at("/balance/0/queue").asText()).isEqualTo("root.prod");
      assertThat(balances.at("/balance/0/weighsTimes").asDouble()).isEqualTo(1.0);
      assertThat(cluster.send("DELETE", BALANCES + "admin", JSON, "").statusCode()).isEqualTo(200);
      assertThat(cluster.get(BALANCES + "eve").statusCode()).isEqualTo(403);
      assertThat(cluster.send("DELETE", BALANCES + "eve", JSON, "").statusCode()).isEqualTo(403);
    }
  }

  @Test
  void answerSaysThatSharesHaveNoMemory() throws Exception {
    try (WebCluster cluster = cluster(Map.of())) {
      JsonNode balances = cluster.json(BALANCES + "admin").get("balances");
      assertThat(balances.get("enabled").asBoolean()).isFalse();
      assertThat(balances.has("balance")).isFalse();
    }
  }

  /** Page, its answer and the plots have balances only where shares have a memory. */
  @Test
  void pageExplanationAndHistoryShowBalances() throws Exception {
    try (WebCluster cluster = cluster(Map.of("yarn.scheduler.naive.balance.half-life", "6h"))) {
      cluster.scheduler().readings().sample();
      assertThat(cluster.get("/cluster/scheduler?user.name=admin").body())
          .contains(">Balance", "hours ahead; weighs 1.0 times; floor 0.5");
      assertThat(cluster.get("/cluster/scheduler?user.name=admin&why-queue=root.prod").body())
          .contains("Balance of queue root.prod: 0.0 ");
      assertThat(cluster.json("/ws/v1/cluster/scheduler?user.name=admin").toString())
          .contains("weighs 1.0 times");
      assertThat(history(cluster).at("/queues/1/balance")).isNotEmpty();
    }
    try (WebCluster cluster = cluster(Map.of())) {
      cluster.scheduler().readings().sample();
      assertThat(cluster.get("/cluster/scheduler?user.name=admin").body())
          .doesNotContain(">Balance");
      assertThat(cluster.json("/ws/v1/cluster/scheduler?user.name=admin").toString())
          .doesNotContain("balance");
      assertThat(history(cluster).at("/queues/1").has("balance")).isFalse();
    }
  }

  private static JsonNode history(WebCluster cluster) throws Exception {
    return cluster.json("/ws/v1/cluster/scheduler/history?user.name=admin");
  }

  @Test
  void sentenceCountsInHoursOfTheResource() {
    BalanceRules rules = BalanceRules.of(24L * 3_600_000);
    assertThat(BalanceText.sentence("yarn.io/gpu", -5.8 * 3600, 2.04, rules))
        .isEqualTo("5.8 GPU-hours behind; weighs 2.0 times; floor 0.5");
    assertThat(BalanceText.sentence("memory-mb", 3.0 * 3600 * 1024, 0.8, rules))
        .isEqualTo("3.0 GiB-hours ahead; weighs 0.8 times; floor 0.5");
  }
}
