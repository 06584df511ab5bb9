// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import io.github.yarnfair.benchmarks.rpc.load.LoadFigures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a run in a table.
 *
 * @param head its name and unit
 * @param format of the number
 * @param sign 1 if more is better, -1 if less is, 0 if neither
 */
record RpcColumn(String head, String format, int sign, ToDoubleFunction<LoadFigures> figure) {
  static final List<RpcColumn> ALL =
      List.of(
          new RpcColumn("containers/s", "%.0f", 1, LoadFigures::containersPerSecond),
          new RpcColumn("CPU µs a container", "%.0f", -1, LoadFigures::cpuMicros),
          new RpcColumn("heartbeats/s", "%.0f", 1, f -> f.heartbeat().count() / f.seconds()),
          new RpcColumn("p50 ms", "%.2f", -1, f -> f.heartbeat().p50()),
          new RpcColumn("p99 ms", "%.1f", -1, f -> f.heartbeat().p99()),
          new RpcColumn("allocates/s", "%.0f", 1, f -> f.allocate().count() / f.seconds()),
          new RpcColumn("p50 ms", "%.2f", -1, f -> f.allocate().p50()),
          new RpcColumn("p99 ms", "%.1f", -1, f -> f.allocate().p99()),
          new RpcColumn("cores", "%.2f", 0, f -> f.cpu() / f.seconds()),
          new RpcColumn("load's", "%.2f", 0, f -> f.loadCpuSeconds() / f.seconds()),
          new RpcColumn("MiB resident", "%.0f", -1, LoadFigures::residentMebibytes),
          new RpcColumn("heap", "%.0f", -1, LoadFigures::heapMebibytes),
          new RpcColumn("in use", "%.2f", 1, LoadFigures::inUse),
          new RpcColumn("least", "%.2f", 1, LoadFigures::leastShare),
          new RpcColumn("median", "%.2f", 0, LoadFigures::medianShare),
          new RpcColumn("largest", "%.2f", 0, LoadFigures::largestShare),
          new RpcColumn("resizes/s", "%.0f", 0, f -> f.resizes() / f.seconds()),
          new RpcColumn("failures", "%.0f", -1, f -> calls(f.failures())));

  private static int calls(Map<String, Integer> failures) {
    return failures.values().stream().mapToInt(n -> n).sum();
  }

  String text(LoadFigures figures) {
    double value = figure.applyAsDouble(figures);
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
  }

  /** Returns whether the first run is better than the second in what is printed. */
  boolean isBetter(LoadFigures first, LoadFigures second) {
    return !text(first).equals(text(second))
        && sign * (figure.applyAsDouble(first) - figure.applyAsDouble(second)) > 0;
  }
}
