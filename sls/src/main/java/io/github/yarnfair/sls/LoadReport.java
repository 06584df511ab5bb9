// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import io.github.yarnfair.sls.load.LoadFigures;
import io.github.yarnfair.sls.load.QueueFigures;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.util.VersionInfo;

/** Tables of Markdown for one number of nodes, and the cells in which a rival is better. */
final class LoadReport {
  private final int nodes;
  private final Map<MeasuredScheduler, LoadFigures> figures;

  /**
   * A column of the first table.
   *
   * @param pattern of its numbers
   * @param isRanked whether one scheduler can be better in it than another; less is better, unless
   *     {@code moreIsBetter}
   */
  private record Column(
      String head,
      String pattern,
      ToDoubleFunction<LoadFigures> value,
      boolean isRanked,
      boolean moreIsBetter) {
    private static Column less(String head, String pattern, ToDoubleFunction<LoadFigures> value) {
      return new Column(head, pattern, value, true, false);
    }

    private static Column more(String head, String pattern, ToDoubleFunction<LoadFigures> value) {
      return new Column(head, pattern, value, true, true);
    }

    private static Column plain(String head, String pattern, ToDoubleFunction<LoadFigures> value) {
      return new Column(head, pattern, value, false, false);
    }

    private String text(LoadFigures figures) {
      return String.format(Locale.ROOT, pattern, value.applyAsDouble(figures));
    }

    /** Compares what is printed: a difference that does not show is none. */
    private boolean isBetter(LoadFigures one, LoadFigures other) {
      double difference = Double.parseDouble(text(one)) - Double.parseDouble(text(other));
      return moreIsBetter ? difference > 0 : difference < 0;
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          Column.less("NODE_UPDATE mean, µs", "%.1f", run -> run.nodeUpdate().mean()),
          Column.less("NODE_UPDATE p50", "%.1f", run -> run.nodeUpdate().p50()),
          Column.less("NODE_UPDATE p99", "%.0f", run -> run.nodeUpdate().p99()),
          Column.less("allocate mean, µs", "%.1f", run -> run.allocate().mean()),
          Column.less("allocate p50", "%.1f", run -> run.allocate().p50()),
          Column.less("allocate p99", "%.0f", run -> run.allocate().p99()),
          Column.less("CPU, µs a NODE_UPDATE", "%.1f", LoadFigures::schedulerCpuMicros),
          Column.less("CPU, ms a container", "%.2f", LoadFigures::processCpuMillis),
          Column.more("containers a second", "%.0f", LoadFigures::containersPerSecond),
          Column.less("share distance, mean", "%.3f", LoadFigures::distance),
          Column.less("share distance, worst", "%.3f", LoadFigures::worstDistance),
          Column.more("in use", "%.3f", LoadFigures::inUse),
          Column.plain("NODE_UPDATE a second", "%.0f", LoadFigures::nodeUpdatesPerSecond),
          Column.plain("cores used", "%.2f", LoadFigures::coresUsed),
          Column.plain("wall time, s", "%.0f", LoadFigures::wallSeconds),
          Column.plain("failures", "%.0f", LoadFigures::failures));

  LoadReport(int nodes, Map<MeasuredScheduler, LoadFigures> figures) {
    this.nodes = nodes;
    this.figures = figures;
  }

  /** Prints what is equal in all runs. */
  static void conditions(PrintWriter out, LoadSettings settings) {
    var machine = ManagementFactory.getOperatingSystemMXBean();
    out.printf(
        Locale.ROOT,
        "Hadoop %s; Java %s; %d cores, load average %.1f before the first run; nodes of %d MB and"
            + " %d vcores, heartbeats and calls every %d ms; %d s of warm-up, %d s measured; %s.%n%n",
        VersionInfo.getVersion(),
        Runtime.version().feature(),
        machine.getAvailableProcessors(),
        machine.getSystemLoadAverage(),
        settings.memory(),
        settings.vcores(),
        settings.heartbeatMillis(),
        settings.warmUpSeconds(),
        settings.seconds(),
        settings.load() == null
            ? "synthetic load of %d containers a second, seed %d"
                .formatted(settings.rate(), settings.seed())
            : "load of " + settings.load().getFileName());
    out.flush();
  }

  void print(PrintWriter out) {
    if (figures.isEmpty()) {
      return;
    }
    LoadFigures first = figures.values().iterator().next();
    out.printf("%,d nodes, %,d applications.%n%n", nodes, first.applications());
    row(out, "scheduler", COLUMNS.stream().map(Column::head).toList());
    line(out, COLUMNS.size());
    figures.forEach(
        (scheduler, run) ->
            row(out, scheduler.name(), COLUMNS.stream().map(column -> column.text(run)).toList()));
    out.println();
    printQueues(out, first);
    printBetterRivals(out);
    out.flush();
  }

  private void printQueues(PrintWriter out, LoadFigures first) {
    List<String> names = new ArrayList<>();
    figures.keySet().forEach(scheduler -> names.add(scheduler.name() + ": held"));
    row(out, "leaf queue, dominant share (ideal share)", names);
    line(out, names.size());
    for (int i = 0; i < first.queues().size(); i++) {
      int queue = i;
      row(
          out,
          first.queues().get(i).queue(),
          figures.values().stream().map(run -> share(run.queues(), queue)).toList());
    }
    out.println();
  }

  private static String share(List<QueueFigures> queues, int index) {
    return index < queues.size()
        ? String.format(
            Locale.ROOT, "%.3f (%.3f)", queues.get(index).held(), queues.get(index).ideal())
        : "";
  }

  /** Names each cell in which a scheduler of YARN's is better than one of ours. */
  private void printBetterRivals(PrintWriter out) {
    List<MeasuredScheduler> rivals =
        figures.keySet().stream().filter(MeasuredScheduler::isRival).toList();
    if (rivals.isEmpty() || rivals.size() == figures.size()) {
      return;
    }
    row(out, "better than", rivals.stream().map(MeasuredScheduler::name).toList());
    line(out, rivals.size());
    COLUMNS.stream()
        .filter(Column::isRanked)
        .forEach(
            column -> row(out, column.head(), rivals.stream().map(r -> worse(r, column)).toList()));
    out.println();
  }

  private String worse(MeasuredScheduler rival, Column column) {
    LoadFigures ofRival = Objects.requireNonNull(figures.get(rival));
    return figures.entrySet().stream()
        .filter(ours -> !ours.getKey().isRival() && column.isBetter(ofRival, ours.getValue()))
        .map(ours -> ours.getKey().name())
        .collect(Collectors.joining(", "));
  }

  private static void row(PrintWriter out, String first, List<String> cells) {
    out.println("| " + first + " | " + String.join(" | ", cells) + " |");
  }

  private static void line(PrintWriter out, int columns) {
    out.println("|---|" + "---:|".repeat(columns));
  }
}
