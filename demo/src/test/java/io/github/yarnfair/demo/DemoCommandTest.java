/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
