// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.RunBooks;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one workload under several contenders, each from the same start.
 *
 * @param workload nodes and jobs
 * @param root the queues; each job's is a leaf queue
 * @param seed of the order in which nodes report
 * @param sampling when all queues are looked at
 */
public record RunSession(Workload workload, RunQueue root, long seed, Sampling sampling) {
  /**
   * What came out under a contender.
   *
   * @param decisionNanos time that decisions took
   */
  public record Result(Contender contender, RunFigures figures, long decisionNanos) {
    /** Returns how many tasks were started per second that decisions took. */
    public double decisionsPerSecond() {
      return figures.starts() / Math.max(1e-9, decisionNanos / 1e9);
    }
  }

  /**
   * Runs the workload.
   *
   * @param observers receive all events, beside the figures
   * @throws IOException if this contender cannot run this workload
   */
  public Result run(Contender contender, List<RunObserver> observers) throws IOException {
    RunFigures figures = new RunFigures(workload, root);
    List<RunObserver> all = new ArrayList<>(observers);
    all.add(figures);
    Observers told = new Observers(all);
    RunBooks books = new RunBooks(workload, root, told, sampling);
    told.begins(workload, contender.name(), contender.nodeChoice());
    long nanos = contender.run(workload, root, books, seed);
    return new Result(contender, figures, nanos);
  }
}
