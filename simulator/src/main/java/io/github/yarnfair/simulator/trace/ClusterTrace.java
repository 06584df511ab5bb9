// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import io.github.yarnfair.simulator.workload.InputException;
import io.github.yarnfair.simulator.workload.OpenbTrace;
import io.github.yarnfair.simulator.workload.ReadJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The nodes of a cluster and the pods that arrive there.
 *
 * <p>Resources are MiB of memory, thousandths of a CPU and whole GPUs, in this order. A pod that
 * needs part of a GPU counts as one that needs all of it: pods share a GPU only if it is the same
 * device, and a node's amounts are sums over its devices, in which three pods of 0.6 would fit two
 * GPUs. YARN counts GPUs in the same way.
 *
 * @param nodes what each node has
 * @param pods in the order of arrival
 * @param unneededGpus how many of the GPUs that pods have as a whole they do not need
 */
public record ClusterTrace(List<long[]> nodes, List<TracePod> pods, double unneededGpus) {
  /** The index of memory, in MiB. */
  public static final int MEMORY = 0;

  /** The index of CPUs, in thousandths. */
  public static final int CPU = 1;

  /** The index of GPUs. */
  public static final int GPU = 2;

  /** The names of the resources. */
  static final List<String> RESOURCE_NAMES = List.of("memory-mb", "vcores", "yarn.io/gpu");

  private static final int RESOURCES = RESOURCE_NAMES.size();
  private static final long MILLIS = 1_000;

  /** Copies the lists and sorts the pods. */
  public ClusterTrace {
    nodes = List.copyOf(nodes);
    pods = pods.stream().sorted(Comparator.comparingLong(TracePod::arrival)).toList();
  }

  /** Creates a trace whose pods need all of their GPUs. */
  public ClusterTrace(List<long[]> nodes, List<TracePod> pods) {
    this(nodes, pods, 0);
  }

  /**
   * Reads a trace in the format of "openb", of Alibaba's clusterdata, cluster-trace-gpu-v2023.
   *
   * @param nodes sn, cpu_milli, memory_mib, gpu, and more
   * @param pods name, cpu_milli, memory_mib, num_gpu, and optionally qos, creation_time and
   *     deletion_time, and more; times in seconds
   * @throws IOException if a file cannot be read, a line is not of that form, or no node has, or no
   *     pod needs, a GPU
   */
  public static ClusterTrace read(Path nodes, Path pods) throws IOException {
    ClusterTrace read = of(OpenbTrace.read(nodes, pods));
    if (read.capacity()[GPU] == 0) {
      throw new InputException(nodes + ": gpu is 0 in all lines: expected nodes with GPUs");
    }
    if (read.askedGpus() == 0) {
      throw new InputException(pods + ": num_gpu is 0 in all lines: expected pods with GPUs");
    }
    return read;
  }

  /** Pods without times never end. */
  private static ClusterTrace of(OpenbTrace trace) {
    List<TracePod> pods = new ArrayList<>();
    for (ReadJob pod : trace.pods()) {
      TaskGroup task = pod.groups().get(0);
      long duration = trace.hasTimes() ? task.durationMillis() : TracePod.ENDLESS;
      pods.add(new TracePod(pod.queue(), task.demand(), pod.submitMillis(), duration));
    }
    return new ClusterTrace(
        trace.nodes().stream().map(RunNode::capacity).toList(), pods, trace.unneededGpus());
  }

  /** Returns the most that a node has of each resource. */
  long[] largest() {
    long[] largest = new long[RESOURCES];
    nodes.forEach(node -> Arrays.setAll(largest, j -> Math.max(largest[j], node[j])));
    return largest;
  }

  /** Returns the last arrival, in milliseconds. */
  long lastArrival() {
    return pods.get(pods.size() - 1).arrival();
  }

  /** Returns all pods, as if all were pending. */
  Demand mix() {
    Demand.Builder all = new Demand.Builder();
    pods.forEach(pod -> all.add(pod.demand(), 1));
    return all.build();
  }

  /** Returns a queue of weight 1 for each queue of the pods, in the order of arrival. */
  RunQueue queues() {
    return queues(pods.stream().map(TracePod::queue));
  }

  /** Returns queues of weight 1 below the root, each name once. */
  static RunQueue queues(Stream<String> names) {
    RunQueue[] queues =
        names.distinct().map(name -> RunQueue.of(path(name), 1)).toArray(RunQueue[]::new);
    return RunQueue.of(RunQueue.ROOT, 1, queues);
  }

  /** Returns the full path of a queue of the trace. */
  static String path(String queue) {
    return RunQueue.ROOT + "." + queue;
  }

