// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static io.github.yarnfair.host.QueueShape.queue;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.minicluster.TaskDemand;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What the demo runs: Figure 8 of the H-DRF paper (Bhattacharya et al., SoCC 2013) on nodes of
 * different shapes, with a sixth queue for the MICs, and the arrivals and departures of its Figure
 * 9. At the end comes a department with twice as many applications as its share has tasks, beside
 * one large application. All sizes are such that the ideal shares are whole numbers of tasks.
 *
 * @param nodes the machines
 * @param queues the hierarchy
 * @param phases what happens, in order
 * @param applications as how many equal applications the job of a leaf queue runs, by full path;
 *     one unless it is named
 */
record Scenario(
    List<NodeShape> nodes,
    QueueShape queues,
    List<Phase> phases,
    Map<String, Integer> applications) {
  static final String GPU = "yarn.io/gpu";
  static final String MIC = "mic";

  private static final Duration SHORTEST_TASK = Duration.ofSeconds(4);
  private static final Duration LONGEST_TASK = Duration.ofSeconds(8);

  /** The scenario, with task durations drawn from {@code seed}. */
  static Scenario figure8(long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    Job simulate = job("root.research.simulate", "vcores", seeds);
    Job train = job("root.research.train", GPU, seeds);
    Job report = job("root.product.report", "vcores", seeds);
    Job index = job("root.product.index", "vcores", seeds);
    Job render = job("root.product.render", MIC, seeds);
    Job sweep = job("root.sweep", "vcores", seeds);
    return new Scenario(
        machines(),
        QueueShape.root(
            queue("research", 4, queue("simulate", 1), queue("train", 1)),
            queue("product", 1, queue("report", 1), queue("index", 1), queue("render", 1)),
            queue("sweep", 0.2)),
        List.of(
            new Phase("only product is here", 24, List.of(report, index, render)),
            new Phase(
                "research has arrived, with four times the weight",
                34,
                List.of(simulate, train, report, index, render)),
            new Phase(
                "simulate has left, product gets its CPUs",
                20,
                List.of(train, report, index, render)),
            new Phase(
                "index has left too, report gets its CPUs", 18, List.of(train, report, render)),
            new Phase(
                "sweep has come, ten applications of little weight",
                26,
                List.of(train, report, render, sweep))),
        Map.of(sweep.queue(), 10));
  }

  private static List<NodeShape> machines() {
    return List.of(
        NodeShape.of("plain-1", 20 * 1024, 8),
        NodeShape.of("plain-2", 12 * 1024, 6),
        NodeShape.of("gpu-1", 16 * 1024, 6).with(GPU, 4),
        NodeShape.of("gpu-2", 12 * 1024, 4).with(GPU, 4),
        NodeShape.of("mic-1", 16 * 1024, 6).with(MIC, 4));
  }

  /** Tasks of 1 GB and one unit of {@code resource}; no CPU unless that is the resource. */
  private static Job job(String queue, String resource, SplittableRandom seeds) {
    TaskDemand demand = TaskDemand.parse("memory-mb=1024," + resource + "=1");
    return new Job(queue, demand, SHORTEST_TASK, LONGEST_TASK, Job.ENDLESS, seeds.nextLong());
  }

  /** The resource besides memory that the tasks of a leaf queue need, by its full path. */
  Map<String, String> needs() {
    Map<String, String> needs = new LinkedHashMap<>();
    for (Phase phase : phases) {
      for (Job job : phase.jobs()) {
        for (String resource : List.of(TaskDemand.VCORES, GPU, MIC)) {
          if (job.demand().of(resource) > 0) {
            needs.put(job.queue(), resource);
          }
        }
      }
    }
    return needs;
  }

  /** As how many applications {@code job} runs. */
  int applications(Job job) {
    return applications.getOrDefault(job.queue(), 1);
  }

  /** Seconds from the first submission to the end of the last phase. */
  int seconds() {
    return phases.stream().mapToInt(Phase::seconds).sum();
  }

  /** When {@code phase} begins, in seconds. */
  int start(int phase) {
    return phases.subList(0, phase).stream().mapToInt(Phase::seconds).sum();
  }

  /** The phase at a time, in seconds after the start; the last phase does not end. */
  int phaseAt(double seconds) {
    int phase = 0;
    while (phase < phases.size() - 1 && seconds >= start(phase + 1)) {
      phase++;
    }
    return phase;
  }

  /** Units of every resource over all nodes. */
  Map<String, Long> capacity() {
    Map<String, Long> capacity = new LinkedHashMap<>();
    for (String resource : List.of(TaskDemand.MEMORY, TaskDemand.VCORES, GPU, MIC)) {
      capacity.put(resource, nodes.stream().mapToLong(node -> node.units(resource)).sum());
    }
    return capacity;
  }
}
