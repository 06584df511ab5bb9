// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.plots.Chromium;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page Scheduler with 40 queues, a partition, a gang and applications that wait, in a browser;
 * skipped where there is none. The screenshots are in {@code target/screenshots}.
 */
class PageFitsInChromiumTest {
  private static final List<String> DEPARTMENTS =
      List.of("production", "research", "analytics", "operations");
  private static final List<String> TEAMS =
      List.of(
          "vision", "speech", "reports", "indexing", "ads", "search", "logs", "backfill", "ops");

  private static Chromium chromium;
  private static WebCluster cluster;
  private static MockAM waiting;

  @BeforeAll
  static void startCluster() throws Exception {
    chromium = new Chromium();
    cluster = new WebCluster(settings(), 2);
    cluster.label("mics");
    cluster.scheduler().readings().sample();
    waiting = cluster.start("train-resnet50-large", "vera", "root.research.vision");
    MockAM speech = cluster.start("transcribe", "sam", "root.research.speech");
    WebCluster.askForGpus(waiting, 7);
    cluster.await(root -> root.share().used().getResourceValue(WebCluster.GPU) == 7);
    WebCluster.askForGpus(waiting, 30);
    WebCluster.askForGpus(speech, 3);
    MockAM gang = cluster.start("horovod", "gina", "root.production.ads", "gang=6:120");
    WebCluster.askForGpus(gang, 6);
    for (int i = 0; i < 20; i++) {
      cluster.submit(
          "root.%s.%s".formatted(DEPARTMENTS.get(i % 4), TEAMS.get(i % 9)), "user" + i % 7);
    }
    cluster.await(root -> root.applicationCount() == 23 && root.share().dominant() == 1.0);
    cluster.scheduler().readings().sample();
    cluster.heartbeat();
    cluster.scheduler().readings().sample();
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    String root = "yarn.scheduler.capacity.root.";
    settings.put(YarnConfiguration.NODE_LABELS_ENABLED, "true");
    settings.put(root + "accessible-node-labels", "mics");
    settings.put(root + "accessible-node-labels.mics.capacity", "100");
    settings.put(root + "queues", String.join(",", DEPARTMENTS));
    for (String department : DEPARTMENTS) {
      String queue = root + department + ".";
      settings.put(queue + "capacity", department.equals("production") ? "4w" : "1w");
      settings.put(queue + "queues", String.join(",", TEAMS));
      settings.put(queue + "accessible-node-labels.mics.capacity", "25");
      TEAMS.forEach(team -> settings.put(queue + team + ".capacity", "1w"));
      settings.put(queue + "vision.accessible-node-labels.mics.capacity", "100");
    }
    return settings;
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

  private static URI address(String query) {
    return URI.create(
        "http://" + cluster.conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS) + "/cluster" + query);
  }

  private static void shoot(String name, int width, String scheme) throws Exception {
    chromium.screenshot(Path.of("target/screenshots/%s-%d-%s.png".formatted(name, width, scheme)));
  }

  @ParameterizedTest
  @CsvSource({"1280, light", "1280, dark", "480, light", "480, dark"})
  void treeAndWaitingApplicationsAreWithinTheWindow(int width, String scheme) throws Exception {
    chromium.prefer(scheme);
    chromium.open(address("/scheduler"), width);
    chromium.evaluate("document.querySelectorAll('#queues a.unfold').forEach(a => a.click())");
    shoot("page", width, scheme);

    assertThat(chromium.problems()).isEmpty();
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
    assertThat(boxesThatScroll("#waiting, #shares, #waits, #queues")).isEmpty();
    assertThat(number("document.querySelector('#queues').getBoundingClientRect().right"))
        .isBetween(width / 2, width);
    assertThat(number("document.querySelectorAll('#queues tr.application.shown').length"))
        .isGreaterThanOrEqualTo(23);
    assertThat(text("h1")).isEqualTo("NaiveScheduler");
    assertThat(number("document.querySelector('#waits').getBoundingClientRect().top"))
        .as("seen without scrolling")
        .isLessThan(700);
    assertThat(text("#waits tbody"))
        .contains("train-resnet50-large", "horovod", "gang: room for 0 of 6");
    assertThat(brightness("document.querySelector('.dataTables_length')"))
        .as("YARN's own table")
        .isBetween(scheme.equals("dark") ? 0 : 150, scheme.equals("dark") ? 100 : 255);
    assertThat(brightness("document.body"))
        .isBetween(scheme.equals("dark") ? 0 : 200, scheme.equals("dark") ? 60 : 255);
  }