  /**
   * Returns the nodes, and a job for each pod; the pods of one demand in a queue are an
   * application.
   */
  Workload workload() {
    List<RunNode> runNodes = new ArrayList<>();
    for (long[] node : nodes) {
      runNodes.add(new RunNode(runNodes.size(), "n" + runNodes.size(), "", node));
    }
    List<RunJob> jobs = new ArrayList<>();
    for (TracePod pod : pods) {
      TaskGroup task = new TaskGroup(1, pod.demand(), pod.duration(), "");
      int index = jobs.size();
      jobs.add(
          new RunJob(
              index,
              "p" + index,
              path(pod.queue()),
              "",
              pod.arrival(),
              List.of(task),
              pod.application()));
    }
    return new Workload(RESOURCE_NAMES, runNodes, jobs);
  }

  /** Returns whether the trace says when pods arrive and end. */
  public boolean hasTimes() {
    return pods.stream().noneMatch(pod -> pod.duration() == TracePod.ENDLESS);
  }

  /** Returns how many GPUs all pods ask for. */
  public long askedGpus() {
    return pods.stream().mapToLong(TracePod::gpus).sum();
  }

  /** Returns how many GPUs the pods ask for that need several. */
  public long askedByLarge() {
    return pods.stream().filter(TracePod::isLarge).mapToLong(TracePod::gpus).sum();
  }

  /**
   * Returns this trace with further pods with several GPUs, drawn with replacement from those that
   * it has, until they ask for a part of all GPUs that are asked for.
   *
   * @throws IllegalArgumentException if no pod needs several GPUs, or more than that part is asked
   *     for by such pods already
   */
  public ClusterTrace withLarge(double part, Random random) {
    List<TracePod> large = pods.stream().filter(TracePod::isLarge).toList();
    double has = (double) askedByLarge() / askedGpus();
    if (large.isEmpty() || has > part) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "pods with several GPUs ask for %.1f %% of the GPUs that are asked for: expected at"
                  + " least that, and at least one such pod",
              100 * has));
    }
    List<TracePod> more = new ArrayList<>(pods);
    double small = askedGpus() - askedByLarge();
    for (long asked = askedByLarge(); asked < part * (small + asked); ) {
      TracePod drawn = large.get(random.nextInt(large.size()));
      more.add(drawn);
      asked += drawn.gpus();
    }
    return new ClusterTrace(nodes, more, unneededGpus);
  }

  /** Returns the sum of all nodes. */
  public long[] capacity() {
    long[] capacity = new long[RESOURCES];
    nodes.forEach(node -> Arrays.setAll(capacity, j -> capacity[j] + node[j]));
    return capacity;
  }

  /**
   * Returns endless pods, drawn from this trace with replacement, of which each arrives up to two
   * seconds after the one before, until they ask for a part of all GPUs; and the nodes in a random
   * order, since the first fit of openb's order, in which nodes without a GPU come first, would be
   * of that order's doing.
   */
  public ClusterTrace inflated(double part, Random random) {
    List<TracePod> drawn = new ArrayList<>();
    double wanted = part * capacity()[GPU];
    long now = 0;
    for (long asked = 0; asked < wanted; asked += drawn.get(drawn.size() - 1).gpus()) {
      now += 1 + random.nextInt((int) (2 * MILLIS));
      drawn.add(pods.get(random.nextInt(pods.size())).at(now, TracePod.ENDLESS));
    }
    return new ClusterTrace(shuffled(random), drawn);
  }

  /**
   * Returns this trace with several copies of each pod, each moved by up to a day of the trace, and
   * all arrivals closer together, and with the nodes in a random order. Durations stay. The first
   * hundredth of the pods, which is thinly spread over most of the time of openb, arrives with the
   * pod that follows it.
   *
   * @param copies how many pods take the place of each
   * @param compression by which times between arrivals are divided
   */
  public ClusterTrace loaded(int copies, int compression, Random random) {
    int day = (int) (86_400 * MILLIS);
    long begin = pods.get(pods.size() / 100).arrival();
    List<TracePod> loaded = new ArrayList<>();
    for (TracePod pod : pods) {
      for (int i = 0; i < copies; i++) {
        long since = Math.max(0, pod.arrival() - begin) + random.nextInt(day);
        loaded.add(pod.at(since / compression, pod.duration()));
      }
    }
    return new ClusterTrace(shuffled(random), loaded);
  }

  private List<long[]> shuffled(Random random) {
    List<long[]> shuffled = new ArrayList<>(nodes);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }
}
