// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Has JMH measure a cell, a JVM for each round, and makes one measurement of all rounds. */
final class CellRun {
  private final Cell cell;
  private final Timing timing;
  private final List<IterationResult> iterations = new ArrayList<>();

  CellRun(Cell cell, Timing timing) {
    this.cell = cell;
    this.timing = timing;
  }

  Cell cell() {
    return cell;
  }

  /**
   * Measures one round.
   *
   * @throws RunnerException if the benchmark failed
   */
  void round() throws RunnerException {
    for (RunResult result : new Runner(options()).run()) {
      result.getBenchmarkResults().forEach(fork -> iterations.addAll(fork.getIterationResults()));
    }
  }

  /** Returns the measurement over all rounds that succeeded, if any did. */
  Optional<Measurement> measurement() {
    return iterations.isEmpty() ? Optional.empty() : Optional.of(summary());
  }

  private Measurement summary() {
    double[] wall = iterations.stream().mapToDouble(i -> i.getPrimaryResult().getScore()).toArray();
    double[] cpu =
        iterations.stream().mapToDouble(i -> figure(i, "cpuNanos") / figure(i, "turns")).toArray();
    return new Measurement(
        Statistics.median(cpu),
        Statistics.spread(cpu),
        Statistics.median(wall),
        sum("bytes") / sum("bytesTurns"),
        new WorkloadFigures(
            (int) last("tasks"),
            (int) last("nodes"),
            last("churned"),
            last("picks"),
            (int) last("fittingSets"),
            last("changed")));
  }

  private double sum(String figure) {
    return iterations.stream().mapToDouble(iteration -> figure(iteration, figure)).sum();
  }

  private double last(String figure) {
    return figure(iterations.get(iterations.size() - 1), figure);
  }

  private static double figure(IterationResult iteration, String figure) {
    return Objects.requireNonNull(iteration.getSecondaryResults().get(figure), figure).getScore();
  }

  private Options options() {
    Setting setting = cell.setting();
    return new OptionsBuilder()
        .include("^" + Pattern.quote(TurnBenchmark.class.getName()) + "\\.turn$")
        .param("operation", cell.operation().name())
        .param("rule", cell.contender().label())
        .param("engine", cell.engine().name())
        .param("shape", setting.shape().name())
        .param("leaves", Integer.toString(setting.leaves()))
        .param("resources", Integer.toString(setting.resources()))
        .param("kinds", Integer.toString(setting.kinds()))
        .param("seed", Long.toString(setting.seed()))
        .param("settleMillis", Integer.toString(timing.settleMillis()))
        .param("warmMillis", Integer.toString(timing.warmMillis()))
        .warmupIterations(1)
        .warmupTime(TimeValue.milliseconds(timing.iterationMillis()))
        .measurementIterations(timing.iterations())
        .measurementTime(TimeValue.milliseconds(timing.iterationMillis()))
        .forks(1)
        .jvmArgs("-Xms4g", "-Xmx4g", "-XX:+UseSerialGC")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .build();
  }
}
