// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line, on case files of this test's own. */
class SimulatorTest {
  private static final Path CASES = Path.of("src", "test", "resources", "cases");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @Test
  void aFileOfCasesThatPass() {
    assertThat(run("cases", file("passing.json"))).isZero();
    assertThat(lines())
        .containsExactly(
            file("passing.json") + ": 8 passed, 0 failed, 0 skipped",
            "8 passed, 0 failed, 0 skipped");
  }

  @Test
  void aCaseThatFailsIsNamedWithWhatWasExpectedAndWhatCameOut() {
    assertThat(run("cases", file("failing.json"), file("passing.json"))).isEqualTo(1);
    assertThat(lines().get(0))
        .startsWith("FAILED wrong: ")
        .contains("dominant share of a: expected 0.25 ± 0.01, got 0.333333");
    assertThat(lines().get(1)).endsWith("failing.json: 0 passed, 1 failed, 0 skipped");
    assertThat(lines().get(3)).isEqualTo("8 passed, 1 failed, 0 skipped");
  }

  @Test
  void advisoryCasesThatComeOutOtherwiseAreSkipped() {
    assertThat(run("cases", file("advisory.json"))).isZero();
    assertThat(lines().get(0)).contains("1 skipped (advisory, and another reading)");
    assertThat(lines().get(1)).isEqualTo("0 passed, 0 failed, 1 skipped");
  }

  @Test
  void anotherRuleCanBeForced() {
    assertThat(run("cases", "--policy", "NAIVE", file("passing.json"))).isEqualTo(1);
    assertThat(out.toString())
        .contains("FAILED churn: step 4, tasks of a")
        .contains("FAILED stops-when-exhausted")
        .doesNotContain("one-decision");
    out.getBuffer().setLength(0);
    assertThat(run("cases", "--policy", "drf", file("passing.json"))).isEqualTo(1);
    assertThat(out.toString())
        .contains("says nothing of drf")
        .contains("is about servers")
        .contains("is about jobs on machine classes");
  }

  @Test
  void everyEvalRuleIsChecked() throws IOException {
    String text = Files.readString(CASES.resolve("passing.json"));
    expectFailure(
        text.replace("\"B\": 0.2, \"a\"", "\"B\": 0.3, \"a\""),
        "h-drf-least-application, key of B");
    expectFailure(text.replace("\"choice\": \"a\"", "\"choice\": \"c\""), "naive, choice");
    expectFailure(text.replace("[\"10/2\", 0]", "[\"10/3\", 0]"), "fair cpu of b");
    expectFailure(text.replace("\"kstar\": [\"cpu\"]}", "\"kstar\": [\"gpu\"]}"), "k*");
    expectFailure(text.replace("\"a\": \"1/2\", \"b\": \"1/4\"", "\"a\": 1, \"b\": 1"), "of a");
    expectFailure(text.replace("\"mu\": {\"B\": 2", "\"mu\": {\"B\": 3"), "mu of B");
    expectFailure(text.replace("\"exact\": {\"a\": \"1/2\"", "\"exact\": {\"a\": 1"), "ideal");
  }

  @Test
  void everyQuantityOfServersIsChecked() throws IOException {
    String text = Files.readString(CASES.resolve("passing.json"));
    expectFailure(text.replace("[1, \"3/4\", 0]", "[1, \"2/4\", 0]"), "lp_share of user 1");
    expectFailure(text.replace("\"lp_tasks\": [6, 6]", "\"lp_tasks\": [6, 7]"), "lp_tasks of");
    expectFailure(
        text.replace("\"bestfit_tasks\": [6, 6]", "\"bestfit_tasks\": [5, 6]"), "bestfit");
    expectFailure(
        text.replace("\"firstfit_tasks\": [3, 3]", "\"firstfit_tasks\": [3, 4]"), "first");
    expectFailure(
        text.replace("\"naive_per_server_tasks\": [3, 3]", "\"naive_per_server_tasks\": [6, 6]"),
        "naive_per_server_tasks of user 0: expected 6 ± 0, got 3");
  }

