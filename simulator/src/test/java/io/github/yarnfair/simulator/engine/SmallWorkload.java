// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.List;

/** A workload that a test writes down: vectors are memory, vcores and GPUs; times are seconds. */
final class SmallWorkload {
  private final List<RunNode> nodes = new ArrayList<>();
  private final List<RunJob> jobs = new ArrayList<>();

  SmallWorkload node(long... capacity) {
    return node("", capacity);
  }

  SmallWorkload node(String machineClass, long... capacity) {
    nodes.add(new RunNode(nodes.size(), "n" + nodes.size(), machineClass, capacity));
    return this;
  }

  SmallWorkload job(String queue, int second, TaskGroup... groups) {
    return job(queue, "", second, groups);
  }

  SmallWorkload job(String queue, String user, int second, TaskGroup... groups) {
    String id = "j" + jobs.size();
    jobs.add(new RunJob(jobs.size(), id, queue, user, second * 1_000L, List.of(groups)));
    return this;
  }

  static TaskGroup tasks(int count, int seconds, long... demand) {
    return new TaskGroup(count, demand, seconds * 1_000L, "");
  }

  Workload build() {
    return new Workload(List.of("memory-mb", "vcores", "yarn.io/gpu"), nodes, jobs);
  }
}
