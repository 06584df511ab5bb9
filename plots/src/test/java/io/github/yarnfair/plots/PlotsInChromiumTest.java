// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.plots;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What plots.js gives the library to draw, for two pictures of unlike sizes beside each other;
 * skipped where there is no browser.
 */
class PlotsInChromiumTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int QUEUES = 14;

  @TempDir private static Path directory;
  private static Chromium chromium;
  private static URI page;

  @BeforeAll
  static void writePage() throws Exception {
    chromium = new Chromium();
    for (String file : List.of("plots.js", "plots.css", "echarts.min.js")) {
      try (InputStream from = PlotsInChromiumTest.class.getResourceAsStream(file)) {
        Files.copy(from, directory.resolve(file));
      }
    }
    ObjectNode large = picture("large", 20_000, 700, 60_000);
    large.putObject("opens").put("parent", "root.a").put("resource", "yarn.io/gpu");
    Path html = directory.resolve("page.html");
    Files.writeString(
        html,
        "<!DOCTYPE html><link rel=stylesheet href=plots.css><div id=plots></div>"
            + "<script id=pictures type=application/json>"
            + JSON.createArrayNode().add(large).add(picture("small", 10_000, 70, 3_000))
            + "</script><script src=echarts.min.js></script><script src=plots.js></script>",
        StandardCharsets.UTF_8);
    page = html.toUri();
  }

  /** A parent with {@value #QUEUES} queues that hold more and more of the GPUs, at three times. */
  private static ObjectNode picture(String title, long end, int most, long wait) {
    ObjectNode picture = JSON.createObjectNode();
    picture.put("title", title).put("origin", 0).put("end", end);
    picture.putArray("facts");
    picture.putArray("notes");
    picture.putPOJO("times", List.of(0, end / 3, 2 * end / 3));
    for (int i = -1; i < QUEUES; i++) {
      int held = i < 0 ? most : most * i / QUEUES;
      List<Integer> series = List.of(held, held, held);
      List<Integer> ideal = List.of(held, held, held - 3 * Math.max(0, i));
      ObjectNode queue = picture.withArray("queues").addObject();
      queue.put("path", i < 0 ? "root.a" : "root.a.q" + i);
      queue.putPOJO("held", List.of(0, 0, 0));
      queue.putPOJO("ideal", List.of(0, 0, 0));
      ObjectNode gpus = queue.putObject("by").putObject("yarn.io/gpu");
      gpus.putPOJO("held", series);
      gpus.putPOJO("ideal", ideal);
    }
    picture.putPOJO("sizes", List.of("all"));
    picture.putPOJO("waits", List.of(List.of(QUEUES, 0, 5, 1, 2, 3, 4, wait, wait)));
    ObjectNode memory = picture.withArray("resources").addObject().put("name", "memory");
    memory.putPOJO("used", List.of(1, 2, 3));
    memory.putPOJO("stranded", List.of(0, 0, 0));
    ObjectNode node = picture.withArray("nodes").addObject().put("name", "n1");
    node.putPOJO("running", List.of(1, 1, 1));
    picture.putPOJO("bars", List.of(0, 0, end / 2, QUEUES, 0));
    return picture;
  }

  @AfterAll
  static void close() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
  }

  /** Returns an expression's value for each plot of a kind, left and right. */
  private static List<JsonNode> ofBoth(int kind, String expression) throws Exception {
    JsonNode values =
        chromium.evaluate(
            "[...document.querySelectorAll('.plot-canvas')].map(p =>"
                + " echarts.getInstanceByDom(p).getOption()).map(o => "
                + expression
                + ")");
    List<JsonNode> both = new ArrayList<>();
    both.add(values.get(2 * kind));
    both.add(values.get(2 * kind + 1));
    return both;
  }

  /** The small run had a scale of its own, so that its queues looked as large as the other's. */
  @Test
  void bothRunsHaveOneScale() throws Exception {
    chromium.open(page, 1280);
    assertThat(chromium.problems()).isEmpty();
    for (int kind = 0; kind < 2; kind++) {
      List<JsonNode> most = ofBoth(kind, "o.yAxis[0].max");
      assertThat(most.get(0).asInt())
          .as("plot %d", kind)
          .isPositive()
          .isEqualTo(most.get(1).asInt());
    }
    List<JsonNode> longest = ofBoth(2, "[o.xAxis[0].max, o.yAxis[0].max].filter(m => m > 1)");
    assertThat(longest.get(0).get(0).asInt())
        .isEqualTo(100_000)
        .isEqualTo(longest.get(1).get(0).asInt());
    List<JsonNode> end = ofBoth(0, "o.xAxis[0].max");
    assertThat(end.get(0).asLong()).isGreaterThanOrEqualTo(20_000).isEqualTo(end.get(1).asLong());
  }

  @Test
  void aReportOpensOnTheLevelAndTheResourceThatItNames() throws Exception {
    chromium.open(page, 1280);
    JsonNode chosen =
        chromium.evaluate(
            "[...document.querySelectorAll('.plot-controls select')].map(s => s.value)");
    assertThat(JSON.convertValue(chosen, List.class)).asList().contains("root.a", "yarn.io/gpu");
    // Zero in every series of dominant shares: what is drawn is of the GPUs.
    List<JsonNode> sums = ofBoth(0, "Math.max(...o.series.map(s => s.data[0][1]))");
    assertThat(sums.get(0).asInt()).isGreaterThan(3_000);
  }

  @Test
  void twelveQueuesHaveALineAndTheOthersOne() throws Exception {
    chromium.open(page, 1280);
    assertThat(ofBoth(0, "o.series.length").get(0).asInt()).isEqualTo(2 * 13);
    JsonNode legend =
        ofBoth(0, "(o.legend || []).map(l => l.data.length + l.formatter('12'))").get(0);
    assertThat(legend.get(0).asText()).startsWith("13").contains("(2 others)");
    // The others are the smallest, q0 and q1, and what they hold is in the sum.
    double all = 0;
    for (int i = 0; i < QUEUES; i++) {
      all += 700 * i / QUEUES;
    }
    assertThat(ofBoth(0, "o.series[0].data[0][1]").get(0).asDouble()).isEqualTo(all);
  }
}
