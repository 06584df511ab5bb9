// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

/**
 * The rules that the fragmentation gradient is compared with in its paper (Q. Weng et al., "Beware
 * of Fragmentation", USENIX ATC 2023, section 6), as its authors' simulator has them, for whole
 * GPUs. They look at CPUs and GPUs, not at memory, and are not offered by the schedulers: {@code
 * best-fit} and {@code dot-product} of the schedulers are other rules.
 */
enum FgdRival {
  /** Best fit: the node with the least left of CPUs and GPUs, as parts of the largest node's. */
  LEAST_REMAINDER("FGD's best fit: least remainder") {
    @Override
    double score(TraceNodes nodes, int node, long[] task) {
      double left = 0.0;
      for (int j = ClusterTrace.CPU; j <= ClusterTrace.GPU; j++) {
        left += (double) (nodes.free(node)[j] - task[j]) / Math.max(1, nodes.largest(j));
      }
      return left;
    }
  },

  /** Dot product: the smallest product of a node's free resources and the task's demand. */
  SMALLEST_PRODUCT("FGD's dot product: the smallest") {
    @Override
    double score(TraceNodes nodes, int node, long[] task) {
      double product = 0.0;
      for (int j = ClusterTrace.CPU; j <= ClusterTrace.GPU; j++) {
        double largest = Math.max(1, nodes.largest(j));
        product += nodes.free(node)[j] / largest * (task[j] / largest);
      }
      return product;
    }
  },

  /**
   * GPU packing: a node of which some GPUs are in use; otherwise the node with the fewest GPUs.
   * Which GPU of a node is shared, the rule's first question, does not arise with whole GPUs.
   */
  GPU_PACKING("GPU packing") {
    @Override
    double score(TraceNodes nodes, int node, long[] task) {
      long free = nodes.free(node)[ClusterTrace.GPU];
      return free < nodes.total(node)[ClusterTrace.GPU] ? 0.0 : 1.0 + free;
    }
  },

  /**
   * GPU clustering: a node on which only pods with as many GPUs run; otherwise one on which such
   * pods run too; otherwise one without pods with a GPU; of these the one with the fewest GPUs
   * free.
   */
  GPU_CLUSTERING("GPU clustering") {
    @Override
    double score(TraceNodes nodes, int node, long[] task) {
      int gpus = (int) task[ClusterTrace.GPU];
      if (gpus == 0) {
        return 0.0;
      }
      int kinds = nodes.kindsOn(node);
      boolean hasSame = nodes.podsOn(node, gpus) > 0;
      int group = hasSame ? (kinds == 1 ? 0 : 1) : kinds == 0 ? 2 : 3;
      long most = nodes.largest(ClusterTrace.GPU) + 1;
      return group * most + nodes.free(node)[ClusterTrace.GPU];
    }
  };

  private final String title;

  FgdRival(String title) {
    this.title = title;
  }

  /** Returns the score of a task on a node that has room for it: the least gets it. */
  abstract double score(TraceNodes nodes, int node, long[] task);

  @Override
  public String toString() {
    return title;
  }
}
