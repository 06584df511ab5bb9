// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.paper;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.RunUsers;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The 100 jobs of the H-DRF paper, sections 5.2 and 5.3, on 50 nodes of 6 GB and 4 CPUs: as many
 * jobs of each size as in its table 1, ten large ones in n1,1, n1,2 and n3,1, the others in n2. The
 * queues serve their jobs in order. What the paper does not say is drawn: the size within a bin
 * (large jobs: 500 to 1,499 tasks), which half of the jobs need 1.5 GB for each task and not 1 GB,
 * and durations, 10 to 30 s.
 */
final class HundredJobs {
  private static final String GPU_LEAF = "n1-2";
  private static final List<String> LARGE = List.of("n1-1", GPU_LEAF, "n3-1");
  private static final int NODES = 50;
  private static final int GROUPS = 20;

  private HundredJobs() {}

  /** Returns the tree of figure 10; the weight of n3 is 1 in section 5.2 and 2 in 5.3. */
  static RunQueue queues(double weightOfThird) {
    return RunQueue.of(
        RunQueue.ROOT,
        1,
        RunQueue.of("root.n1", 1, leaf("root.n1.n1-1"), leaf("root.n1.n1-2")),
        RunQueue.of("root.n2", 1, leaf("root.n2.n2-1"), leaf("root.n2.n2-2"), leaf("root.n2.n2-3")),
        RunQueue.of("root.n3", weightOfThird, leaf("root.n3.n3-1")));
  }

  private static RunQueue leaf(String path) {
    return new RunQueue(path, 1, new long[0], true, RunUsers.NONE, false, List.of());
  }

  /**
   * Draws the jobs.
   *
   * @param gpusPerNode 1 in section 5.2, 4 in 5.3
   * @param largeMemory the part of the jobs with 1.5 GB for each task
   */
  static Workload draw(int gpusPerNode, double largeMemory, Random random) {
    List<RunNode> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      nodes.add(new RunNode(i, "n" + i, "", new long[] {6_144, 4, gpusPerNode}));
    }
    List<Integer> small = new ArrayList<>();
    addSizes(74, 1, 20, random, small);
    addSizes(10, 20, 150, random, small);
    addSizes(6, 150, 500, random, small);
    Collections.shuffle(small, random);
    List<RunJob> jobs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String leaf = LARGE.get(i % LARGE.size());
      jobs.add(job(jobs.size(), leaf, random.nextInt(500, 1_500), largeMemory, random));
    }
    for (int i = 0; i < small.size(); i++) {
      jobs.add(job(jobs.size(), "n2-" + (1 + i % 3), small.get(i), largeMemory, random));
    }
    return new Workload(List.of("memory-mb", "vcores", "yarn.io/gpu"), nodes, jobs);
  }

  private static void addSizes(int jobs, int from, int to, Random random, List<Integer> sizes) {
    for (int i = 0; i < jobs; i++) {
      sizes.add(random.nextInt(from, to));
    }
  }

  /** A job's tasks are of up to 20 durations. */
  private static RunJob job(int index, String leaf, int tasks, double largeMemory, Random random) {
    long memory = random.nextDouble() < largeMemory ? 1_536 : 1_024;
    boolean onGpu = leaf.equals(GPU_LEAF);
    long[] demand = {memory, onGpu ? 0 : 1, onGpu ? 1 : 0};
    List<TaskGroup> groups = new ArrayList<>();
    for (int left = tasks; left > 0; ) {
      int count = Math.min(left, Math.max(1, tasks / GROUPS));
      groups.add(new TaskGroup(count, demand, random.nextLong(10_000, 30_001), ""));
      left -= count;
    }
    String path = "root." + leaf.substring(0, 2) + "." + leaf;
    return new RunJob(index, "job-" + index, path, "", 0, groups);
  }
}
