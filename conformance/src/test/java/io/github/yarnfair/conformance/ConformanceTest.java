// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ConformanceTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void failedCaseStandsInTheTableAndInTheExitStatus() throws IOException {
    copy("drf-two-applications");
    copy("queue-leaves");

    assertThat(execute("naive", "first-resource")).isEqualTo(1);
    assertThat(out.toString())
        .contains(
            "| naive | 2 | 2 | 0 |",
            "| first-resource | 2 | 1 | 1 |",
            "| drf-two-applications | passes | fails |",
            "| queue-leaves | passes | passes |",
            "| drf-two-applications | first-resource | filled | A 3, B 2 ± 0 | A ");
  }

  @Test
  void allCasesPassedIsExitStatusZero() throws IOException {
    copy("queue-leaves");

    assertThat(execute("h-drf")).isZero();
  }

  @Test
  void caseThatNeedsMoreIsNotRunAndFailsNothing() throws IOException {
    copy("queue-leaves");
    copy("gangs-join-a-full-cluster");

    assertThat(execute("h-drf")).isZero();
    assertThat(out.toString())
        .contains(
            "| adapter | cases | passed | failed | not run |",
            "| h-drf | 2 | 1 | 0 | 1 |",
            "| gangs-join-a-full-cluster | not run: needs gangs |");
  }

  @Test
  void fileInErrorIsExitStatusTwo() throws IOException {
    Files.writeString(folder.resolve("c.json"), "{}");

    assertThat(execute("h-drf")).isEqualTo(2);
    assertThat(err.toString()).contains("c.json: top level: key \"name\" is missing");
  }

  private void copy(String name) throws IOException {
    Files.copy(Suite.file("cases").resolve(name + ".json"), folder.resolve(name + ".json"));
  }

  private int execute(String... adapters) {
    CommandLine command = Conformance.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String[] arguments = new String[adapters.length + 2];
    arguments[0] = "--cases";
    arguments[1] = folder.toString();
    System.arraycopy(adapters, 0, arguments, 2, adapters.length);
    return command.execute(arguments);
  }
}
