// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.function.LongSupplier;

/** How the free resources of the nodes are handed out, when something has changed. */
interface NodeServing {
  /** Records the end of a pod on a node. */
  void freed(int node);

  /**
   * Starts pods until no more fit, or another event is due.
   *
   * @param now the time, in milliseconds
   * @param starts takes a pod that has been started, and when
   * @param nextEvent asked for the time of the next event, which starts may bring nearer
   */
  void serve(long now, Starts starts, LongSupplier nextEvent);

  /** Records the start of a pod. */
  interface Starts {
    /** The pod has started at a time in milliseconds. */
    void started(int pod, long time);
  }
}
