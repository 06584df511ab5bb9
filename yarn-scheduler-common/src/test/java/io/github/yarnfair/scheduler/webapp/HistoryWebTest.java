// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last hours of a running ResourceManager: what is answered, and the files of the plots. */
class HistoryWebTest {
  private static final String HISTORY = "/ws/v1/cluster/scheduler/history";
  private static final String PLOTS = "/ws/v1/cluster/scheduler/plots/";

  private static WebCluster cluster;

  /** Of the four GPUs eve holds three and vera one, which is preempted once. */
  @BeforeAll
  static void fillTheGpus() throws Exception {
    cluster = new WebCluster(Map.of());
    MockAM eve = cluster.start("<script>alert(1)</script>", "<eve>", "root.prod");
    MockAM vera = cluster.start("train", "vera", "root.research.vision");
    WebCluster.askForGpus(eve, 6);
    WebCluster.askForGpus(vera, 6);
    cluster.await(root -> root.share().used().getResourceValue(WebCluster.GPU) == 4);
    cluster.scheduler().readings().sample();
    preemptOne(vera);
    cluster.scheduler().readings().sample();
    cluster.await(root -> live(vera) == 2);
    cluster.scheduler().readings().sample();
  }

  private static int live(MockAM master) {
    return cluster
        .scheduler()
        .getApplicationAttempt(master.getApplicationAttemptId())
        .getLiveContainers()
        .size();
  }

  private static void preemptOne(MockAM master) {
    RMContainer container =
        cluster
            .scheduler()
            .getApplicationAttempt(master.getApplicationAttemptId())
            .getLiveContainers()
            .stream()
            .filter(c -> c.getAllocatedResource().getResourceValue(WebCluster.GPU) == 1)
            .findFirst()
            .orElseThrow();
    cluster
        .scheduler()
        .completedContainer(
            container,
            SchedulerUtils.createPreemptedContainerStatus(container.getContainerId(), "test"),
            RMContainerEventType.KILL);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void queuesBelowRootHaveTheirSharesAtEachSample() throws Exception {
    JsonNode history = cluster.json(HISTORY);

    assertThat(history.get("title").asText()).isEqualTo("NaiveScheduler");
    assertThat(history.get("parent").asText()).isEqualTo("root");
    assertThat(texts(history.get("parents"))).containsExactly("root", "root.research");
    assertThat(history.get("times")).hasSize(3);
    assertThat(history.at("/times/0").asLong()).isZero();
    assertThat(history.get("queues"))
        .extracting(queue -> queue.get("path").asText())
        .containsExactly("root", "root.prod", "root.research");
    assertThat(history.at("/queues/1/held").toString()).isEqualTo("[7500,7500,7500]");
    assertThat(history.at("/queues/2/held").toString()).isEqualTo("[2500,313,2500]");
    assertThat(history.at("/queues/1/ideal/0").asInt()).isCloseTo(7500, within(1));
  }

  @Test
  void queuesBelowAnotherQueue() throws Exception {
    JsonNode history = cluster.json(HISTORY + "?queue=root.research");

    assertThat(history.get("queues"))
        .extracting(queue -> queue.get("path").asText())
        .containsExactly("root.research", "root.research.vision", "root.research.audio");
    assertThat(history.at("/queues/2/held").toString()).isEqualTo("[0,0,0]");
  }

  /** All GPUs are held, and everything that waits needs one: what else is free is of no use. */
  @Test
  void utilisationAndFragmentsAreByResource() throws Exception {
    JsonNode resources = cluster.json(HISTORY).get("resources");

    assertThat(resources)
        .extracting(resource -> resource.get("name").asText())
        .containsExactly("Memory", "VCores", "mic", "yarn.io/gpu");
    assertThat(resources.at("/0/used/0").asInt()).isEqualTo(6 * 10_000 / 32);
    assertThat(resources.at("/0/stranded/0").asInt()).isEqualTo(26 * 10_000 / 32);
    assertThat(resources.at("/3/used/0").asInt()).isEqualTo(10_000);
    assertThat(resources.at("/3/stranded/0").asInt()).isZero();
  }

  /** A GPU is free at the second sample, on a node where what waits fits. */
  @Test
  void roomThatAWaitingRequestCanUseIsNotStranded() throws Exception {
    JsonNode resources = cluster.json(HISTORY).get("resources");

    assertThat(resources.at("/3/used/1").asInt()).isEqualTo(7500);
    assertThat(resources.at("/3/stranded/1").asInt()).isZero();
    assertThat(resources.at("/0/stranded/1").asInt()).as("the node without GPUs").isEqualTo(5000);
  }

  @Test
  void barsAreWhatRanOnEachNodeWithPreemptions() throws Exception {
    JsonNode history = cluster.json(HISTORY);

    List<Integer> queues = new ArrayList<>();
    int preempted = 0;
    for (int i = 0; i < history.get("bars").size(); i += 5) {
      assertThat(history.at("/bars/" + i).asInt()).as("all are on the first node").isZero();
      assertThat(history.at("/bars/" + (i + 2)).asLong()).as("length").isNotNegative();
      queues.add(history.at("/bars/" + (i + 3)).asInt());
      preempted += history.at("/bars/" + (i + 4)).asInt();
    }
    assertThat(history.get("nodes")).hasSize(2);
    assertThat(queues).containsExactlyInAnyOrder(1, 1, 1, 1, 2, 2, 2);
    assertThat(preempted).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"root.nowhere", "root.prod", "%3Cscript%3E"})
  void aQueueWithNoneBelowIsNotFound(String queue) throws Exception {
    assertThat(cluster.get(HISTORY + "?queue=" + queue).statusCode()).isEqualTo(404);
  }

