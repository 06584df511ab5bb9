// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command {@code streams}. */
class StreamsCommandTest {
  private static final long SEED = Long.getLong("yarnfair.seed", 20_261_123);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void distanceTellsSharesThatAreKeptFromSharesThatAreTaken() {
    System.out.println("StreamsCommandTest: -Dyarnfair.seed=" + SEED);
    assertThat(
            run(
                "--stream",
                "beside-one,split",
                "--policy",
                "naive,h-drf-least-application",
                "--seed",
                "" + SEED))
        .as(err + "")
        .isZero();
    assertThat(out.toString())
        .startsWith("Seed " + SEED)
        .contains("- `split`: ", "| stream | naive | h-drf-least-application |");
    assertThat(number("| beside-one |", 2)).isLessThan(0.05);
    assertThat(number("| beside-one |", 3)).isGreaterThan(0.4);
    assertThat(number("| split, b |", 2)).as("naive").isCloseTo(50, within(3.0));
    assertThat(number("| split, b |", 3)).as("least application").isGreaterThan(90);
  }

  @Test
  void equalSeedsGiveEqualTables() {
    assertThat(run("--stream", "masters", "--policy", "h-drf", "--seed", "5")).isZero();
    String first = out.toString();
    out.getBuffer().setLength(0);
    assertThat(run("--stream", "masters", "--policy", "h-drf", "--seed", "5")).isZero();
    assertThat(out.toString()).isEqualTo(first);
    out.getBuffer().setLength(0);
    assertThat(run("--stream", "masters", "--policy", "h-drf", "--seed", "6")).isZero();
    assertThat(out.toString().replace("Seed 6", "Seed 5")).isNotEqualTo(first);
  }

  @Test
  void badOptionsAreNamed() {
    assertThat(run("--stream", "brook")).isEqualTo(2);
    assertThat(err.toString()).contains("--stream \"brook\": expected one of [one-task, ");
    assertThat(run("--policy", "best")).isEqualTo(2);
    assertThat(err.toString()).contains("\"best\": expected one of [dff, drfh, h-drf, ");
  }

  /** Returns the first number in a cell of the first line with a beginning. */
  private double number(String beginning, int cell) {
    String line =
        out.toString().lines().filter(l -> l.startsWith(beginning)).findFirst().orElseThrow();
    return Double.parseDouble(line.split("\\|")[cell].trim().split(" ")[0]);
  }

  private int run(String... more) {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] arguments = new String[more.length + 1];
    arguments[0] = "streams";
    System.arraycopy(more, 0, arguments, 1, more.length);
    return commandLine.execute(arguments);
  }
}
