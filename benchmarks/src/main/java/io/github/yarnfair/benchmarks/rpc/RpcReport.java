// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import io.github.yarnfair.benchmarks.TextTable;
import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.benchmarks.rpc.load.LoadFigures;
import io.github.yarnfair.benchmarks.rpc.load.ThreadKind;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results as tables for a reader. */
final class RpcReport {
  private static final List<String> RIVALS = List.of("capacity", "fair");
  private static final String FLOOR = BenchScheduler.FLOOR.label();

  private final RpcResults results;
  private final PrintWriter out;

  RpcReport(RpcResults results, PrintWriter out) {
    this.results = results;
    this.out = out;
  }

  void print() {
    for (String cell : results.cells()) {
      printFigures(cell);
      printThreads(cell);
      printRivals(cell);
    }
    printThroughput();
    out.flush();
  }

  private void printFigures(String cell) {
    TextTable table = new TextTable();
    table.row(row(cell, RpcColumn.ALL.stream().map(RpcColumn::head)));
    for (String scheduler : results.schedulers()) {
      results
          .figures(scheduler, cell)
          .ifPresent(
              figures ->
                  table.row(
                      row(scheduler, RpcColumn.ALL.stream().map(column -> column.text(figures)))));
    }
    print("a ResourceManager over RPC", table);
  }

  private void printThreads(String cell) {
    TextTable table = new TextTable();
    List<ThreadKind> kinds = Arrays.asList(ThreadKind.values());
    table.row(row(cell, kinds.stream().map(kind -> kind.name().toLowerCase(Locale.ROOT))));
    for (String scheduler : results.schedulers()) {
      results
          .figures(scheduler, cell)
          .ifPresent(
              figures ->
                  table.row(
                      row(scheduler, kinds.stream().map(kind -> number(figures.cpuMicros(kind))))));
    }
    print("CPU µs of the ResourceManager a container, by threads", table);
  }

  /** Names each figure in which a scheduler of YARN's is better than one of this project's. */
  private void printRivals(String cell) {
    TextTable table = new TextTable();
    List<String> rivals = results.schedulers().stream().filter(RIVALS::contains).toList();
    table.row(row(cell, rivals.stream().map(rival -> rival + " is better than")));
    for (RpcColumn column : RpcColumn.ALL) {
      List<String> beaten = rivals.stream().map(rival -> beaten(rival, column, cell)).toList();
      if (beaten.stream().anyMatch(names -> !names.isEmpty())) {
        table.row(row(column.head(), beaten.stream()));
      }
    }
    if (!rivals.isEmpty()) {
      print("figures in which a rival is better", table);
    }
  }

  private String beaten(String rival, RpcColumn column, String cell) {
    LoadFigures figures = results.figures(rival, cell).orElse(null);
    return results.schedulers().stream()
        .filter(scheduler -> !RIVALS.contains(scheduler) && !scheduler.equals(FLOOR))
        .filter(
            scheduler ->
                figures != null
                    && results
                        .figures(scheduler, cell)
                        .filter(own -> column.isBetter(figures, own))
                        .isPresent())
        .collect(Collectors.joining(" "));
  }

  private void printThroughput() {
    for (String than : Stream.concat(RIVALS.stream(), Stream.of(FLOOR)).toList()) {
      if (results.schedulers().contains(than)) {
        TextTable table = new TextTable();
        table.row(row("", results.cells().stream()));
        for (String scheduler : results.schedulers()) {
          table.row(
              row(
                  scheduler,
                  results.cells().stream()
                      .map(cell -> number(results.throughput(scheduler, than, cell)))));
        }
        print("containers per CPU second, multiples of those of " + than, table);
      }
    }
  }

  private void print(String title, TextTable table) {
    out.printf("%n%s%n", title);
    table.lines().forEach(out::println);
  }

  private static List<String> row(String first, Stream<String> others) {
    List<String> row = new ArrayList<>(List.of(first));
    others.forEach(row::add);
    return row;
  }

  /** Returns a number with about three digits; nothing for NaN. */
  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  }
}
