// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.plots.Chromium;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A report of two runs with 1,000 queues and hostile names in a browser; skipped where there is
 * none. The screenshots are in {@code target/screenshots}.
 */
class ReportInChromiumTest {
  private static final String HOSTILE_PARENT = "root.<img src=x onerror=alert(1)>";
  private static final int WIDE = 1280;
  private static final int PLOTS = 5;

  @TempDir private static Path directory;
  private static Chromium chromium;
  private static Path report;

  @BeforeAll
  static void writeReport() throws Exception {
    chromium = new Chromium();
    List<String> queues = new ArrayList<>(HtmlReportTest.HOSTILE);
    queues.add(HOSTILE_PARENT + ".below");
    for (int i = 0; queues.size() < 1_000; i++) {
      queues.add("root.department-" + i % 30 + ".queue-" + i);
    }
    report =
        HtmlReport.write(
            directory,
            List.of(
                HtmlReportTest.picture(queues, 60, 800, 400),
                HtmlReportTest.picture(queues.subList(0, 500), 60, 400, 400)));
  }

  @AfterAll
  static void close() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {WIDE, 480})
  void allPlotsAreDrawnInsideTheWindow(int width) throws Exception {
    chromium.open(report.toUri(), width);
    chromium.screenshot(Path.of("target/screenshots/report-" + width + ".png"));

    assertThat(chromium.problems()).isEmpty();
    assertThat(number("document.querySelectorAll('.plot-canvas').length")).isEqualTo(2 * PLOTS);
    assertThat(chromium.fewestColours()).isGreaterThan(5);
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
    boolean isSideBySide =
        number("document.querySelectorAll('.plot-column')[1].offsetLeft") > width / 2 - 50;
    assertThat(isSideBySide).isEqualTo(width == WIDE);
    assertThat(number("document.querySelector('.plot-canvas').clientWidth"))
        .isGreaterThan(width == WIDE ? 500 : 400);
  }

  @Test
  void namesAreText() throws Exception {
    chromium.open(report.toUri(), WIDE);

    JsonNode choices =
        chromium.evaluate("[...document.querySelectorAll('option')].map(o => o.value)");
    assertThat(choices).extracting(JsonNode::asText).contains("root", HOSTILE_PARENT);
    assertThat(number("document.images.length")).isZero();
    assertThat(number("document.scripts.length")).isEqualTo(3);
  }

  @Test
  void queuesBelowAnotherQueueAreDrawnWhenItIsChosen() throws Exception {
    chromium.open(report.toUri(), WIDE);
    String before = picture();

    chromium.evaluate(
        """
        (() => {
          const choice = document.querySelector('select');
          choice.value = 'root.department-3';
          choice.dispatchEvent(new Event('change'));
        })()
        """);

    assertThat(picture()).isNotEqualTo(before);
    assertThat(number("document.querySelectorAll('.plot-canvas canvas').length"))
        .isGreaterThanOrEqualTo(PLOTS);
    assertThat(chromium.fewestColours()).isGreaterThan(5);
    assertThat(chromium.problems()).isEmpty();
  }

  private static String picture() throws Exception {
    return chromium.evaluate("document.querySelector('canvas').toDataURL()").asText();
  }

  private static int number(String expression) throws Exception {
    return chromium.evaluate(expression).asInt();
  }
}
