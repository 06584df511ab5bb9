// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.benchmarks.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;

/** The results as tables for a reader. */
final class BenchReport {
  private static final List<String> HEAD =
      List.of(
          "CPU µs",
          "× floor",
          "spread",
          "heartbeat",
          "× floor",
          "kB",
          "wall µs",
          "p50 µs",
          "p99 µs",
          "all kB",
          "given",
          "used",
          "idle µs",
          "fill/s",
          "refill/s",
          "heartbeats",
          "node µs",
          "app µs",
          "least",
          "median",
          "largest");

  private final BenchResults results;
  private final PrintWriter out;

  BenchReport(BenchResults results, PrintWriter out) {
    this.results = results;
    this.out = out;
  }

  void print() {
    if (results.results().stream().anyMatch(result -> result.contention() != null)) {
      results.cells().forEach(this::printContention);
    } else {
      results.cells().forEach(this::printCell);
      printFloors();
      printGrowth();
    }
    out.flush();
  }

  private void printCell(String cell) {
    TextTable table = new TextTable();
    table.row(row(cell, HEAD));
    for (String scheduler : results.schedulers()) {
      results
          .figures(scheduler, cell)
          .ifPresent(figures -> table.row(row(scheduler, columns(figures, scheduler, cell))));
    }
    print("per decision", table);
  }

  private List<String> columns(CellFigures figures, String scheduler, String cell) {
    return List.of(
        number(figures.cpu()),
        number(results.floors(scheduler, cell)),
        "±" + percent(figures.spread()),
        number(figures.heartbeatCpu()),
        number(results.heartbeatFloors(scheduler, cell)),
        number(figures.heartbeatBytes() / 1e3),
        number(figures.wall()),
        number(figures.p50()),
        number(figures.p99()),
        number(figures.bytes() / 1e3),
        String.format(Locale.ROOT, "%.2f", figures.perHeartbeat()),
        percent(figures.utilization()),
        number(figures.idle()),
        rate(figures.fill()),
        rate(figures.refill()),
        rate(figures.refillHeartbeats()),
        number(figures.addNode()),
        number(figures.addApplication()),
        String.format(Locale.ROOT, "%.2f", figures.leastShare()),
        String.format(Locale.ROOT, "%.2f", figures.medianShare()),
        String.format(Locale.ROOT, "%.2f", figures.largestShare()));
  }

  private void printFloors() {
    printFloors("CPU time per decision, multiples of the floor's", results::floors);
    printFloors(
        "CPU time per decision of the heartbeat alone, multiples of the floor's",
        results::heartbeatFloors);
  }

  private void printFloors(String title, ToDoubleBiFunction<String, String> floors) {
    TextTable table = new TextTable();
    table.row(row("", results.cells()));
    for (String scheduler : results.schedulers()) {
      table.row(
          row(
              scheduler,
              results.cells().stream()
                  .map(cell -> number(floors.applyAsDouble(scheduler, cell)))
                  .toList()));
    }
    print(title, table);
  }

  private void printGrowth() {
    TextTable table = new TextTable();
    table.row(row("", results.schedulers()));
    List<String> seen = new ArrayList<>();
    for (String name : results.cells()) {
      ClusterCell cell = ClusterCell.parse(name);
      for (ClusterCell.Dimension dimension : ClusterCell.Dimension.values()) {
        List<Integer> sizes = results.sizes(cell, dimension);
        String series =
            "%s %s of %s".formatted(dimension.label(), sizes, cell.with(dimension, sizes.get(0)));
        if (sizes.size() > 1 && !seen.contains(series)) {
          seen.add(series);
          table.row(
              row(
                  series,
                  results.schedulers().stream()
                      .map(scheduler -> results.growthExponent(scheduler, cell, dimension))
                      .map(BenchReport::exponent)
                      .toList()));
        }
      }
    }
    if (!seen.isEmpty()) {
      print("growth exponents of the CPU time per decision", table);
    }
  }

  private void printContention(String cell) {
    TextTable table = new TextTable();
    table.row(
        row(
            cell,
            List.of(
                "p50 alone",
                "p50 contended",
                "ratio",
                "p99 alone",
                "p99 contended",
                "ratio",
                "calls/s")));
    for (String scheduler : results.schedulers()) {
      results
          .contention(scheduler, cell)
          .ifPresent(
              figures ->
                  table.row(
                      row(
                          scheduler,
                          List.of(
                              number(figures.p50Alone()),
                              number(figures.p50()),
                              number(figures.p50() / figures.p50Alone()),
                              number(figures.p99Alone()),
                              number(figures.p99()),
                              number(figures.p99() / figures.p99Alone()),
                              rate(figures.callsPerSecond())))));
    }
    print("a heartbeat's wall µs", table);
  }

  private void print(String title, TextTable table) {
    out.printf("%n%s%n", title);
    table.lines().forEach(out::println);
  }

  private static List<String> row(String first, List<String> others) {
    List<String> row = new ArrayList<>(List.of(first));
    row.addAll(others);
    return row;
  }

  private static String exponent(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.2f", value);
  }

  /** Returns a number with about three digits; nothing for NaN. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    double size = Math.abs(value);
    String format = size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, value);
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%.0f", perSecond);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f%%", 100 * part);
  }
}
