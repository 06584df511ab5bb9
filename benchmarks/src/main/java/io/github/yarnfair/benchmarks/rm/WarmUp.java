// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells when the JVM has compiled what this thread runs: when its compilers worked less than {@link
 * #QUIET} of the time during the last {@link #INTERVAL} of this thread's CPU time.
 */
final class WarmUp {
  /** In microseconds of CPU time. */
  private static final double INTERVAL = 1e6;

  private static final double QUIET = 0.25;

  private final Effort effort;
  private final @Nullable CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
  private final Meter total = new Meter();
  private final Meter interval = new Meter();
  private long compiled = compiledMillis();
  private boolean isQuiet;

  WarmUp(Effort effort) {
    this.effort = effort;
  }

  /** Returns whether measuring may begin. */
  boolean isOver() {
    if (interval.cpuMicros() >= INTERVAL) {
      long now = compiledMillis();
      isQuiet = (now - compiled) * 1e3 < QUIET * interval.wallMicros();
      compiled = now;
      interval.restart();
    }
    double warm = total.cpuMicros();
    return warm >= effort.longestWarmUp() || (warm >= effort.warmUp() && isQuiet);
  }

  /** Returns how long compilers have worked, the sum of their threads; 0 if the JVM has none. */
  private long compiledMillis() {
    return compilers != null && compilers.isCompilationTimeMonitoringSupported()
        ? compilers.getTotalCompilationTime()
        : 0;
  }
}
