// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.stream;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Draws the jobs of one stream. Jobs arrive as a Poisson process; a task takes one to three
 * minutes, evenly distributed, so that the tasks of a large job do not end all at once.
 */
final class StreamBuilder {
  private static final List<String> RESOURCES = List.of("memory-mb", "vcores", "yarn.io/gpu");
  private static final int NODES = 4;
  private static final long[] NODE = {100 * 1024, 25, 5};
  private static final long SHORTEST_MILLIS = 60_000;
  private static final int SPREAD_MILLIS = 120_000;

  /** The most tasks of a large job that take the same time. */
  private static final int ALIKE = 10;

  private final Random random;
  private final List<Arrival> arrivals = new ArrayList<>();

  private record Arrival(long millis, String queue, String user, List<TaskGroup> groups) {}

  /**
   * Creates a builder without jobs.
   *
   * @param name of the stream: each draws its own numbers, whatever other streams there are
   */
  StreamBuilder(String name, long seed) {
    random = new Random(31 * seed + name.hashCode());
  }

  /** Returns what a task needs. */
  static long[] needs(long vcores, long gigabytes, long gpus) {
    return new long[] {gigabytes * 1024, vcores, gpus};
  }

  /** Returns a whole number between two, both included. */
  long between(long least, long most) {
    return least + random.nextInt((int) (most - least) + 1);
  }

  /** Returns tasks that all take equally long. */
  TaskGroup tasks(int count, long[] needs) {
    return new TaskGroup(count, needs, SHORTEST_MILLIS + random.nextInt(SPREAD_MILLIS + 1), "");
  }

  /** Adds jobs that arrive in a leaf queue all the time. */
  StreamBuilder arriving(
      String queue, double perSecond, Function<StreamBuilder, List<TaskGroup>> job) {
    return arriving(perSecond, user -> queue, 1, job);
  }

  /** Adds jobs that arrive all the time, each of one of several users. */
  StreamBuilder arriving(
      double perSecond,
      IntFunction<String> queueOfUser,
      int users,
      Function<StreamBuilder, List<TaskGroup>> job) {
    double millis = 0;
    while (true) {
      millis += -Math.log(1 - random.nextDouble()) * 1_000 / perSecond;
      if (millis >= JobStream.LENGTH_MILLIS) {
        return this;
      }
      int user = random.nextInt(users);
      arrivals.add(
          new Arrival((long) millis, queueOfUser.apply(user), "user" + user, job.apply(this)));
    }
  }

  /** Adds jobs that are there from the start. */
  StreamBuilder atStart(String queue, int jobs, int tasks, long[] needs) {
    for (int job = 0; job < jobs; job++) {
      List<TaskGroup> groups = new ArrayList<>();
      for (int left = tasks; left > 0; left -= ALIKE) {
        groups.add(tasks(Math.min(ALIKE, left), needs));
      }
      arrivals.add(new Arrival(0, queue, "", groups));
    }
    return this;
  }

  /** Returns the stream; each leaf queue is looked at. */
  JobStream build(String name, String meaning, RunQueue... departments) {
    RunQueue root = RunQueue.of(RunQueue.ROOT, 1, departments);
    return build(name, meaning, root, root.leaves());
  }

  /** Returns the stream. */
  JobStream build(String name, String meaning, RunQueue root, List<RunQueue> observed) {
    // Stable: those that arrive together keep the order in which they were added.
    arrivals.sort(Comparator.comparingLong(Arrival::millis));
    List<RunJob> jobs = new ArrayList<>();
    for (Arrival arrival : arrivals) {
      jobs.add(
          new RunJob(
              jobs.size(),
              "j" + jobs.size(),
              arrival.queue,
              arrival.user,
              arrival.millis,
              arrival.groups));
    }
    List<RunNode> nodes = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      nodes.add(new RunNode(node, "n" + node, "", NODE.clone()));
    }
    List<String> paths = observed.stream().map(RunQueue::path).toList();
    return new JobStream(name, meaning, root, paths, new Workload(RESOURCES, nodes, jobs));
  }
}
