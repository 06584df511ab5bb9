// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fragments: what is free on nodes on which no task that waits fits. */
final class StrandedResources {
  /** Most shapes of waiting tasks that are tried on each node: those that most tasks have. */
  static final int MOST_SHAPES = 64;

  private final List<RunNode> nodes;
  private final long[][] free;
  private final Map<Shape, long[]> waiting = new HashMap<>();

  private record Shape(List<Long> demand, String machineClass) {
    boolean fits(long[] free, RunNode node) {
      if (!machineClass.isEmpty() && !machineClass.equals(node.machineClass())) {
        return false;
      }
      for (int r = 0; r < free.length; r++) {
        if (demand.get(r) > free[r]) {
          return false;
        }
      }
      return true;
    }
  }

  StrandedResources(Workload workload) {
    nodes = workload.nodes();
    free = nodes.stream().map(node -> node.capacity().clone()).toArray(long[][]::new);
  }

  void submitted(RunJob job) {
    job.groups().forEach(group -> count(group, group.count()));
  }

  void started(TaskGroup group, RunNode node) {
    count(group, -1);
    hold(group, node, -1);
  }

  void ended(TaskGroup group, RunNode node, boolean preempted) {
    hold(group, node, 1);
    if (preempted) {
      count(group, 1);
    }
  }

  private void count(TaskGroup group, int tasks) {
    Shape shape = new Shape(Arrays.stream(group.demand()).boxed().toList(), group.machineClass());
    long[] count = waiting.computeIfAbsent(shape, any -> new long[1]);
    count[0] += tasks;
    if (count[0] == 0) {
      waiting.remove(shape);
    }
  }

  private void hold(TaskGroup group, RunNode node, int sign) {
    long[] left = free[node.index()];
    for (int r = 0; r < left.length; r++) {
      left[r] += sign * group.demand()[r];
    }
  }

  /**
   * Returns what is stranded of each resource, in the resource's unit; nothing if no task waits.
   */
  long[] now(int resources) {
    long[] stranded = new long[resources];
    if (waiting.isEmpty()) {
      return stranded;
    }
    List<Shape> shapes =
        waiting.entrySet().stream()
            .sorted((a, b) -> Long.compare(b.getValue()[0], a.getValue()[0]))
            .limit(MOST_SHAPES)
            .map(Map.Entry::getKey)
            .toList();
    for (RunNode node : nodes) {
      long[] left = free[node.index()];
      if (shapes.stream().noneMatch(shape -> shape.fits(left, node))) {
        for (int r = 0; r < resources; r++) {
          stranded[r] += left[r];
        }
      }
    }
    return stranded;
  }
}
