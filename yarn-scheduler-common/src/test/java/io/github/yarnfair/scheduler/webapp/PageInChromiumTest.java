// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.plots.Chromium;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page Scheduler of a ResourceManager with 1,000 queues and hostile names in a browser; skipped
 * where there is none. The screenshots are in {@code target/screenshots}.
 */
class PageInChromiumTest {
  private static final int DEPARTMENTS = 10;
  private static final int QUEUES = TestSize.of(1_000, 200);
  private static final int APPLICATIONS = 15;

  /** Markup is refused in names of queues. */
  private static final String HOSTILE_QUEUE = "'&amp;{a|b}`";

  private static final String HOSTILE_NAME = "</script><script>alert(1)</script>\u202Eevil";

  private static Chromium chromium;
  private static WebCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    chromium = new Chromium();
    cluster = new WebCluster(settings(), 8);
    cluster.scheduler().readings().sample();
    MockAM master =
        cluster.start(HOSTILE_NAME, "<b>eve</b>", "root." + HOSTILE_QUEUE + ".__proto__");
    for (int i = 0; i < APPLICATIONS; i++) {
      int department = i % DEPARTMENTS;
      cluster.submit("root.d" + department + ".d" + department + "-q" + i, "user" + i);
    }
    WebCluster.askForGpus(master, 6);
    cluster.await(root -> root.share().used().getMemorySize() >= 1024L * (APPLICATIONS + 7));
    cluster.scheduler().readings().sample();
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    String root = "yarn.scheduler.capacity.root.";
    settings.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
    settings.put(root + "queues", HOSTILE_QUEUE + "," + names("d", DEPARTMENTS));
    settings.put(root + HOSTILE_QUEUE + ".capacity", "5w");
    settings.put(root + HOSTILE_QUEUE + ".queues", "__proto__");
    settings.put(root + HOSTILE_QUEUE + ".__proto__.capacity", "1w");
    for (int d = 0; d < DEPARTMENTS; d++) {
      String department = root + "d" + d + ".";
      settings.put(department + "capacity", "1w");
      settings.put(department + "queues", names("d" + d + "-q", QUEUES / DEPARTMENTS));
      for (int q = 0; q < QUEUES / DEPARTMENTS; q++) {
        settings.put(department + "d" + d + "-q" + q + ".capacity", "1w");
      }
    }
    return settings;
  }

  private static String names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.joining(","));
  }

  @AfterAll
  static void stop() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static void open(int width) throws Exception {
    String address = cluster.conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    chromium.open(URI.create("http://" + address + "/cluster/scheduler"), width);
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 480})
  void plotsAreDrawnWithinTheWindow(int width) throws Exception {
    open(width);
    chromium.screenshot(Path.of("target/screenshots/scheduler-page-" + width + ".png"));

    assertThat(chromium.problems()).isEmpty();
    assertThat(number("document.querySelectorAll('#queues tbody tr').length"))
        .isGreaterThan(QUEUES + DEPARTMENTS);
    // All but waits, for which applications have to start within the history.
    assertThat(number("document.querySelectorAll('.plot-canvas').length"))
        .isGreaterThanOrEqualTo(4);
    assertThat(chromium.fewestColours()).isGreaterThan(5);
    assertThat(number("document.querySelector('.plot-canvas').clientWidth")).isBetween(250, width);
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
  }

  @Test
  void namesAreText() throws Exception {
    open(1280);

    JsonNode choices =
        chromium.evaluate("[...document.querySelectorAll('option')].map(o => o.value)");
    assertThat(choices).extracting(JsonNode::asText).contains("root", "root." + HOSTILE_QUEUE);
    assertThat(chromium.evaluate("document.querySelector('#queues').textContent").asText())
        .contains(HOSTILE_QUEUE, "__proto__");
    assertThat(number("document.querySelectorAll('img[onerror]').length")).isZero();
    assertThat(chromium.problems()).isEmpty();
  }

  private static int number(String expression) throws Exception {
    return chromium.evaluate(expression).asInt();
  }
}