  @Test
  void pageHasThePlaceOfThePlotsAndItsScript() throws Exception {
    assertThat(cluster.get("/cluster/scheduler", "text/html").body())
        .contains(
            "id=\"history\"",
            "href=\"/ws/v1/cluster/scheduler/history\"",
            "src=\"/ws/v1/cluster/scheduler/plots/plots.js\"",
            "href=\"/ws/v1/cluster/scheduler/plots/plots.css\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plots.js", "echarts.min.js", "plots.css"})
  void filesOfThePlotsAreServedPlainOrCompressed(String file) throws Exception {
    HttpResponse<byte[]> plain = file(file, "identity");
    HttpResponse<byte[]> compressed = file(file, "gzip, deflate");

    String type = file.endsWith("js") ? "text/javascript" : "text/css";
    assertThat(plain.headers().firstValue("Content-Type").orElse("")).startsWith(type);
    assertThat(plain.headers().allValues("Cache-Control")).containsExactly("max-age=3600");
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
        .isEqualTo(plain.body());
    assertThat(new String(plain.body(), StandardCharsets.UTF_8))
        .containsAnyOf("SPDX-License-Identifier: Apache-2.0", "Apache License");
    assertThat(compressed.body().length).isLessThan(500_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LICENSE", "..%2Fplots.js", "echarts%2FLICENSE", "other.js"})
  void noOtherFileIsServed(String file) throws Exception {
    assertThat(cluster.get(PLOTS + file).statusCode()).isGreaterThanOrEqualTo(400);
  }

  @Test
  void metricsOfAQueueHaveItsShares() {
    assertThat(gauge("root.prod", "DominantShare")).isEqualTo(0.75f);
    assertThat(gauge("root.prod", "IdealShare").floatValue()).isCloseTo(0.75f, within(0.001f));
    assertThat(gauge("root.prod", "IdealCapacity.yarn.io/gpu")).isEqualTo(3L);
    assertThat(gauge("root", "IdealCapacity.yarn.io/gpu")).isEqualTo(4L);
    assertThat(gauge("root.prod", "IdealMB").longValue()).isBetween(3000L, 8000L);
    assertThat(gauge("root.research.audio", "OldestWaitSeconds")).isEqualTo(0L);
  }

  @Test
  void withoutAHistoryThereIsNoAnswerAndNoPlot() throws Exception {
    try (WebCluster without =
        new WebCluster(Map.of("yarn.scheduler.naive.history.interval-ms", "0"))) {
      HttpResponse<String> answer = without.get(HISTORY);

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("history.interval-ms");
      assertThat(without.get("/cluster/scheduler", "text/html").body())
          .doesNotContain("plots.js")
          .contains("<table id=\"queues\"");
    }
  }

  private static Number gauge(String queue, String name) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    cluster.scheduler().getQueue(queue).getMetrics().getMetrics(collector, true);
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      if (metric.name().equals(name)) {
        return metric.value();
      }
    }
    throw new AssertionError("no metric " + name);
  }

  private static HttpResponse<byte[]> file(String name, String encoding) throws Exception {
    String address = cluster.conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://" + address + PLOTS + name))
                .header("Accept-Encoding", encoding)
                .build(),
            BodyHandlers.ofByteArray());
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