  @ParameterizedTest
  @CsvSource({"1280, light", "480, dark"})
  void explanationsAreWithinTheWindow(int width, String scheme) throws Exception {
    chromium.prefer(scheme);
    String id = waiting.getApplicationAttemptId().getApplicationId().toString();
    for (String query : List.of("why-app=" + id, "why-queue=root.research.vision")) {
      chromium.openWithoutPlots(address("/scheduler?" + query), width);
      shoot(query.substring(0, query.indexOf('=')), width, scheme);

      assertThat(chromium.problems()).as("appsTableData is not defined, for one").isEmpty();
      assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
      assertThat(boxesThatScroll("#why")).isEmpty();
      assertThat(brokenFigures()).isEmpty();
      assertThat(text("#why")).doesNotContain(" :", "0 other");
      assertThat(
              number(
                  "[...document.querySelectorAll('#levels td.none')].filter(t => t.offsetWidth).length"))
          .as("titles without figures")
          .isEqualTo(width < 800 ? 0 : emptyCells());
      assertThat(text("h1")).isEqualTo("NaiveScheduler: why " + query.replaceAll(".*=", ""));
    }
  }

  /** 127 links were all named "why", and the signs of folds had no name. */
  @Test
  void eachLinkHasANameOfItsOwn() throws Exception {
    chromium.open(address("/scheduler"), 1280);
    JsonNode names =
        chromium.evaluate(
            "[...document.querySelectorAll('#queues a.why, #queues a.unfold')]"
                + ".map(a => a.getAttribute('aria-label'))");
    List<String> all =
        IntStream.range(0, names.size())
            .mapToObj(i -> names.get(i).asText())
            .collect(Collectors.toList());

    assertThat(all)
        .hasSizeGreaterThan(41)
        .doesNotHaveDuplicates()
        .contains("why root.research.vision", "Users and applications of root.research.vision");
    chromium.evaluate("document.querySelector('#queues a.unfold').click()");
    assertThat(
            chromium
                .evaluate(
                    "document.querySelector('#queues a.unfold').getAttribute('aria-expanded')")
                .asText())
        .isEqualTo("true");
  }

  private static int emptyCells() throws Exception {
    return number("document.querySelectorAll('#levels td.none').length");
  }

  /** Returns the elements whose contents are wider than they are. */
  private static JsonNode boxesThatScroll(String selector) throws Exception {
    return chromium.evaluate(
        "[...document.querySelectorAll('"
            + selector
            + "')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.id + ' ' + e.scrollWidth + ' in ' + e.clientWidth)");
  }

  /** Returns the figures of the levels that are on more than one line. */
  private static JsonNode brokenFigures() throws Exception {
    return chromium.evaluate(
        """
        [...document.querySelectorAll('#levels td:nth-child(n+2):nth-child(-n+6)')].filter(td => {
          const range = document.createRange();
          range.selectNodeContents(td);
          return range.getClientRects().length > 1;
        }).map(td => td.textContent)
        """);
  }

  private static int brightness(String element) throws Exception {
    return number("Number(getComputedStyle(" + element + ").backgroundColor.match(/[0-9]+/)[0])");
  }

  private static int number(String expression) throws Exception {
    return chromium.evaluate(expression).asInt();
  }

  private static String text(String selector) throws Exception {
    return chromium
        .evaluate("document.querySelector('" + selector + "').textContent.trim()")
        .asText();
  }
}
