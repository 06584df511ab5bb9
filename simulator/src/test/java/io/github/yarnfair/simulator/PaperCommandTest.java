// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command {@code paper}. */
class PaperCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Section 5.2: the naive rule starves n1-1, whose jobs end much earlier under H-DRF. */
  @Test
  void underTheNaiveRuleJobsBesideGpuJobsEndLater() {
    assertThat(run("hdrf-rules", "--draws", "1")).isZero();
    List<String> rows = out.toString().lines().filter(l -> l.startsWith("| naive |")).toList();
    assertThat(rows).hasSize(2);
    for (String row : rows) {
      String[] cells = row.split("\\|");
      int starved = Integer.parseInt(cells[cells.length - 6].replace("%", "").strip());
      assertThat(starved).as(row).isGreaterThan(25);
    }
    assertThat(out.toString()).contains("| cs-current |");
  }

  @Test
  void aRowForEachNumberOfSlots() {
    assertThat(run("hdrf-slots", "--draws", "1")).isZero();
    for (String slots : List.of("slots-4", "slots-5", "slots-6")) {
      assertThat(out.toString().lines().filter(line -> line.startsWith("| " + slots + " |")))
          .hasSize(2);
    }
  }

  /** Figure 4 of the DRFH paper: users that join a full cluster get what the others have. */
  @Test
  void usersThatJoinAFullClusterGetEqualShares() {
    assertThat(run("drfh-joins", "--draws", "1")).isZero();
    String row =
        out.toString().lines().filter(l -> l.startsWith("| best-fit |")).findFirst().orElseThrow();
    double[] two = shares(row, 3);
    assertThat(two[0]).as(row).isBetween(0.40, 0.50);
    assertThat(two[1]).as(row).isBetween(two[0] - 0.03, two[0] + 0.03);
    double[] three = shares(row, 4);
    assertThat(three).as(row).hasSize(3);
    for (double share : three) {
      assertThat(share).as(row).isBetween(0.23, 0.36);
    }
  }

  private static double[] shares(String row, int cell) {
    return Arrays.stream(row.split("\\|")[cell].split(","))
        .mapToDouble(share -> Double.parseDouble(share.strip()))
        .toArray();
  }

  @Test
  void badCommandLinesAreRefused() {
    assertThat(run("hdrf-slots", "--draws", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--draws: expected at least 1");
    assertThat(run("hdrf")).isEqualTo(2);
    assertThat(err.toString()).contains("drfh-joins, hdrf-rules, hdrf-slots, mch-run-time");
    assertThat(run()).isEqualTo(2);
  }

  private int run(String... arguments) {
    CommandLine commandLine = Simulator.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] all = Arrays.copyOf(new String[] {"paper"}, 1 + arguments.length);
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return commandLine.execute(all);
  }
}
