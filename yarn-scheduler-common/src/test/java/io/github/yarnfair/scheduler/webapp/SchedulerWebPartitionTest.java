// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What service and page tell of a queue in a partition: the node with MICs, label mics. */
class SchedulerWebPartitionTest {
  private static final String QUEUES = "yarn.scheduler.capacity.root.";

  private static WebCluster cluster;
  private static String train;

  @BeforeAll
  static void fillTheMics() throws Exception {
    cluster =
        new WebCluster(
            Map.of(
                YarnConfiguration.NODE_LABELS_ENABLED,
                "true",
                CommonConfigurationKeys.HADOOP_PROMETHEUS_ENABLED,
                "true",
                QUEUES + "prod.accessible-node-labels.mics.capacity",
                "25",
                QUEUES + "prod.accessible-node-labels.mics.maximum-capacity",
                "50",
                QUEUES + "prod.minimum-user-limit-percent",
                "50",
                QUEUES + "research.accessible-node-labels.mics.capacity",
                "75"));
    cluster.label("mics");
    MockAM eve = cluster.start("train", "eve", "root.prod");
    train = eve.getApplicationAttemptId().getApplicationId().toString();
    cluster.start("idle", "vera", "root.research.vision");
    ResourceRequest request =
        ResourceRequest.newBuilder()
            .priority(Priority.newInstance(1))
            .resourceName(ResourceRequest.ANY)
            .capability(Resource.newInstance(1024, 1, Map.of(WebCluster.MIC, 1L)))
            .numContainers(5)
            .nodeLabelExpression("mics")
            .build();
    eve.allocate(List.of(request), List.of());
    cluster.await(root -> root.share().dominant() == 0.5);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void serviceHasTheNumbersOfAQueueInEachPartition() throws Exception {
    JsonNode prod =
        cluster.json("/ws/v1/cluster/scheduler").at("/scheduler/schedulerInfo/queues/queue/0");
    Map<String, JsonNode> partitions =
        StreamSupport.stream(prod.at("/partitions/partition").spliterator(), false)
            .collect(Collectors.toMap(part -> part.get("partitionName").asText(), part -> part));

    assertThat(partitions.keySet()).isEqualTo(Set.of("", "mics"));
    JsonNode mics = partitions.get("mics");
    assertThat(mics.get("absoluteCapacity").asDouble()).isEqualTo(25);
    assertThat(mics.get("absoluteMaxCapacity").asDouble()).isEqualTo(50);
    assertThat(mics.get("absoluteUsedCapacity").asDouble()).isEqualTo(50);
    assertThat(mics.get("idealShare").asDouble()).isEqualTo(50);
    assertThat(WebCluster.amount(mics, "resourcesTotal", "mic")).isEqualTo(4);
    assertThat(WebCluster.amount(mics, "maxEffectiveCapacity", "mic")).isEqualTo(2);
    assertThat(WebCluster.amount(mics, "resourcesUsed", "mic")).isEqualTo(2);
    assertThat(WebCluster.amount(mics, "resourcesPending", "mic")).isEqualTo(3);
    assertThat(WebCluster.amount(mics, "amUsed", "memory-mb")).isZero();
    JsonNode plain = partitions.get("");
    assertThat(WebCluster.amount(plain, "resourcesTotal", "mic")).isZero();
    assertThat(WebCluster.amount(plain, "resourcesUsed", "memory-mb")).isEqualTo(1024);
    assertThat(WebCluster.amount(plain, "amUsed", "memory-mb")).isEqualTo(1024);
  }

  @Test
  void serviceHasTheNumbersOfAUserInEachPartition() throws Exception {
    JsonNode prod =
        cluster.json("/ws/v1/cluster/scheduler").at("/scheduler/schedulerInfo/queues/queue/0");
    JsonNode eve = prod.at("/users/user/0");
    assertThat(eve.get("username").asText()).isEqualTo("eve");
    Map<String, JsonNode> partitions =
        StreamSupport.stream(eve.at("/partitions/partition").spliterator(), false)
            .collect(Collectors.toMap(part -> part.get("partitionName").asText(), part -> part));
    assertThat(partitions.keySet()).isEqualTo(Set.of("", "mics"));
    JsonNode mics = partitions.get("mics");
    assertThat(mics.get("capacity").asDouble()).as("the only user").isEqualTo(100);
    assertThat(mics.get("absoluteCapacity").asDouble()).isEqualTo(25);
    assertThat(mics.get("idealShare").asDouble()).isEqualTo(50);
    assertThat(WebCluster.amount(mics, "resourcesUsed", "mic")).isEqualTo(2);
    assertThat(WebCluster.amount(mics, "resourcesPending", "mic")).isEqualTo(3);
    assertThat(WebCluster.amount(partitions.get(""), "amUsed", "memory-mb")).isEqualTo(1024);
  }

  /** Fails if a share did not say of which partition it is, or nothing where that has no label. */
  @Test
  void sharesNameTheirPartitionOnThePageAndInTheService() throws Exception {
    JsonNode root = cluster.json("/ws/v1/cluster/scheduler").at("/scheduler/schedulerInfo");
    assertThat(root.at("/share/dominantPartition").asText()).isEqualTo("mics");
    assertThat(WebCluster.amount(root.get("share"), "resourcesUsedInAllPartitions", "mic"))
        .isEqualTo(2);
    assertThat(WebCluster.amount(root.get("share"), "resourcesPendingInAllPartitions", "mic"))
        .isEqualTo(3);
    JsonNode research = root.at("/queues/queue/1");
    assertThat(research.get("dominantPartition").asText("null")).isEmpty();
    assertThat(WebCluster.rows(cluster.get("/cluster/scheduler", "text/html").body()))
        .anyMatch(row -> row.startsWith("root 50.0% mic in mics 50.0% 3 GB, 3 VCores, 3 mic"))
        .anyMatch(row -> row.startsWith("research 6.3% memory-mb in no partition"));
  }

  @Test
  void explanationsNameThePartitionOfTheirFigures() throws Exception {
    JsonNode why =
        cluster
            .json("/ws/v1/cluster/scheduler/explain/app/" + train)
            .at("/applicationExplanation/levels/level/1");
    assertThat(why.get("dominantPartition").asText()).isEqualTo("mics");
    assertThat(words("why-app=" + train)).contains("; largest part in mics");
    assertThat(words("why-queue=root.prod"))
        .contains(
            "maximum-capacity &lt;memory:16384, vCores:16, yarn.io/gpu: 4&gt; in no partition")
        .as("as configured, and not by resource type")
        .contains(" capacity 3.0w in no partition ")
        .contains(
            "in mics: capacity 25 ", "in mics: maximum-capacity &lt;memory:8192, vCores:8, mic: 2")
        .contains("in mics: application masters ");
  }

  private static String words(String query) throws Exception {
    return cluster
        .get("/cluster/scheduler?" + query, "text/html")
        .body()
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ");
  }

  /** 4 MICs, of which the queue has 25 %, at most half, and holds and ideally has 2. */
  @Test
  void metricsOfThePartitionHaveWhatIsHeldIdealAndGuaranteed() throws Exception {
    cluster.scheduler().readings().sample();
    String prom = cluster.get("/prom", "text/plain").body();
    Map<String, Double> figures =
        prom.lines()
            .filter(line -> line.startsWith("partition_queue_metrics_"))
            .filter(line -> line.contains("partition=\"mics\""))
            .filter(line -> line.contains("queue=\"root.prod\"") && !line.contains("user="))
            .collect(
                Collectors.toMap(
                    line -> line.substring(0, line.indexOf('{')),
                    line -> Double.valueOf(line.substring(line.lastIndexOf(' '))),
                    (first, second) -> second));
    assertThat(figures)
        .containsEntry("partition_queue_metrics_dominant_share", 0.5)
        .containsEntry("partition_queue_metrics_ideal_share", 0.5)
        .containsEntry("partition_queue_metrics_ideal_capacity_mic", 2.0)
        .containsEntry("partition_queue_metrics_guaranteed_capacity_mic", 1.0)
        .containsKeys(
            "partition_queue_metrics_ideal_mb",
            "partition_queue_metrics_ideal_v_cores",
            "partition_queue_metrics_guaranteed_mb",
            "partition_queue_metrics_guaranteed_v_cores");
  }

  @Test
  void pageHasALineForEachPartitionThatTheQueueUses() throws Exception {
    assertThat(WebCluster.rows(cluster.get("/cluster/scheduler", "text/html").body()))
        .contains(
            "in mics 50.0% 50.0% 3 GB, 3 VCores, 3 mic 25 (25.0%) AMs 0 B / 1 GB"
                + " 2 GB / 8 GB 2 / 8 2 / 2 0 / 0");
  }

  /** All MICs are in the partition: of the nodes without a label none would be used. */
  @Test
  void utilisationIsOfAllPartitions() throws Exception {
    cluster.scheduler().readings().sample();
    JsonNode resources = cluster.json("/ws/v1/cluster/scheduler/history").get("resources");
    Map<String, Integer> used =
        StreamSupport.stream(resources.spliterator(), false)
            .collect(
                Collectors.toMap(
                    type -> type.get("name").asText(),
                    type -> type.get("used").get(type.get("used").size() - 1).asInt()));

    assertThat(used).containsEntry("mic", 5000).containsEntry("Memory", 1250);
  }

  /** Three of six: vision and audio, and the queue of guests, have a part of no other nodes. */
  @Test
  void pageHasNoFurtherLineOfAQueueInNoPartitionAlone() throws Exception {
    String page = cluster.get("/cluster/scheduler", "text/html").body();
    List<String> rows = WebCluster.rows(page);

    assertThat(rows).filteredOn(row -> row.startsWith("in no partition ")).hasSize(3);
    int vision = rows.indexOf(only(rows, "vision "));
    assertThat(rows.get(vision + 1)).doesNotStartWith("in ");
    assertThat(page)
        .as("numbers keep their units")
        .contains("<td class=\"number\">2&nbsp;GB / 8&nbsp;GB<");
  }

  private static String only(List<String> rows, String part) {
    List<String> found = rows.stream().filter(row -> row.contains(part)).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
