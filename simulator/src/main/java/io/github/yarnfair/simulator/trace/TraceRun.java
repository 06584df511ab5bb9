// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.engine.BoundedContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A run of the pods of a trace on its nodes under H-DRF, and what becomes of each pod. */
final class TraceRun implements RunObserver {
  private static final long NOT_YET = -1;

  private final ClusterTrace trace;
  private final NodeRule rule;
  private final TraceNodes nodes;
  private final long[] started;
  private final long[] ended;
  private long usedGpus;
  private long until;

  /** Creates the run; no pod has arrived. */
  TraceRun(ClusterTrace trace, NodeRule rule) {
    this.trace = trace;
    this.rule = rule;
    nodes = new TraceNodes(trace);
    started = new long[trace.pods().size()];
    ended = new long[started.length];
    Arrays.fill(started, NOT_YET);
    Arrays.fill(ended, NOT_YET);
  }

  /**
   * Runs the trace once.
   *
   * @param seed of the order in which nodes report
   * @param last when the run ends, in milliseconds; events at that time still count
   * @param looks receives the samples; the state of this run is that of their time
   */
  RunFigures run(long seed, long last, Sampling sampling, RunObserver looks) {
    until = last;
    RunSession session = new RunSession(trace.workload(), trace.queues(), seed, sampling);
    BoundedContender contender = new BoundedContender(rule.contender(trace, nodes), last + 1);
    try {
      return session.run(contender, List.of(this, looks)).figures();
    } catch (IOException e) {
      throw new IllegalStateException("a rule can run every workload", e);
    }
  }

  /** Runs the trace once, without samples. */
  void run(long seed, long last) {
    run(seed, last, Sampling.NONE, new RunObserver() {});
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    nodes.start(job.index(), node.index());
    started[job.index()] = time;
    usedGpus += trace.pods().get(job.index()).gpus();
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    nodes.end(job.index(), node.index());
    ended[job.index()] = time;
    usedGpus -= trace.pods().get(job.index()).gpus();
  }

  TraceNodes nodes() {
    return nodes;
  }

  /** Returns how many GPUs are allocated. */
  long usedGpus() {
    return usedGpus;
  }

  /** Returns how long a pod has waited, in milliseconds; until the end of the run if it waits. */
  long waited(int pod) {
    return (hasStarted(pod) ? started[pod] : until) - trace.pods().get(pod).arrival();
  }

  /** Returns whether a pod has been started. */
  boolean hasStarted(int pod) {
    return started[pod] != NOT_YET;
  }

  /** Returns whether a pod has ended by a time, in milliseconds. */
  boolean hasEnded(int pod, long by) {
    return ended[pod] != NOT_YET && ended[pod] <= by;
  }

  /** Returns the pods that wait, if all have arrived. */
  Demand pending() {
    Demand.Builder all = new Demand.Builder();
    for (int pod = 0; pod < started.length; pod++) {
      all.add(trace.pods().get(pod).demand(), hasStarted(pod) ? 0 : 1);
    }
    return all.build();
  }
}
