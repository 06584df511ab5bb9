// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.Random;

/**
 * A cluster that fills, as in the FGD paper: pods drawn from a trace arrive and never end, until
 * they have asked for more GPUs than there are.
 *
 * @param asked how many GPUs the pods have asked for
 * @param allocated how many GPUs they got
 * @param total how many GPUs the cluster has
 * @param fragments how many of the free GPUs a pod of the trace cannot use, in the mean
 * @param usableByNone how many GPUs are free on nodes where no pending pod fits that needs a GPU
 * @param largePlaced the part of the pods with several GPUs that got them
 */
record Filling(
    long asked,
    long allocated,
    long total,
    double fragments,
    long usableByNone,
    double largePlaced) {
  /**
   * Fills a cluster until the pods have asked for a part of its GPUs.
   *
   * @param seed of the pods drawn and of the order in which nodes report
   */
  static Filling of(ClusterTrace trace, NodeRule rule, double part, long seed) {
    ClusterTrace inflated = trace.inflated(part, new Random(seed));
    TraceRun run = new TraceRun(inflated, rule);
    // One second more, in which all nodes report.
    run.run(seed, inflated.lastArrival() + 1_000);
    return new Filling(
        inflated.askedGpus(),
        run.usedGpus(),
        trace.capacity()[ClusterTrace.GPU],
        Fragments.gpus(run.nodes(), trace.mix()),
        Fragments.usableByNone(run.nodes(), run.pending()),
        largePlaced(inflated, run));
  }

  private static double largePlaced(ClusterTrace inflated, TraceRun run) {
    int large = 0;
    int placed = 0;
    for (int pod = 0; pod < inflated.pods().size(); pod++) {
      if (inflated.pods().get(pod).isLarge()) {
        large++;
        placed += run.hasStarted(pod) ? 1 : 0;
      }
    }
    return large == 0 ? 1.0 : (double) placed / large;
  }

  /** Returns how many GPUs are not allocated. */
  long unallocated() {
    return total - allocated;
  }
}
