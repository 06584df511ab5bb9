// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** Measures cells round by round and tells how it goes; one that fails does not stop the others. */
final class Session {
  private final List<CellRun> runs;
  private final Timing timing;
  private final PrintWriter progress;
  private int failures;

  Session(List<Cell> cells, Timing timing, PrintWriter progress) {
    runs = cells.stream().map(cell -> new CellRun(cell, timing)).toList();
    this.timing = timing;
    this.progress = progress;
  }

  /** Returns the measurements in the cells' order. */
  Map<Cell, Measurement> measure() {
    for (int round = 1; round <= timing.rounds(); round++) {
      for (int i = 0; i < runs.size(); i++) {
        progress.printf(
            "[%d/%d] %s: %s%n",
            (round - 1) * runs.size() + i + 1,
            timing.rounds() * runs.size(),
            runs.get(i).cell(),
            round(runs.get(i)));
        progress.flush();
      }
    }
    Map<Cell, Measurement> measurements = new LinkedHashMap<>();
    for (CellRun run : runs) {
      run.measurement().ifPresent(measurement -> measurements.put(run.cell(), measurement));
    }
    return measurements;
  }

  private String round(CellRun run) {
    try {
      run.round();
      return run.measurement().map(found -> TextReport.time(found.cpuNanos())).orElse("nothing");
    } catch (RunnerException e) {
      failures++;
      return "FAILED: " + reason(e);
    }
  }

  /** JMH wraps what went wrong in the benchmark as a cause or, from another JVM, suppressed. */
  private static String reason(RunnerException failure) {
    Throwable reason = failure;
    while (reason.getCause() != null || reason.getSuppressed().length > 0) {
      reason = reason.getCause() != null ? reason.getCause() : reason.getSuppressed()[0];
    }
    return reason.toString();
  }

  /** Returns how many times a cell could not be measured. */
  int failures() {
    return failures;
  }
}
