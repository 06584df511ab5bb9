// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code convert}. */
class ConvertCommandTest {
  private static final Path FILES = Path.of("src", "test", "resources", "fair", "departments");
  private static final Path FILE = FILES.resolve("fair-scheduler.xml");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @Test
  void toStandardOutput() throws Exception {
    assertThat(run(FILE.toString())).isZero();
    assertThat(out.toString()).isEqualTo(Files.readString(FILES.resolve("capacity-scheduler.xml")));
    assertThat(err.toString())
        .contains(FILE + ":36: root.production.serving: minResources \"8192 mb, 4 vcores\": ")
        .doesNotContain("<");
  }

  @Test
  void toANewFileOnly() throws Exception {
    Path output = folder.resolve("capacity-scheduler.xml");
    assertThat(run(FILE.toString(), "-o", output.toString())).isZero();
    assertThat(output).hasSameTextualContentAs(FILES.resolve("capacity-scheduler.xml"));
    assertThat(out.toString()).isEmpty();
    err.getBuffer().setLength(0);
    Files.writeString(output, "mine");
    assertThat(run(FILE.toString(), "--output", output.toString())).isEqualTo(2);
    assertThat(output).hasContent("mine");
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(output + ": expected a file that is not there yet");
  }

  @Test
  void noFolder() {
    Path output = folder.resolve("none").resolve("capacity-scheduler.xml");
    assertThat(run(FILE.toString(), "-o", output.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(output + ": expected a file in a folder that is there");
  }

  @Test
  void nothingIsWrittenOfAFileWithAMistake() throws Exception {
    Path bad = folder.resolve("fair-scheduler.xml");
    Files.writeString(bad, "<allocations><queue name='a.b'/></allocations>");
    Path output = folder.resolve("capacity-scheduler.xml");
    assertThat(run(bad.toString(), "-o", output.toString())).isEqualTo(2);
    assertThat(output).doesNotExist();
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            bad + ":1: root.a.b: queue: expected a name without a dot, such as \"a_dot_b\"");
  }

  private int run(String... arguments) {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] all = new String[arguments.length + 1];
    all[0] = "convert";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return commandLine.execute(all);
  }
}
