// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import static java.util.Comparator.comparing;

import io.github.yarnfair.benchmarks.workload.Setting;
import io.github.yarnfair.benchmarks.workload.TreeShape;
import io.github.yarnfair.simulator.rule.Rule;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The results as tables for a reader: one for each tree shape and number of resources. */
final class TextReport {
  private final Results results;
  private final PrintWriter out;

  TextReport(Results results, PrintWriter out) {
    this.results = results;
    this.out = out;
  }

  void print() {
    Extent extent = results.extent();
    for (int m : extent.resources()) {
      for (TreeShape shape : extent.shapes()) {
        if (results.measurements().keySet().stream()
            .anyMatch(c -> c.setting().shape() == shape && c.setting().resources() == m)) {
          print(extent.setting(extent.sizes().get(0), shape, m));
        }
      }
    }
  }

  private void print(Setting setting) {
    out.printf(
        "%n%s, m = %d: CPU time per operation by number of leaves%n",
        setting.shape().label(), setting.resources());
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of(""));
    results.extent().sizes().forEach(leaves -> head.add(Integer.toString(leaves)));
    head.addAll(List.of("exponent", "spread", "B/op"));
    table.row(head);
    List<Cell> rows =
        results.measurements().keySet().stream()
            .map(cell -> cell.withLeaves(setting.leaves()))
            .filter(cell -> cell.setting().equals(setting))
            .distinct()
            .sorted(
                comparing(Cell::operation)
                    .thenComparing(Cell::contender)
                    .thenComparing(Cell::engine))
            .toList();
    rows.forEach(cell -> table.row(timeRow(cell)));
    ratioRows(setting, table);
    workloadRows(setting, table);
    table.lines().forEach(out::println);
    out.flush();
  }

  private List<String> timeRow(Cell cell) {
    List<String> row = new ArrayList<>(List.of(name(cell)));
    row.addAll(each(cell, Measurement::cpuNanos, TextReport::time));
    double exponent = results.growthExponent(cell);
    row.add(Double.isNaN(exponent) ? "" : String.format(Locale.ROOT, "%.2f", exponent));
    row.add("±" + percent(largest(cell, Measurement::spread)));
    row.add(String.format(Locale.ROOT, "%.1f", largest(cell, Measurement::bytes)));
    return row;
  }

  private static String name(Cell cell) {
    return switch (cell.operation()) {
      case DECISION ->
          cell.contender().label() + (cell.engine() == Engine.PLAIN ? ", plain recursion" : "");
      case PASS, DEMAND_CHANGE, TURNOVER ->
          cell.operation().label() + " + " + cell.contender().label();
      case IDEAL_SHARE, FLATTENING -> cell.operation().label();
    };
  }

  private void ratioRows(Setting setting, TextTable table) {
    for (Contender rule : results.extent().rules()) {
      Cell fast = results.fastestDecision(rule, setting);
      if (fast.engine() == Engine.FAST) {
        ratioRow(rule.label() + ": plain / fast", fast.with(Engine.PLAIN), fast, table);
      }
    }
    Cell hdrf = results.fastestDecision(new Contender(Rule.H_DRF), setting);
    for (Rule mch : List.of(Rule.MCH_EXACT, Rule.MCH_UNIFORM)) {
      Cell fast = results.fastestDecision(new Contender(mch), setting);
      ratioRow("h-drf / " + mch, hdrf, fast, table);
    }
  }

  private void ratioRow(String name, Cell slow, Cell fast, TextTable table) {
    List<String> row = new ArrayList<>(List.of(name));
    for (int leaves : results.extent().sizes()) {
      double ratio = results.ratio(slow.withLeaves(leaves), fast.withLeaves(leaves));
      row.add(Double.isNaN(ratio) ? "" : times(ratio));
    }
    if (row.stream().skip(1).anyMatch(cell -> !cell.isEmpty())) {
      table.row(row);
    }
  }

  private void workloadRows(Setting setting, TextTable table) {
    Cell cell = results.fastestDecision(results.extent().rules().get(0), setting);
    figureRow("tasks running", cell, w -> w.tasks(), TextReport::whole, table);
    figureRow("machines", cell, w -> w.nodes(), TextReport::whole, table);
    figureRow("decisions before, per task", cell, WorkloadFigures::churned, TextReport::one, table);
    figureRow("questions per decision", cell, WorkloadFigures::picks, TextReport::one, table);
    figureRow("sets of kinds that fit", cell, w -> w.fittingSets(), TextReport::whole, table);
    figureRow("another set than before", cell, w -> w.changed(), TextReport::percent, table);
  }

  private void figureRow(
      String name,
      Cell cell,
      ToDoubleFunction<WorkloadFigures> figure,
      DoubleFunction<String> format,
      TextTable table) {
    List<String> row = new ArrayList<>(List.of(name));
    row.addAll(each(cell, m -> figure.applyAsDouble(m.workload()), format));
    table.row(row);
  }

  private List<String> each(
      Cell cell, ToDoubleFunction<Measurement> value, DoubleFunction<String> format) {
    return results.extent().sizes().stream()
        .map(leaves -> results.of(cell.withLeaves(leaves)))
        .map(found -> found.map(m -> format.apply(value.applyAsDouble(m))).orElse(""))
        .toList();
  }

  private double largest(Cell cell, ToDoubleFunction<Measurement> value) {
    return results.extent().sizes().stream()
        .flatMap(leaves -> results.of(cell.withLeaves(leaves)).stream())
        .mapToDouble(value)
        .max()
        .orElse(Double.NaN);
  }

  static String time(double nanos) {
    if (nanos < 1e3) {
      return String.format(Locale.ROOT, "%.0f ns", nanos);
    }
    double micros = nanos / 1e3;
    return micros < 1e3
        ? String.format(Locale.ROOT, micros < 100 ? "%.2f µs" : "%.0f µs", micros)
        : String.format(Locale.ROOT, "%.2f ms", micros / 1e3);
  }

  private static String times(double ratio) {
    String format = ratio < 0.1 ? "%.2g×" : ratio < 10 ? "%.2f×" : ratio < 100 ? "%.1f×" : "%.0f×";
    return String.format(Locale.ROOT, format, ratio);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f%%", 100 * part);
  }
}
