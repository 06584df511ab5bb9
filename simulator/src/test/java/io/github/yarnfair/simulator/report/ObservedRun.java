// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * A run for an observer: jobs of random queues and sizes on nodes of two kinds, first come first
 * served on the first node with room; one task in a hundred is preempted when half of it is done.
 */
final class ObservedRun {
  private static final List<String> RESOURCES = List.of("memory-mb", "vcores", "yarn.io/gpu");
  private static final long HOUR = 3_600_000;

  private final Random random;
  private final List<String> queues;
  private final Workload workload;
  private final long[][] free;
  private final Map<String, Long> held = new TreeMap<>();
  private final PriorityQueue<End> ends = new PriorityQueue<>(Comparator.comparing(End::time));
  private final List<Waiting> waiting = new ArrayList<>();

  private record End(long time, RunJob job, int task, RunNode node, boolean preempted) {}

  private record Waiting(RunJob job, int task) {}

  /**
   * @param queues paths of leaf queues; those above them are sampled too
   */
  ObservedRun(long seed, List<String> queues, int nodes, int jobs) {
    random = new Random(seed);
    this.queues = queues;
    List<RunNode> all = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      boolean gpus = i % 4 == 0;
      long[] capacity = {262_144, 64, gpus ? 8 : 0};
      all.add(new RunNode(i, (gpus ? "gpu-" : "cpu-") + i, gpus ? "gpu" : "", capacity));
    }
    workload = new Workload(RESOURCES, all, jobs(jobs));
    free = all.stream().map(node -> node.capacity().clone()).toArray(long[][]::new);
  }

  private List<RunJob> jobs(int count) {
    List<RunJob> jobs = new ArrayList<>();
    long time = 0;
    for (int i = 0; i < count; i++) {
      time += random.nextInt((int) (2 * HOUR / Math.max(1, count / 6)));
      long gpus = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0;
      long cores = 1 + random.nextInt(8);
      int tasks = 1 + (int) Math.pow(60, random.nextDouble());
      long millis = (long) (60_000 * Math.pow(60, random.nextDouble()));
      TaskGroup group = new TaskGroup(tasks, new long[] {cores * 4096, cores, gpus}, millis, "");
      String queue = queues.get((int) (queues.size() * Math.pow(random.nextDouble(), 2)));
      jobs.add(new RunJob(i, "job-" + i, queue, "", time, List.of(group)));
    }
    return jobs;
  }

  /** Runs to the end, with a sample each minute. */
  void tell(RunObserver observer, String policy, int samples) {
    observer.begins(workload, policy, "first-fit");
    int next = 0;
    long last = workload.jobs().get(workload.jobs().size() - 1).submitMillis() + 2 * HOUR;
    long step = Math.max(1, last / samples);
    for (long now = 0; now <= last; now += step) {
      while (!ends.isEmpty() && ends.peek().time() <= now) {
        end(observer, ends.remove());
      }
      while (next < workload.jobs().size() && workload.jobs().get(next).submitMillis() <= now) {
        submit(observer, workload.jobs().get(next++));
      }
      long time = now;
      waiting.removeIf(each -> start(observer, time, each));
      observer.sample(now, sample(), used());
    }
    observer.ends(last);
  }

  private void submit(RunObserver observer, RunJob job) {
    observer.jobSubmitted(job.submitMillis(), job);
    for (int task = 0; task < job.groups().get(0).count(); task++) {
      waiting.add(new Waiting(job, task));
    }
  }

  private boolean start(RunObserver observer, long now, Waiting wanted) {
    TaskGroup group = wanted.job().groups().get(0);
    for (RunNode node : workload.nodes()) {
      if (fits(group.demand(), free[node.index()])) {
        hold(wanted.job(), node, 1);
        observer.taskStarted(now, wanted.job(), wanted.task(), node);
        boolean preempted = random.nextInt(100) == 0;
        long length = preempted ? group.durationMillis() / 2 : group.durationMillis();
        ends.add(new End(now + length, wanted.job(), wanted.task(), node, preempted));
        return true;
      }
    }
    return false;
  }

  private static boolean fits(long[] demand, long[] room) {
    boolean fits = true;
    for (int r = 0; r < demand.length; r++) {
      fits &= demand[r] <= room[r];
    }
    return fits;
  }

  private void end(RunObserver observer, End end) {
    hold(end.job(), end.node(), -1);
    observer.taskEnded(end.time(), end.job(), end.task(), end.node(), end.preempted());
    if (end.preempted()) {
      waiting.add(new Waiting(end.job(), end.task()));
    }
  }

  private void hold(RunJob job, RunNode node, int sign) {
    long[] demand = job.groups().get(0).demand();
    for (int r = 0; r < demand.length; r++) {
      free[node.index()][r] -= sign * demand[r];
    }
    for (String path : path(job.queue())) {
      held.merge(path, sign * demand[1], Long::sum);
    }
  }

  private List<QueueSample> sample() {
    double cores = 64.0 * workload.nodes().size();
    Map<String, Double> ideal = new TreeMap<>();
    for (String queue : queues) {
      for (String path : path(queue)) {
        ideal.merge(path, 1.0 / queues.size(), Double::sum);
      }
    }
    List<QueueSample> samples = new ArrayList<>();
    ideal.forEach(
        (path, share) ->
            samples.add(new QueueSample(path, held.getOrDefault(path, 0L) / cores, share, 0)));
    return samples;
  }

  /** Returns a queue and those above it. */
  private static List<String> path(String queue) {
    List<String> path = new ArrayList<>();
    for (int end = queue.length(); end > 0; end = queue.lastIndexOf('.', end - 1)) {
      path.add(queue.substring(0, end));
    }
    return path;
  }

  private long[] used() {
    long[] used = new long[RESOURCES.size()];
    for (RunNode node : workload.nodes()) {
      for (int r = 0; r < used.length; r++) {
        used[r] += node.capacity()[r] - free[node.index()][r];
      }
    }
    return used;
  }
}
