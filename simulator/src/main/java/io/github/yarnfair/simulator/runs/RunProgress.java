// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says how far a run is and how long it will take: on a terminal each second, in one line;
 * elsewhere each half minute, a line each time. A run that ends sooner says nothing.
 */
final class RunProgress implements RunObserver {
  private static final int BETWEEN_LOOKS = 1_024;
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final Duration ON_TERMINAL = Duration.ofSeconds(1);
  private static final Duration ELSEWHERE = Duration.ofSeconds(30);

  private final PrintWriter err;
  private final boolean isTerminal;
  private final LongSupplier nanos;
  private String heading = "";
  private long begin;
  private long lastShown;
  private long tasks;
  private long events;
  private boolean isShown;

  /**
   * Creates the progress of runs that follow each other.
   *
   * @param nanos a clock
   */
  RunProgress(PrintWriter err, boolean isTerminal, LongSupplier nanos) {
    this.err = err;
    this.isTerminal = isTerminal;
    this.nanos = nanos;
  }

  @Override
  public void begins(Workload workload, String policy, String nodeChoice) {
    heading = policy + ", " + nodeChoice;
    tasks = 0;
    for (RunJob job : workload.jobs()) {
      for (TaskGroup group : job.groups()) {
        tasks += group.count();
      }
    }
    events = 0;
    begin = nanos.getAsLong();
    lastShown = begin;
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    look(time);
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    look(time);
  }

  /** Counts an event. Each task has two, its start and its end. */
  private void look(long time) {
    events++;
    if (events % BETWEEN_LOOKS == 0 || events < BETWEEN_LOOKS) {
      long now = nanos.getAsLong();
      Duration patience = isTerminal ? ON_TERMINAL : ELSEWHERE;
      if (now - lastShown >= patience.toNanos()) {
        lastShown = now;
        show(time, now);
      }
    }
  }

  private void show(long time, long now) {
    double part = (double) events / (2 * tasks);
    double seconds = (now - begin) / 1e9;
    String line =
        String.format(
            Locale.ROOT,
            "%s: %.1f %% of %d tasks, at %d s of the trace; %.0f s so far, about %.0f s left",
            heading,
            100 * part,
            tasks,
            time / 1_000,
            seconds,
            seconds * (1 - part) / part);
    if (isTerminal) {
      err.print(ERASE_LINE + line);
      isShown = true;
    } else {
      err.println(line);
    }
    err.flush();
  }

  @Override
  public void ends(long time) {
    if (isShown) {
      err.print(ERASE_LINE);
      err.flush();
      isShown = false;
    }
  }
}
