// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.FittingSets;
import io.github.yarnfair.benchmarks.workload.Workload;
import io.github.yarnfair.core.policy.Selection;
import java.util.concurrent.TimeUnit;

/**
 * Brings a workload to where its rule keeps it, and looks at it there: filled by ideal shares,
 * every machine offered once, then churned until each task has been replaced several times.
 */
final class Settling {
  /** Decisions per running task: of the first tasks e^-4, one in fifty, still run in the end. */
  private static final int REPLACEMENTS = 4;

  private static final int OBSERVED = 20_000;

  private final Workload workload;
  private final Selection selection;
  private final long nanos;
  private long deadline;

  /**
   * Creates what settles a workload.
   *
   * @param selection over the workload's tree, by the rule that is measured later
   * @param millis the most to spend: a quarter on offering every machine, five eighths on churning,
   *     an eighth on looking
   */
  Settling(Workload workload, Selection selection, long millis) {
    this.workload = workload;
    this.selection = selection;
    nanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Settles the workload and tells what it is like. */
  WorkloadFigures settle() {
    workload.fill();
    allow(nanos / 4);
    for (int node = 0; node < workload.nodes().count() && isTimeLeft(); node++) {
      workload.offer(node, selection);
    }
    allow(nanos / 8 * 5);
    long churned = churn((long) REPLACEMENTS * workload.tasks().size());
    FittingSets sets = new FittingSets(workload.kinds());
    workload.observe(sets);
    long before = workload.picks();
    allow(nanos / 8);
    long decisions = churn(OBSERVED);
    workload.observe(null);
    int tasks = workload.tasks().size();
    return new WorkloadFigures(
        tasks,
        workload.nodes().count(),
        (double) churned / tasks,
        (double) (workload.picks() - before) / decisions,
        sets.distinct(),
        sets.changed());
  }

  /**
   * Decides up to {@code most} times or until time is up, at least twice; returns the number of
   * decisions.
   */
  private long churn(long most) {
    long done = 0;
    while (done < most && (done < 2 || isTimeLeft())) {
      workload.decide(selection);
      done++;
    }
    return done;
  }

  private void allow(long duration) {
    deadline = System.nanoTime() + duration;
  }

  private boolean isTimeLeft() {
    return System.nanoTime() < deadline;
  }
}
