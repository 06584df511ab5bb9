// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What each panel of the Grafana dashboard shows of a queue that holds, wants, reserves and loses
 * GPUs of a partition with a label, and nothing but masters elsewhere: a panel of the nodes without
 * a label would show 0, or half.
 */
class DashboardPartitionTest {
  private static final String QUEUES = "yarn.scheduler.capacity.root.";
  private static final String PARTITION = "large";

  private static WebCluster cluster;
  private static PromScrape before;
  private static PromScrape now;

  /**
   * Four GPUs in the partition: one application holds three, for two more of another one the node
   * is reserved, and a third one waits for its master.
   */
  @BeforeAll
  static void fillThePartition() throws Exception {
    cluster =
        new WebCluster(
            Map.of(
                CommonConfigurationKeys.HADOOP_PROMETHEUS_ENABLED,
                "true",
                YarnConfiguration.NODE_LABELS_ENABLED,
                "true",
                "yarn.scheduler.naive.balance.half-life",
                "6h",
                QUEUES + "prod.accessible-node-labels.large.capacity",
                "25",
                QUEUES + "research.accessible-node-labels.large.capacity",
                "75"));
    cluster.addGpuNode(PARTITION);
    MockAM eve = cluster.start("train", "eve", "root.prod");
    MockAM ann = cluster.start("tune", "ann", "root.prod");
    WebCluster.askForGpus(eve, 1, 4, PARTITION);
    cluster.await(root -> root.share().dominant() == 1.0);
    before = scrape();
    cluster.preemptOne(eve);
    cluster.await(root -> root.share().dominant() == 0.75);
    WebCluster.askForGpus(ann, 2, 1, PARTITION);
    awaitReservation();
    cluster.submit("root.prod", List.of("bob"));
    now = scrape();
  }

  /** Amounts are published some seconds after they have changed. */
  private static void awaitReservation() throws Exception {
    String reserved =
        "partition_queue_metrics_reserved_containers{queue=\"root.prod\",partition=\"large\"}";
    Instant deadline = Instant.now().plusSeconds(60);
    PromScrape scrape = scrape();
    while (scrape.value(reserved, scrape) != 1.0) {
      assertThat(Instant.now()).as("reserved by now").isBefore(deadline);
      cluster.heartbeat();
      LockSupport.parkNanos(100_000_000);
      scrape = scrape();
    }
  }

  private static PromScrape scrape() throws Exception {
    cluster.scheduler().readings().sample();
    return new PromScrape(cluster.get("/prom", "text/plain").body());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Returns by title and legend what the dashboard shows of the queue in the partition. */
  private static Map<String, Double> shown() throws Exception {
    JsonNode dashboard =
        new ObjectMapper().readTree(Path.of("..", "docs", "grafana-dashboard.json").toFile());
    Map<String, Double> shown = new TreeMap<>();
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.get("targets")) {
        String legend = target.get("legendFormat").asText();
        String figure =
            panel.get("title").asText().replaceAll("[,:(].*", "").strip()
                + " "
                + legend.substring(legend.lastIndexOf('}') + 1).strip();
        String expression =
            target
                .get("expr")
                .asText()
                .replace("$queue", "root.prod")
                .replace("$partition", PARTITION);
        assertThat(shown.put(figure.strip(), now.value(expression, before))).isNull();
      }
    }
    return shown;
  }

  /** Balances are counted once a minute, and are those of all partitions together. */
  @Test
  void panelsShowWhatTheQueueHasInThePartition() throws Exception {
    Map<String, Double> shown = shown();

    assertThat(shown).allSatisfy((figure, value) -> assertThat(value).as(figure).isNotNaN());
    assertThat(shown)
        .containsEntry("Held", 0.75)
        .containsEntry("Ideal", 1.0)
        .containsEntry("Held minus ideal by H-DRF", -0.25)
        .containsEntry("GPUs held", 3.0)
        .containsEntry("GPUs ideal", 4.0)
        .containsEntry("GPUs guaranteed", 1.0)
        .containsEntry("GPUs pending", 2.0)
        .containsEntry("Memory held", 3.0 * 1024)
        .containsEntry("Memory guaranteed", 4.0 * 1024)
        .containsEntry("Memory pending", 1024.0)
        .containsEntry("VCores held", 3.0)
        .containsEntry("VCores guaranteed", 4.0)
        .containsEntry("VCores pending", 1.0)
        .containsEntry("Applications running", 2.0)
        .containsEntry("Applications pending", 1.0)
        .containsEntry("Reserved memory", 1024.0)
        .containsEntry("Preempted containers", 60.0);
    assertThat(shown.get("Memory ideal")).isBetween(3.0 * 1024, 4.0 * 1024);
    assertThat(shown.get("VCores ideal")).isBetween(3.0, 4.0);
  }
}
