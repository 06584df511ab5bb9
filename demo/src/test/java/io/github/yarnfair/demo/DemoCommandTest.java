// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The demo's command line, without booting a cluster. */
class DemoCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      Demo.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void helpNamesOptionsSchedulersAndExitStatus() {
    assertThat(command.execute("--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "--scheduler",
            "dff, drfh, hdrf, mch, udrf, capacity, fair",
            "--hold",
            "--seed",
            "Exit status");
  }

  @ParameterizedTest
  @CsvSource({
    "--scheduler=fifo, 'dff, drfh, hdrf, mch, udrf, capacity, fair'",
    "--seed=many, many",
    "--faster, --faster",
    "now, now"
  })
  void badArgumentsAreNamed(String argument, String named) {
    assertThat(command.execute(argument)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(named).contains("Usage: demo").contains("--help");
    assertThat(out.toString()).isEmpty();
  }
}
