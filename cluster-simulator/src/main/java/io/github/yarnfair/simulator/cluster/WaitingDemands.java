// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.core.nodes.FirstFit;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.engine.HeartbeatOrder;
import io.github.yarnfair.simulator.run.Workload;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is free on each node, and on which nodes tasks that wait would fit. */
final class WaitingDemands {
  private final Workload workload;
  private final long[][] free;
  private final NodeIndex index;
  private final Map<List<Long>, Vector> waiting = new LinkedHashMap<>();

  /** By array: the tasks of a group share one, so that most look-ups need no comparison. */
  private final IdentityHashMap<long[], Vector> known = new IdentityHashMap<>();

  private static final class Vector {
    private final long[] demand;
    private long tasks;

    private Vector(long[] demand) {
      this.demand = demand;
    }
  }

  WaitingDemands(Workload workload) {
    this.workload = workload;
    free = workload.nodes().stream().map(n -> n.capacity().clone()).toArray(long[][]::new);
    index = new NodeIndex(workload.resources().size(), new FirstFit());
    for (int node = 0; node < free.length; node++) {
      put(node);
    }
  }

  private void put(int node) {
    index.put(node, workload.nodes().get(node).capacity(), free[node]);
  }

  /** Counts tasks that wait, or that wait no longer if negative. */
  void count(long[] demand, int tasks) {
    known.computeIfAbsent(demand, this::vector).tasks += tasks;
  }

  private Vector vector(long[] demand) {
    List<Long> key = Arrays.stream(demand).boxed().toList();
    return waiting.computeIfAbsent(key, k -> new Vector(demand));
  }

  /** Takes room on a node. */
  void take(int node, long[] demand) {
    change(node, demand, -1);
  }

  /** Gives room on a node back. */
  void giveBack(int node, long[] demand) {
    change(node, demand, 1);
  }

  private void change(int node, long[] demand, int sign) {
    for (int j = 0; j < demand.length; j++) {
      free[node][j] += sign * demand[j];
    }
    put(node);
  }

  /** Marks the nodes with room for some task that waits; returns whether there are any. */
  boolean mark(HeartbeatOrder order) {
    index.beginPass();
    boolean isAny = false;
    for (Vector vector : waiting.values()) {
      if (vector.tasks > 0 && index.fits(vector.demand)) {
        isAny = true;
        for (int node = 0; node < free.length; node++) {
          if (Demand.fits(vector.demand, free[node], 0)) {
            order.mark(node);
          }
        }
      }
    }
    return isAny;
  }
}
