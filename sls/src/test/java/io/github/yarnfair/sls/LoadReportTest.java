// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.sls.load.CallTimes;
import io.github.yarnfair.sls.load.LoadFigures;
import io.github.yarnfair.sls.load.QueueFigures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadReportTest {
  private static LoadFigures figures(double nodeUpdate, long containers, double distance) {
    CallTimes times = new CallTimes(10, nodeUpdate, 20, 30);
    return new LoadFigures(
        times,
        new CallTimes(10, 5, 5, 5),
        10,
        containers,
        15,
        2,
        0.9,
        0.2,
        List.of(new QueueFigures("root.a", 0.25, 0.25 + distance, distance)),
        7,
        0,
        40);
  }

  @Test
  void tableHasAllSchedulersAndNamesEachCellInWhichARivalIsBetter() {
    Map<MeasuredScheduler, LoadFigures> figures = new LinkedHashMap<>();
    figures.put(MeasuredScheduler.named("capacity"), figures(100, 500, 0.125));
    figures.put(MeasuredScheduler.named("hdrf"), figures(150, 600, 0.0));
    StringWriter text = new StringWriter();
    new LoadReport(1000, figures).print(new PrintWriter(text));
    assertThat(text.toString())
        .contains("1,000 nodes, 7 applications.")
        .contains("| capacity | 100.0 | 20.0 | 30 | 5.0 | 5.0 | 5 | 15.0 | 2.00 | 50 | 0.125 |")
        .contains("| hdrf | 150.0 |")
        .contains("| root.a | 0.375 (0.250) | 0.250 (0.250) |")
        .contains("| better than | capacity |")
        .contains("| NODE_UPDATE mean, µs | hdrf |")
        .contains("| containers a second |  |")
        .contains("| share distance, mean |  |")
        .contains("| allocate p99 |  |");
  }
}
