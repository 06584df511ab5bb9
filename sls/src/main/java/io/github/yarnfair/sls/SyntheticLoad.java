// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import static io.github.yarnfair.host.QueueShape.queue;

import io.github.yarnfair.host.QueueShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Load for the simulator that keeps a cluster full, whatever its size. Three departments of unlike
 * weights have six leaf queues, each with tasks of one kind: many vcores, much memory, or some of
 * both. Each leaf queue has enough tasks for most of the cluster, in applications of 50, 250 and
 * 1,000 tasks; seven of ten applications come in the first five seconds.
 */
final class SyntheticLoad {
  /** The queues, with weights. */
  static final QueueShape QUEUES =
      QueueShape.root(
          queue("science", 2, queue("simulation", 1), queue("learning", 1)),
          queue("web", 1, queue("logs", 1)),
          queue("sales", 1, queue("reports", 2), queue("import", 1), queue("cube", 1)));

  /** The most memory that a task needs, in MB. */
  static final int LARGEST_MEMORY = 20_480;

  /** The most vcores that a task needs. */
  static final int LARGEST_VCORES = 7;

  /** The part of the cluster that each leaf queue could fill alone, at any time. */
  private static final double OF_CLUSTER = 0.7;

  private static final List<Integer> SIZES = List.of(50, 250, 1000);
  private static final List<Double> SIZE_WEIGHTS = List.of(0.5, 0.35, 0.15);
  private static final int MILLIS = 1000;

  private final int nodes;
  private final LoadSettings settings;

  /** What a task needs. */
  private enum Kind {
    CPU(4096, LARGEST_VCORES),
    MEMORY(LARGEST_MEMORY, 2),
    BOTH(8192, 4);

    private final int memory;
    private final int vcores;

    Kind(int memory, int vcores) {
      this.memory = memory;
      this.vcores = vcores;
    }

    private int onNode(LoadSettings settings) {
      return Math.min(settings.memory() / memory, settings.vcores() / vcores);
    }
  }

  private static final Map<String, Kind> KINDS =
      Map.of(
          "root.science.simulation", Kind.CPU,
          "root.science.learning", Kind.MEMORY,
          "root.web.logs", Kind.CPU,
          "root.sales.reports", Kind.BOTH,
          "root.sales.import", Kind.CPU,
          "root.sales.cube", Kind.MEMORY);

  SyntheticLoad(int nodes, LoadSettings settings) {
    this.nodes = nodes;
    this.settings = settings;
  }

  /** Returns the content of a file of format SYNTH, for a writer of JSON. */
  Map<String, Object> json() {
    List<Object> workloads = new ArrayList<>();
    double tasks = 0;
    for (String queue : QUEUES.leafPaths(QUEUES.name())) {
      double ofQueue = tasks(kind(queue));
      tasks += ofQueue;
      workloads.add(workload(queue, kind(queue), ofQueue));
    }
    double mean = 0;
    for (int i = 0; i < SIZES.size(); i++) {
      mean += SIZES.get(i) * SIZE_WEIGHTS.get(i);
    }
    return Map.of(
        "description",
        "a cluster that stays full",
        "num_nodes",
        nodes,
        "nodes_per_rack",
        NodeFile.NODES_PER_RACK,
        "num_jobs",
        Math.max(QUEUES.leafPaths("root").size(), (int) Math.ceil(tasks / mean)),
        "rand_seed",
        settings.seed(),
        "workloads",
        workloads);
  }

  private static Kind kind(String queue) {
    Kind kind = KINDS.get(queue);
    if (kind == null) {
      throw new IllegalStateException(queue + " has no kind of task");
    }
    return kind;
  }

  /** Tasks of a leaf queue: those that run at first, and those that follow until the end. */
  private double tasks(Kind kind) {
    double atOnce = OF_CLUSTER * nodes * kind.onNode(settings);
    double seconds = settings.warmUpSeconds() + settings.seconds();
    return atOnce * (1 + seconds * MILLIS / taskMillis());
  }

  /** So that as many containers end in a second as the settings say, if the cluster is full. */
  private double taskMillis() {
    double running = 0;
    for (Kind kind : Kind.values()) {
      running += (double) nodes * kind.onNode(settings) / Kind.values().length;
    }
    return running / settings.rate() * MILLIS;
  }

  private Map<String, Object> workload(String queue, Kind kind, double weight) {
    List<Object> jobs = new ArrayList<>();
    for (int i = 0; i < SIZES.size(); i++) {
      jobs.add(job(queue, SIZES.get(i), SIZE_WEIGHTS.get(i), kind));
    }
    int end = settings.warmUpSeconds() + settings.seconds();
    return Map.of(
        "workload_name", queue,
        "workload_weight", weight,
        "queue_name", queue,
        "job_classes", jobs,
        "time_distribution",
            List.of(
                Map.of("time", 0, "weight", 7),
                Map.of("time", 5, "weight", 3),
                Map.of("time", Math.max(6, end), "weight", 0)));
  }

  private Map<String, Object> job(String queue, int size, double weight, Kind kind) {
    Map<String, Object> none = Map.of("val", 0);
    Map<String, Object> tasks =
        Map.of(
            "type", "map",
            "priority", 20,
            "count", Map.of("val", size),
            "time", Map.of("val", taskMillis(), "std", taskMillis() / 2),
            "max_memory", Map.of("val", kind.memory),
            "max_vcores", Map.of("val", kind.vcores));
    return Map.of(
        "class_name",
        queue + "." + size,
        "user_name",
        "user",
        "class_weight",
        weight,
        "type",
        "mapreduce",
        "deadline_factor",
        none,
        "duration",
        Map.of("val", Math.ceil(taskMillis() / MILLIS)),
        "reservation",
        Map.of("val", -1),
        "tasks",
        List.of(tasks));
  }
}
