// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run holds and what waits, counted apart from what decides, so that all rules and real
 * schedulers are measured alike: by shares of the whole cluster, and ideal shares of static H-DRF.
 */
public final class RunBooks {
  private final Workload workload;
  private final RunObserver observer;
  private final RunTree queues;
  private final ShareTree tree;
  private final Map<String, QueueCount> counts = new LinkedHashMap<>();
  private final Map<LiveJob, Application> applications = new HashMap<>();
  private final Set<Application> changed = new LinkedHashSet<>();
  private final long[] used;
  private final Sampling sampling;
  private long nextSample;

  private static final class QueueCount {
    private final int handle;
    private long pending;

    private QueueCount(int handle) {
      this.handle = handle;
    }
  }

  /**
   * Creates the books of a run before its first event.
   *
   * @param observer receives all events but {@link RunObserver#begins}
   * @param sampling when all queues are sampled
   */
  public RunBooks(Workload workload, RunQueue root, RunObserver observer, Sampling sampling) {
    this.workload = workload;
    this.observer = observer;
    this.sampling = sampling;
    nextSample = sampling.after(0);
    used = new long[workload.resources().size()];
    queues = new RunTree(root, capacity(workload), TaskGroup::demand);
    tree = queues.tree();
    tree.setNodeShapes(
        new ArrayList<>(
            workload.nodes().stream()
                .collect(
                    LinkedHashMap<String, long[]>::new,
                    (shapes, node) -> shapes.put(Arrays.toString(node.capacity()), node.capacity()),
                    Map::putAll)
                .values()));
    queues.handles().forEach((path, handle) -> counts.put(path, new QueueCount(handle)));
  }

  /** Returns the sum of all nodes of a workload. */
  public static long[] capacity(Workload workload) {
    long[] capacity = new long[workload.resources().size()];
    for (RunNode node : workload.nodes()) {
      Arrays.setAll(capacity, j -> capacity[j] + node.capacity()[j]);
    }
    return capacity;
  }

  /** Takes the samples that are due before a time. */
  void advance(long time) {
    while (nextSample < time) {
      sample(nextSample);
      nextSample = sampling.after(nextSample);
    }
  }

  void submitted(long time, LiveJob job) {
    Application application = queues.add(job.job());
    applications.put(job, application);
    changed.add(application);
    count(job.job().queue(), job.waiting());
    observer.jobSubmitted(time, job.job());
  }

  int started(long time, LiveJob job, int group, int node) {
    int task = job.start(group);
    long[] demand = job.job().groups().get(group).demand();
    Application application = application(job);
    tree.charge(application.leaf(), demand);
    application.start(group);
    changed.add(application);
    use(demand, 1);
    count(job.job().queue(), -1);
    observer.taskStarted(time, job.job(), task, workload.nodes().get(node));
    return task;
  }

  void ended(long time, LiveJob job, int group, int task, int node) {
    long[] demand = job.job().groups().get(group).demand();
    Application application = application(job);
    tree.release(application.leaf(), demand);
    use(demand, -1);
    job.end();
    if (job.left() == 0) {
      applications.remove(job);
      if (queues.remove(job.job(), application)) {
        changed.remove(application);
      }
    }
    observer.taskEnded(time, job.job(), task, workload.nodes().get(node), false);
  }

  void end(long time) {
    advance(time);
    sample(time);
    observer.ends(time);
  }

  private Application application(LiveJob job) {
    Application application = applications.get(job);
    if (application == null) {
      throw new IllegalStateException(job.job().id() + " is not in the run");
    }
    return application;
  }

  private void use(long[] demand, int sign) {
    for (int j = 0; j < used.length; j++) {
      used[j] += sign * demand[j];
    }
  }

  private void count(String path, long tasks) {
    for (int end = path.length(); end > 0; end = path.lastIndexOf('.', end - 1)) {
      QueueCount count = counts.get(path.substring(0, end));
      if (count != null) {
        count.pending += tasks;
      }
    }
  }

  private void sample(long time) {
    changed.forEach(each -> tree.setDemand(each.leaf(), each.pending()));
    changed.clear();
    IdealShare ideal = IdealShare.of(tree);
    List<QueueSample> samples = new ArrayList<>();
    counts.forEach(
        (path, count) ->
            samples.add(
                new QueueSample(
                    path,
                    tree.dominantShare(count.handle),
                    ideal.dominantShare(count.handle),
                    count.pending)));
    observer.sample(time, samples, used.clone());
  }
}
