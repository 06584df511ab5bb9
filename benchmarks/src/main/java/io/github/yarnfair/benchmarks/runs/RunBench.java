// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.runs;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What a run of the simulator takes: jobs of 50 tasks on nodes of which a third have GPUs, in 100
 * leaf queues of ten departments. Jobs come a fifth faster than the cluster can run them, so that
 * thousands wait in the end.
 */
public final class RunBench {
  private static final long SEED = 20_261_123;
  private static final int DEPARTMENTS = 10;
  private static final int QUEUES = 10;
  private static final int TASKS = 50;
  private static final double LOAD = 1.2;

  private RunBench() {}

  /**
   * Runs a workload under rules and node choices, and prints a line for each.
   *
   * @param args number of tasks, 1000000 by default; number of nodes, 10000; then
   *     POLICY/NODE-CHOICE as often as wanted
   * @throws IOException never, as rules can run every workload
   */
  public static void main(String[] args) throws IOException {
    int tasks = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int nodes = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
    List<String> names =
        args.length > 2
            ? List.of(args).subList(2, args.length)
            : List.of("h-drf/heartbeat", "h-drf/best-fit", "dff/heartbeat", "mch/heartbeat");
    Workload workload = workload(tasks, nodes, new Random(SEED));
    RunSession session = new RunSession(workload, queues(), SEED, Sampling.of(workload));
    System.out.printf(
        Locale.ROOT,
        "%d tasks of %d jobs on %d nodes, %d leaf queues, seed %d%n",
        tasks,
        workload.jobs().size(),
        nodes,
        DEPARTMENTS * QUEUES,
        SEED);
    for (String name : names) {
      String[] parts = name.split("/", 2);
      RuleContender contender =
          new RuleContender(
              Rule.named(parts[0]).orElseThrow(),
              NodeChoice.of(parts.length > 1 ? parts[1] : "heartbeat"));
      long begin = System.nanoTime();
      RunSession.Result result = session.run(contender, List.of());
      System.out.printf(
          Locale.ROOT,
          "%-28s %6.1f s, of which decisions %6.1f s; %d started; makespan %d s%n",
          name,
          (System.nanoTime() - begin) / 1e9,
          result.decisionNanos() / 1e9,
          result.figures().starts(),
          result.figures().makespan() / 1_000);
    }
  }

  private static RunQueue queues() {
    List<RunQueue> departments = new ArrayList<>();
    for (int d = 0; d < DEPARTMENTS; d++) {
      List<RunQueue> queues = new ArrayList<>();
      for (int q = 0; q < QUEUES; q++) {
        queues.add(RunQueue.of("root.d" + d + ".q" + q, 1 + q));
      }
      departments.add(RunQueue.of("root.d" + d, 1 + d, queues.toArray(RunQueue[]::new)));
    }
    return RunQueue.of(RunQueue.ROOT, 1, departments.toArray(RunQueue[]::new));
  }

  private static Workload workload(int tasks, int nodeCount, Random random) {
    List<RunNode> nodes = new ArrayList<>();
    for (int i = 0; i < nodeCount; i++) {
      nodes.add(new RunNode(i, "n" + i, "", new long[] {131_072, 32, i % 3 == 0 ? 4 : 0}));
    }
    List<List<TaskGroup>> jobs = new ArrayList<>();
    double vcoreMillis = 0;
    for (int i = 0; i < tasks / TASKS; i++) {
      long vcores = 1L + random.nextInt(4);
      long memory = 1_024L * (1 + random.nextInt(16));
      long duration = 30_000L + random.nextInt(570_000);
      long gpus = random.nextInt(10) == 0 ? 1 : 0;
      jobs.add(List.of(new TaskGroup(TASKS, new long[] {memory, vcores, gpus}, duration, "")));
      vcoreMillis += (double) vcores * TASKS * duration;
    }
    double span = vcoreMillis / (32.0 * nodeCount) / LOAD;
    List<RunJob> submitted = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      String queue = "root.d" + random.nextInt(DEPARTMENTS) + ".q" + random.nextInt(QUEUES);
      long at = (long) (span * i / jobs.size());
      submitted.add(new RunJob(i, "j" + i, queue, "", at, jobs.get(i)));
    }
    return new Workload(List.of("memory-mb", "vcores", "yarn.io/gpu"), nodes, submitted);
  }
}
