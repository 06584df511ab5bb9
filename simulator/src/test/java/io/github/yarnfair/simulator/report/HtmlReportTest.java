// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a report: complete by itself, safe whatever names are in it, and of bounded size. */
class HtmlReportTest {
  static final List<String> HOSTILE =
      List.of(
          "root.<script>alert(1)</script>",
          "root.</script><img src=x onerror=alert(1)>",
          "root.\"'`&amp;{a|b}\\",
          "root.\u202Eevil\u202C \u05E9\u05DC\u05D5\u05DD",
          "root.__proto__",
          "root." + "very-long-".repeat(30),
          "root.<!--");
  private static final Pattern SCRIPT =
      Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

  @TempDir private Path directory;

  @Test
  void needsNoOtherFileAndNoNetwork() throws Exception {
    String html =
        HtmlReport.html("Report", List.of(picture(List.of("root.a", "root.b"), 4, 30, 100)));

    assertThat(html).contains("default-src 'none'");
    assertThat(
            SCRIPT
                .matcher(html)
                .replaceAll(result -> "<script" + result.group(1).replace("$", "") + ">"))
        .doesNotContainPattern("<[a-z]+[^>]+(src|href)=")
        .doesNotContain("@import", "url(");
  }

  /**
   * Only the two scripts of the project may run, by their hashes: nothing that a name smuggles in.
   */
  @Test
  void contentSecurityPolicyNamesTheScriptsThatAreThere() throws Exception {
    String html = HtmlReport.html("Report", List.of(picture(HOSTILE, 4, 30, 100)));

    List<String> hashes = new ArrayList<>();
    Matcher scripts = SCRIPT.matcher(html);
    while (scripts.find()) {
      if (!scripts.group(1).contains("application/json")) {
        byte[] text = scripts.group(2).getBytes(StandardCharsets.UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
        hashes.add("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
      }
    }
    assertThat(hashes).hasSize(2);
    assertThat(html).contains("script-src " + hashes.get(0) + " " + hashes.get(1) + "\"");
  }

  @Test
  void namesComeBackAsTheyAreAndAreNoMarkup() throws Exception {
    String html = HtmlReport.html("Report", List.of(picture(HOSTILE, 4, 30, 100)));

    assertThat(html).doesNotContain("alert(1)</script>", "<img src=x", "root.<!--");
    JsonNode queues = pictures(html).get(0).get("queues");
    assertThat(queues).extracting(queue -> queue.get("path").asText()).containsAll(HOSTILE);
  }

  @Test
  void elementsAreBalanced() throws Exception {
    String html = HtmlReport.html("Report", List.of(picture(HOSTILE, 4, 30, 100)));

    String outside = SCRIPT.matcher(html).replaceAll("").replaceAll("(?s)<style>.*?</style>", "");
    List<String> open = new ArrayList<>();
    Matcher tags = Pattern.compile("<(/?)([a-z0-9]+)[^>]*>").matcher(outside);
    while (tags.find()) {
      if (tags.group(1).isEmpty() && !tags.group(2).equals("meta")) {
        open.add(tags.group(2));
      } else if (!tags.group(1).isEmpty()) {
        assertThat(open.remove(open.size() - 1)).isEqualTo(tags.group(2));
      }
    }
    assertThat(open).isEmpty();
  }

  @Test
  void sizeIsBoundedWithAThousandQueuesAndManyTasks() throws Exception {
    List<String> queues =
        IntStream.range(0, 1200)
            .mapToObj(i -> "root.department-" + i % 30 + "-queue-" + i)
            .toList();
    ObjectNode large = picture(queues, 60, 800, 700);

    assertThat(large.get("queues")).hasSize(PictureObserver.MOST_QUEUES);
    assertThat(large.get("times").size()).isBetween(SampledColumns.MOST / 2, SampledColumns.MOST);
    assertThat(large.get("nodes")).hasSize(NodeTimeline.MOST_NODES);
    assertThat(large.get("bars").size() / 5)
        .isLessThanOrEqualTo(NodeTimeline.MOST_NODES * NodeTimeline.MOST_BARS);
    assertThat(large.toString().length()).isLessThan(3_000_000);
    assertThat(large.get("notes"))
        .extracting(JsonNode::asText)
        .contains("The 1000 largest of 1201 queues are in this picture.")
        .contains("40 of 60 nodes are shown.");
  }

  @Test
  void severalRunsAreInOneFile() throws Exception {
    ObjectNode one = picture(List.of("root.a"), 2, 10, 50);

    Path file = HtmlReport.write(directory.resolve("new/reports"), List.of(one, one));

    assertThat(file).isEqualTo(directory.resolve("new/reports/report.html"));
    assertThat(pictures(Files.readString(file))).hasSize(2);
  }

  @Test
  void reportReplacesTheOneThatIsThereAndLeavesNoOtherFile() throws Exception {
    ObjectNode one = picture(List.of("root.a"), 2, 10, 50);
    HtmlReport.write(directory, List.of(one));

    Path file = HtmlReport.write(directory, "Runs of <b> & c", List.of(one, one, one));

    assertThat(directory.toFile().list()).containsExactly("report.html");
    assertThat(pictures(Files.readString(file))).hasSize(3);
    assertThat(Files.readString(file)).contains("<h1>Runs of &lt;b> &amp; c</h1>");
  }

  @Test
  void directoryThatCannotHaveAReportIsNamed() throws Exception {
    Path file = Files.createFile(directory.resolve("a"));
    assertThatThrownBy(() -> HtmlReport.checkDirectory(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + ": " + file + " is no directory: expected a directory for report.html");
    assertThatThrownBy(() -> HtmlReport.checkDirectory(file.resolve("b")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file.resolve("b") + ": ")
        .hasMessageContaining("expected a directory");

    Path inTheWay = Files.createDirectories(directory.resolve("c/report.html"));
    assertThatThrownBy(() -> HtmlReport.checkDirectory(directory.resolve("c")))
        .isInstanceOf(IOException.class)
        .hasMessage(inTheWay + " is a directory: expected a file, or none");
  }

  @Test
  void directoryWithoutWritePermissionIsNamed() throws Exception {
    Path closed = Files.createDirectory(directory.resolve("closed"));
    assumeThat(closed.toFile().setWritable(false)).as("permissions are kept").isTrue();
    assumeThat(Files.isWritable(closed)).as("skipped: this user may write everywhere").isFalse();

    assertThatThrownBy(() -> HtmlReport.checkDirectory(closed))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(closed + ": ")
        .hasMessageEndingWith(": expected a directory in which report.html can be written");
  }

  @Test
  void noRunsOrTooManyAreRefused() throws Exception {
    ObjectNode one = picture(List.of("root.a"), 2, 10, 50);

    assertThatThrownBy(() -> HtmlReport.write(directory, List.of()))
        .hasMessage("0 runs: expected from 1 to 16");
    assertThatThrownBy(() -> HtmlReport.write(directory, Collections.nCopies(17, one)))
        .hasMessage("17 runs: expected from 1 to 16");
    assertThat(directory).isEmptyDirectory();
  }

  static ObjectNode picture(List<String> queues, int nodes, int jobs, int samples) {
    PictureObserver observer = new PictureObserver();
    new ObservedRun(7, queues, nodes, jobs).tell(observer, "h-drf", samples);
    return observer.picture();
  }

  private static JsonNode pictures(String html) throws Exception {
    Matcher data =
        Pattern.compile("type=\"application/json\">(.*?)</script>", Pattern.DOTALL).matcher(html);
    assertThat(data.find()).isTrue();
    return new ObjectMapper().readTree(data.group(1));
  }
}