  @Test
  void everyQuantityOfJobsIsChecked() throws IOException {
    String text = Files.readString(CASES.resolve("passing.json"));
    expectFailure(
        text.replace("\"job1\": 28", "\"job1\": 10"), "paper, job1 of u1: expected 10 ± 0, got 28");
    expectFailure(text.replace("\"u3\": \"5/6\"", "\"u3\": 1"), "paper, share of u3");
    expectFailure(
        text.replace("\"job1\": 56", "\"job1\": 28"), "work-conserving, job1 of u1: expected 28");
    expectFailure(text.replace("[\"u1\", \"u2\", \"u3\"]", "[\"u1\", \"u2\"]"), "clusters: ");
  }

  @Test
  void jsonForMachines() throws IOException {
    assertThat(run("cases", "--json", file("failing.json"), file("advisory.json"))).isEqualTo(1);
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.path("failed").asInt()).isEqualTo(1);
    assertThat(json.path("skipped").asInt()).isEqualTo(1);
    JsonNode wrong = json.path("files").path(0).path("cases").path(0);
    assertThat(wrong.path("id").asText()).isEqualTo("wrong");
    assertThat(wrong.path("outcome").asText()).isEqualTo("failed");
    assertThat(wrong.path("misses").path(0).path("actual").asText()).isEqualTo("0.333333");
  }

  @Test
  void compareShowsEveryRuleSideBySide() {
    assertThat(run("compare", "--case", "stops-when-exhausted", file("passing.json"))).isZero();
    assertThat(lines().get(0))
        .isEqualTo("stops-when-exhausted, a case about cs-current: running tasks");
    assertThat(lines().get(1))
        .contains("expected", "h-drf", "mch-exact", "rescale-only")
        .contains("h-drf-least-application");
    assertThat(lines().get(3)).startsWith("b [0, 1]").contains("  8 ").contains("10!");
    assertThat(lines()).hasSize(5);
  }

  @Test
  void compareShowsEveryNodeChoiceSideBySide() {
    assertThat(run("compare", "--case", "each-to-its-server", file("passing.json"))).isZero();
    assertThat(lines().get(0))
        .isEqualTo("each-to-its-server, a case about servers: running tasks (dominant shares)");
    assertThat(cells(1))
        .containsExactly(
            "user",
            "first-fit",
            "best-fit",
            "dot-product",
            "fragmentation",
            "spread",
            "drf-per-server",
            "exact-drfh");
    assertThat(cells(2))
        .containsExactly(
            "0 [0.25, 1]",
            "3 (0.4)",
            "6 (0.8)",
            "6 (0.8)",
            "6 (0.8)",
            "6 (0.8)",
            "3 (0.4)",
            "6 (0.8)");
    assertThat(cells(3)).startsWith("1 [1, 0.25]", "3 (0.4)", "6 (0.8)");
    assertThat(lines()).hasSize(5).endsWith("! not as the case expects");
  }

  @Test
  void compareShowsEveryWayToAllocateJobsSideBySide() {
    assertThat(run("compare", "--case", "paper-example", file("passing.json"))).isZero();
    assertThat(lines().get(0))
        .isEqualTo("paper-example, a case about machine classes: jobs (share of the user)");
    assertThat(cells(1))
        .containsExactly(
            "job",
            "paper",
            "work-conserving",
            "udrf",
            "raw-shares",
            "h-drf-over-cluster",
            "drf-over-pairs");
    assertThat(cells(2).subList(0, 4)).containsExactly("u1 job1", "28 (0.5)", "56 (1)", "56 (1)");
    assertThat(cells(3).subList(0, 4)).containsExactly("u1 job2", "8 (0.5)", "8 (1)", "8 (1)");
    assertThat(cells(3).get(4)).as("raw shares: starved").isEqualTo("0 (1)");
    assertThat(cells(2).get(6)).as("DRF over pairs").isEqualTo("8 (0.5)");
    assertThat(cells(5)).startsWith("u3 job1", "5 (0.833)", "5 (0.833)", "5 (0.833)");
  }

  @Test
  void compareMarksTheNodeChoiceThatTheCaseExpectsToAllocateOtherwise() throws IOException {
    String text =
        Files.readString(CASES.resolve("passing.json"))
            .replace("\"bestfit_tasks\": [6, 6]", "\"bestfit_tasks\": [6, 5]")
            .replace("\"lp_share\": [\"4/5\", \"4/5\"]", "\"lp_share\": [\"3/5\", \"4/5\"]");
    Path changed = Files.writeString(folder.resolve("changed.json"), text);
    assertThat(run("compare", "--case", "each-to-its-server", changed.toString())).isZero();
    assertThat(cells(2).get(2)).isEqualTo("6 (0.8)");
    assertThat(cells(2).get(7)).isEqualTo("6 (0.8)!");
    assertThat(cells(3).get(2)).isEqualTo("6 (0.8)!");
    assertThat(cells(3).get(7)).isEqualTo("6 (0.8)");
  }

  @Test
  void compareShowsUsersThatNeedNothing() throws IOException {
    assertThat(run("compare", "--case", "two-servers", file("passing.json"))).isZero();
    assertThat(cells(4).get(0)).isEqualTo("2 [0, 0]");
    assertThat(cells(4).subList(1, 8)).containsOnly("3 (0)");
  }

  @Test
  void compareTakesTheFirstCaseAndTellsOfTheOthers() {
    assertThat(run("compare", file("passing.json"))).isZero();
    assertThat(lines().get(0)).isEqualTo("halves, a case about h-drf: dominant shares");
    assertThat(lines().get(4)).startsWith("c [0, 1]").contains("  1 ").contains("0.5!");
    assertThat(err.toString()).contains("7 such cases");
    assertThat(run("compare", "--case", "nobody", file("passing.json"))).isEqualTo(2);
    assertThat(err.toString()).contains("no static, dynamic, drfh or udrf case \"nobody\"");
  }

  /** What is replaced by what in the passing cases, and what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"kind\": \"static\", \"algorithm\": \"H-DRF\"|\"kind\": \"still\"|2: 0.kind: \"still\": expected static",
        "\"algorithm\": \"H-DRF\"|\"algorithm\": \"LUCK\"|2: 0.algorithm: \"LUCK\": expected one of [dff, drfh, h-drf,",
        "\"id\": \"halves\"|\"id\": 7|2: 0.id: 7: expected a text",
        "\"capacity\": [12, 6]|\"capacity\": [12]|3: 0.capacity: [12]: expected an array of 2",
        "\"capacity\": [12, 6]|\"capacity\": [12, -6]|3: 0.capacity.1: -6: expected a whole number",
        "\"name\": \"B\", \"weight\": 1|\"name\": \"B\", \"weight\": 0|6: 0.tree.children.1.weight: 0: expected",
        "\"name\": \"B\", \"weight\": 1|\"name\": \"B\", \"wait\": 1|6: 0.tree.children.1: has no field \"weight\"",
        "\"name\": \"c\", \"weight\"|\"name\": \"a\", \"weight\"|8: 0.tree.children.1.children.1.name: \"a\"",
        "{\"dominant_share\": {\"a\": 0.5|{\"dominant_share\": {\"z\": 0.5|9: 0.expected.dominant_share.z: 0.5",
        "\"dominant_share\": 0.001|\"dominant_share\": \"low\"|10: 0.tolerance.dominant_share: \"low\"",
        "[6, 4], [4, 6]|[6, 4], [4, 5]|25: 2.nodes: [[6,4],[4,5]]: expected nodes that add up",
        "\"leaf\": \"b\", \"tasks\": null|\"leaf\": \"B\", \"tasks\": null|33: 2.ops.1.leaf: \"B\"",
        "\"tasks\": 8}|\"tasks\": 8.5}|34: 2.ops.2.tasks: 8.5: expected a whole number",
        "\"op\": \"leave\"|\"op\": \"left\"|40: 2.ops.8.op: \"left\": expected submit",
        "\"DFF\": {|\"DOFF\": {|65: 4.expected.DOFF: ",
        "\"servers\": [[4, 0.5]|\"servers\": [[4, 0.0000001]|72: 5.servers.0.1: 1.0E-7: expected a number with",
        "\"servers\": [[4, 0.5]|\"servers\": [[4]|72: 5.servers.0: [4]: expected an array of 2",
        "\"servers\": [[6, 1.5], [1.5, 6]]|\"servers\": []|82: 6.servers: []: expected at least one server",
        "\"lp_share\": [\"4/5\", \"4/5\"]|\"lp_share\": [1]|86: 6.expected.lp_share: [1]: expected an array of 2",
        "\"bestfit_tasks\": [6|\"worstfit_tasks\": [6|86: 6.expected.worstfit_tasks: [6,6]: expected lp_share",
        "\"weight\": 2, \"tasks\": 3}]|\"weight\": 0, \"tasks\": 3}]|76: 5.users.2.weight: 0: expected a number above 0",
        "[16, 40]|[16]|91: 7.machine_classes.1: [16]: expected an array of 2",
        "[[56, 64], [16, 40], [12, 24], [25, 32]]|[]|91: 7.machine_classes: []: expected at least one machine class",
        "\"machine_class\": 0|\"machine_class\": 4|94: 7.users.u1.job1.0.machine_class: 4: expected a whole number below 4",
        "\"resource\": 1, \"amount\": 2|\"resource\": 2, \"amount\": 2|95: 7.users.u1.job2.1.resource: 2: expected a whole",
        "\"amount\": 0.5|\"amount\": \"half\"|98: 7.users.u2.job1.2.amount: \"half\": expected a number",
        "\"u3\"], [\"u4\"]|\"u3\"], [\"u5\"]|103: 7.expected.rducs.1.0: \"u5\": expected one of [u1, u2, u3, u4]",
        "\"u4\": {\"job1\": 25}},|\"u4\": {}},|104: 7.expected.jobs.u4: has no field \"job1\"",
        "\"source\": \"by hand\", \"strict\"|\"source\": by hand, \"strict\"|2: not JSON: ",
      })
  void aFileThatCannotBeReadIsNamedWithLineAndField(String what, String by, String said)
      throws IOException {
    String text = Files.readString(CASES.resolve("passing.json"));
    assertThat(text).contains(what);
    int at = text.indexOf(what);
    Path bad = folder.resolve("bad.json");
    Files.writeString(bad, text.substring(0, at) + by + text.substring(at + what.length()));
    assertThat(run("cases", file("passing.json"), bad.toString())).isEqualTo(2);
    assertThat(err.toString()).startsWith(bad + ":" + said);
    assertThat(lines()).as("the other file").endsWith("8 passed, 0 failed, 0 skipped");
    assertThat(run("compare", bad.toString())).isEqualTo(2);
  }

  @Test
  void unreadableFilesOfCasesAreNamed() throws IOException {
    assertThat(run("cases", "nowhere.json")).isEqualTo(2);
    assertThat(err.toString()).contains("nowhere.json: no such file");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0});
    assertThat(run("cases", binary.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("not a text file in UTF-8");
    Path number = Files.writeString(folder.resolve("number"), "5");
    assertThat(run("cases", number.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("number:1: 5: expected an object");
    assertThat(run("cases", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(folder + ": cannot be read");
  }

  @Test
  void aWrongCommandLineIsExplained() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("cases")).isEqualTo(2);
    assertThat(run("cases", "--policy", "luck", file("passing.json"))).isEqualTo(2);
    assertThat(err.toString())
        .contains("\"luck\": expected one of [dff, drfh, h-drf, h-drf-published");
    assertThat(run("cases", "--help")).isZero();
    assertThat(run("--version")).isZero();
  }

  private void expectFailure(String text, String said) throws IOException {
    Path changed = Files.writeString(folder.resolve("changed.json"), text);
    out.getBuffer().setLength(0);
    assertThat(run("cases", changed.toString())).as(out + " " + err).isEqualTo(1);
    assertThat(out.toString()).contains(said);
  }

  private static String file(String name) {
    return CASES.resolve(name).toString();
  }

  private List<String> lines() {
    return new ArrayList<>(Arrays.asList(out.toString().split("\\R")));
  }

  /** Returns the cells of a line of a table, which are two spaces or more apart. */
  private List<String> cells(int line) {
    return List.of(lines().get(line).split(" {2,}"));
  }

  private int run(String... arguments) {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
