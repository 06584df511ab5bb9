// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.core.ideal.IdealShare;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The names in {@code docs/metrics.md} and in the Grafana dashboard are those that a running
 * ResourceManager has at {@code /prom} and {@code /jmx}.
 */
class MetricNamesTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern PROMETHEUS =
      Pattern.compile("(partition_)?queue_metrics_[a-z0-9_<>]+");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| [^|]+ \\| `([a-z0-9_<>]+)` \\| `([A-Za-z0-9_.<>]+)` \\|");

  private static WebCluster cluster;
  private static String prom;

  @BeforeAll
  static void runAnApplication() throws Exception {
    cluster =
        new WebCluster(
            Map.of(
                CommonConfigurationKeys.HADOOP_PROMETHEUS_ENABLED,
                "true",
                "yarn.scheduler.naive.balance.half-life",
                "6h"));
    MockAM eve = cluster.start("train", "eve", "root.prod");
    WebCluster.askForGpus(eve, 6);
    cluster.await(root -> root.share().used().getResourceValue(WebCluster.GPU) == 4);
    cluster.scheduler().readings().sample();
    prom = cluster.get("/prom", "text/plain").body();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void tableNamesWhatThePrometheusEndpointHas() throws Exception {
    Set<String> named = new TreeSet<>();
    Matcher rows = ROW.matcher(Files.readString(DOCS.resolve("metrics.md")));
    while (rows.find()) {
      named.add(rows.group(1).replace("<type>", "yarn_io_gpu"));
    }

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(exposed()).containsAll(named);
  }

  @Test
  void tableNamesWhatJmxHas() throws Exception {
    Set<String> named = new TreeSet<>();
    Matcher rows = ROW.matcher(Files.readString(DOCS.resolve("metrics.md")));
    while (rows.find()) {
      named.add(rows.group(2).replace("<type>", "yarn.io/gpu"));
    }
    JsonNode bean =
        cluster
            .json("/jmx?qry=Hadoop:service=ResourceManager,name=QueueMetrics,q0=root,q1=prod")
            .at("/beans/0");

    assertThat(bean.fieldNames()).toIterable().containsAll(named);
    assertThat(bean.get("IdealCapacity.yarn.io/gpu").asLong()).isEqualTo(4);
  }

  @Test
  void dashboardNamesWhatThePrometheusEndpointHas() throws Exception {
    JsonNode dashboard =
        new ObjectMapper().readTree(DOCS.resolve("grafana-dashboard.json").toFile());
    Set<String> named =
        PROMETHEUS
            .matcher(dashboard.toString())
            .results()
            .map(result -> result.group())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(named).hasSizeGreaterThan(10);
    assertThat(exposed()).containsAll(named);
  }

  /** A panel without a query, or one of a metric of another kind, would stay empty. */
  @Test
  void eachPanelOfTheDashboardHasAQuery() throws Exception {
    JsonNode dashboard =
        new ObjectMapper().readTree(DOCS.resolve("grafana-dashboard.json").toFile());

    for (JsonNode panel : dashboard.get("panels")) {
      assertThat(panel.get("targets")).as(panel.get("title").asText()).isNotEmpty();
      for (JsonNode target : panel.get("targets")) {
        assertThat(target.get("expr").asText()).containsPattern(PROMETHEUS);
      }
    }
  }

  /** Under each scheduler they are those of H-DRF, and not of the scheduler's own rule. */
  @Test
  void panelsOfIdealSharesSayWhoseTheyAre() throws Exception {
    JsonNode dashboard =
        new ObjectMapper().readTree(DOCS.resolve("grafana-dashboard.json").toFile());

    int named = 0;
    for (JsonNode panel : dashboard.get("panels")) {
      if (panel.get("targets").toString().contains("ideal")) {
        assertThat(panel.get("title").asText()).contains(IdealShare.RULE);
        named++;
      }
    }
    assertThat(named).isEqualTo(5);
  }

  /** Queries of the dashboard choose a queue's own figures by these labels. */
  @Test
  void figuresOfAQueueHaveItsPathAsLabelAndNoUser() {
    String line =
        prom.lines()
            .filter(each -> each.startsWith("queue_metrics_ideal_share{"))
            .filter(each -> each.contains("queue=\"root.prod\""))
            .findFirst()
            .orElseThrow();

    assertThat(line).doesNotContain("user=");
    assertThat(Double.parseDouble(line.substring(line.lastIndexOf(' ')))).isEqualTo(1.0);
  }

  private static Set<String> exposed() {
    return prom.lines()
        .filter(line -> !line.startsWith("#") && line.contains("{"))
        .map(line -> line.substring(0, line.indexOf('{')))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
