// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.benchmarks.rpc.RpcResults.RpcResult;
import io.github.yarnfair.benchmarks.rpc.load.LoadFigures;
import io.github.yarnfair.benchmarks.rpc.load.LoadFigures.CallFigures;
import io.github.yarnfair.benchmarks.rpc.load.ThreadKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RpcReportTest {
  private static final String CELL = "flat/1x3@5";

  /** 10 s in which 1,000 containers were given, with 1 s of compilation. */
  private static RpcResult result(String scheduler, double cpuSeconds, double p99) {
    CallFigures calls = new CallFigures(500, 1.5, p99);
    Map<ThreadKind, Double> cpu =
        Map.of(ThreadKind.SCHEDULER, cpuSeconds, ThreadKind.COMPILATION, 1.0);
    Map<String, Integer> failures = Map.of("java.io.IOException: # ms", 2, "timed out", 1);
    return new RpcResult(
        scheduler,
        CELL,
        new LoadFigures(
            10, 1000, calls, calls, 40, cpu, 3, 500, 100, 0.9, 0.8, 1, 1.2, failures, Map.of()));
  }

  private static String print(RpcResult... results) {
    StringWriter out = new StringWriter();
    RpcSettings settings =
        new RpcSettings(1, false, 0, 1000, 1000, 30, 30, 0, "1g", "INFO", Map.of());
    new RpcReport(RpcResults.of(settings, List.of(results)), new PrintWriter(out)).print();
    return out.toString();
  }

  @Test
  void compilationIsShownButNotCharged() {
    String report = print(result("hdrf", 0.5, 9));
    assertThat(report).containsPattern("hdrf +100 +500 +50 +1.50 +9.0 ");
    assertThat(report).containsPattern("hdrf +500 .*1000");
  }

  @Test
  void failuresOfAllKindsAreOneFigure() {
    assertThat(print(result("hdrf", 0.5, 9))).containsPattern("failures\nhdrf .* 3\n");
  }

  @Test
  void throughputIsByTheCpuTimeOfTheResourceManager() {
    String report = print(result("capacity", 1.0, 9), result("hdrf", 0.4, 9));
    assertThat(report)
        .containsPattern("multiples of those of capacity\n.*\ncapacity +1.00\nhdrf +2.50\n");
  }

  @Test
  void rivalThatIsBetterIsNamed() {
    String report = print(result("floor", 2, 20), result("capacity", 1, 5), result("hdrf", 0.4, 9));
    assertThat(report).containsPattern("p99 ms +hdrf\n");
    assertThat(report).doesNotContainPattern("CPU µs a container +hdrf");
    assertThat(report).doesNotContainPattern("p99 ms +floor");
  }
}
