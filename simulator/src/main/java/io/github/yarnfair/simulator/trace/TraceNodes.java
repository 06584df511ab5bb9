// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

/** The nodes of a trace: what is free on each, and which pods run there. */
final class TraceNodes {
  private final ClusterTrace trace;
  private final long[][] free;
  private final long[] largest;

  /** Number of running pods, by node and by the pod's number of GPUs. */
  private final int[][] podsByGpus;

  /** Creates the nodes, on which no pod runs. */
  TraceNodes(ClusterTrace trace) {
    this.trace = trace;
    free = trace.nodes().stream().map(long[]::clone).toArray(long[][]::new);
    largest = trace.largest();
    int most = trace.pods().stream().mapToInt(TracePod::gpus).max().orElse(0);
    podsByGpus = new int[free.length][most + 1];
  }

  void start(int pod, int node) {
    change(pod, node, 1);
  }

  void end(int pod, int node) {
    change(pod, node, -1);
  }

  private void change(int pod, int node, int pods) {
    TracePod changed = trace.pods().get(pod);
    for (int j = 0; j < changed.demand().length; j++) {
      free[node][j] -= pods * changed.demand()[j];
    }
    podsByGpus[node][changed.gpus()] += pods;
  }

  int count() {
    return free.length;
  }

  /** Returns what a node has. */
  long[] total(int node) {
    return trace.nodes().get(node);
  }

  /** Returns what is free on a node; not a copy. */
  long[] free(int node) {
    return free[node];
  }

  /** Returns the most that a node has of a resource. */
  long largest(int resource) {
    return largest[resource];
  }

  /** Returns how many pods with a number of GPUs run on a node. */
  int podsOn(int node, int gpus) {
    return podsByGpus[node][gpus];
  }

  /** Returns how many numbers of GPUs, of at least 1, the pods on a node have. */
  int kindsOn(int node) {
    int kinds = 0;
    for (int gpus = 1; gpus < podsByGpus[node].length; gpus++) {
      kinds += podsByGpus[node][gpus] > 0 ? 1 : 0;
    }
    return kinds;
  }
}
