// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the live table says of one moment. */
class ShareTableTest {
  private static final String SIMULATE = "root.research.simulate";
  private static final String RENDER = "root.product.render";

  private final Scenario scenario = Scenario.figure8(1);
  private final Phase everybody = scenario.phases().get(1);

  @Test
  void aRowHasTasksShareResourceAndIdeal() {
    List<String> lines = lines(everybody);
    assertThat(row(lines, "simulate")).containsSubsequence("1 GB 1 CPU", " 6 ", "0.20 CPU", "0.80");
    assertThat(row(lines, "render")).containsSubsequence("1 GB 1 MIC", " 4 ", "1.00 MIC", "1.00");
    assertThat(row(lines, "research")).containsSubsequence(" 6 ", "0.20 CPU", "1.00");
    assertThat(row(lines, "train")).containsSubsequence(" 0 ", "0.00", "1.00");
    assertThat(lines).last().asString().contains("CPU 6/30", "MIC 4/4", "GPU 0/8");
  }

  @Test
  void absentQueueHasNoShare() {
    assertThat(row(lines(scenario.phases().get(0)), "train")).doesNotContain("0.00").endsWith("-");
  }

  @Test
  void itFitsASmallTerminal() {
    assertThat(lines(everybody)).allMatch(line -> line.length() < 80);
  }

  /** The table while simulate has 6 tasks, which is too few, and render all MICs. */
  private List<String> lines(Phase phase) {
    Map<String, Long> capacity = scenario.capacity();
    Holdings holdings =
        new Holdings(
            capacity,
            Map.of(SIMULATE, Map.of("vcores", 6L), RENDER, Map.of(Scenario.MIC, 4L)),
            Map.of(SIMULATE, 6, RENDER, 4));
    Map<String, Double> ideal = IdealShares.of(scenario.queues(), phase.jobs(), capacity);
    return new ShareTable(scenario.queues(), false).lines(new Moment(phase, holdings, ideal));
  }

  private static String row(List<String> lines, String queue) {
    return lines.stream().filter(line -> line.strip().startsWith(queue)).findFirst().orElseThrow();
  }
}
