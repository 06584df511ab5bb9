// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.Arrays;
import java.util.List;

/**
 * Machine classes that tasks are bound to, as one further resource for each set of classes that
 * some task names: a node of one of these classes has very much of it, any other node none, and a
 * bound task needs one unit. So a task fits its own nodes only, and its share stays what it is.
 */
final class ClassTickets implements NodeVectors {
  private static final long PLENTY = 1L << 30;

  private final int resources;
  private final List<String> bindings;

  ClassTickets(Workload workload) {
    resources = workload.resources().size();
    bindings =
        workload.jobs().stream()
            .map(RunJob::groups)
            .flatMap(List::stream)
            .map(TaskGroup::machineClass)
            .filter(binding -> !binding.isEmpty())
            .distinct()
            .sorted()
            .toList();
  }

  @Override
  public int length() {
    return resources + bindings.size();
  }

  @Override
  public long[] of(RunNode node) {
    long[] amounts = Arrays.copyOf(node.capacity(), length());
    for (int b = 0; b < bindings.size(); b++) {
      boolean isMeant = List.of(bindings.get(b).split("\\|")).contains(node.machineClass());
      amounts[resources + b] = isMeant ? PLENTY : 0;
    }
    return amounts;
  }

  @Override
  public long[] of(TaskGroup group) {
    long[] amounts = Arrays.copyOf(group.demand(), length());
    if (!group.machineClass().isEmpty()) {
      amounts[resources + bindings.indexOf(group.machineClass())] = 1;
    }
    return amounts;
  }
}
