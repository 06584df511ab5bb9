// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;

/**
 * Runs one seed after the other, and prints each that fails, shrunk. For a JVM of its own: {@code
 * FIRST STRIDE YEARS}, where seeds are FIRST, FIRST + STRIDE and so on, until the clusters have run
 * for YEARS together.
 */
public final class NightRun {
  private static final double MILLIS_OF_YEAR = Duration.ofDays(365).toMillis();
  private static final int MOST_FAILURES = 5;
  private static final int MOST_RUNS = 300;
  private static final long PROGRESS_NANOS = Duration.ofMinutes(10).toNanos();

  private NightRun() {}

  /** Ends with status 1 if a seed failed. */
  public static void main(String[] arguments) {
    ThisJvm.prepare();
    long stride = Long.parseLong(arguments[1]);
    double years = Double.parseDouble(arguments[2]);
    int failures = run(Long.parseLong(arguments[0]), stride, years);
    System.exit(failures == 0 ? 0 : 1); // Hadoop leaves threads behind.
  }

  /** Returns how many seeds failed. */
  static int run(long first, long stride, double years) {
    double millis = 0;
    long decisions = 0;
    int failures = 0;
    long cpuBefore = cpuNanos();
    long printed = System.nanoTime();
    long seed = first;
    for (; millis < years * MILLIS_OF_YEAR && failures < MOST_FAILURES; seed += stride) {
      Run.Outcome outcome = Run.of(seed);
      millis += outcome.millis();
      decisions += outcome.decisions();
      if (outcome.violation() != null) {
        failures++;
        printShrunk(seed, outcome);
      }
      if (System.nanoTime() - printed > PROGRESS_NANOS) {
        printed = System.nanoTime();
        print(first, seed, stride, millis, decisions, failures, cpuNanos() - cpuBefore);
      }
    }
    print(first, seed - stride, stride, millis, decisions, failures, cpuNanos() - cpuBefore);
    return failures;
  }

  private static void print(
      long first, long last, long stride, double millis, long decisions, int failed, long cpu) {
    System.out.printf(
        "seeds %d, %d, ... %d: %.3f cluster-years, %d decisions, %d failed;"
            + " %.0f s of CPU, %.0f cluster-seconds each%n",
        first,
        first + stride,
        last,
        millis / MILLIS_OF_YEAR,
        decisions,
        failed,
        cpu / 1e9,
        millis / 1e3 / (cpu / 1e9));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Prints a failing seed: a short list of happenings, and what each led to. */
  static List<Happening> printShrunk(long seed, Run.Outcome outcome) {
    Setting setting = Setting.of(seed);
    System.out.printf(
        "seed %d failed after %d happenings: %s%n%s%n",
        seed, outcome.happened(), outcome.violation().getMessage(), setting);
    List<Happening> shrunk =
        Shrinker.shrink(seed, setting, Happening.of(seed, setting), outcome, MOST_RUNS);
    Run.Outcome again = Run.of(seed, setting, shrunk, true);
    System.out.printf(
        "shrunk to %d happenings, %s; repeat with -Dyarnfair.seed=%d:%n",
        shrunk.size(), shrunk.stream().map(Happening::number).toList(), seed);
    again.lines().forEach(System.out::println);
    System.out.println(again.violation() == null ? "" : again.violation().getMessage());
    if (again.violation() != null && again.violation().getCause() != null) {
      again.violation().getCause().printStackTrace(System.out);
    }
    return shrunk;
  }
}
