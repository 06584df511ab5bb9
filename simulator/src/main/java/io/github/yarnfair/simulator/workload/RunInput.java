// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run is made from.
 *
 * @param root the queues, those that were created for jobs among them
 * @param notes sentences about what was left out or cannot run
 */
public record RunInput(Workload workload, RunQueue root, List<String> notes) {
  /**
   * Reads the jobs of a file and finds their queues.
   *
   * @param queues the configured queues; null if there are none: then they are created
   * @param seed of the random shifts of {@link Shape#copies}
   * @throws InputException naming file, line, what was there and what was expected
   */
  public static RunInput read(
      ClusterNodes cluster,
      Path jobs,
      @Nullable RunQueue queues,
      ReadOptions options,
      Shape shape,
      long seed)
      throws IOException {
    return of(cluster, new JobFile(jobs, null, options, shape, seed), List.of(), queues, options);
  }

  /**
   * Finds the queues of jobs.
   *
   * @param more jobs beside those of the source, which name their queues; their times of submission
   *     are milliseconds from the first of those
   * @param queues the configured queues; null if there are none: then they are created
   * @throws InputException naming what was there and what was expected
   */
  public static RunInput of(
      ClusterNodes cluster,
      JobSource source,
      List<ReadJob> more,
      @Nullable RunQueue queues,
      ReadOptions options)
      throws IOException {
    List<String> notes = new ArrayList<>();
    List<ReadJob> jobs = new ArrayList<>(source.jobs(cluster, notes));
    jobs.addAll(more);
    // Stable: those of the source keep their order, and come first at equal times.
    jobs.sort(Comparator.comparingLong(ReadJob::submitMillis));
    QueueRule rule = options.queueOf() == null ? source.usual() : options.queueOf();
    QueueMapping mapping = new QueueMapping(queues, rule, options.createQueues());
    List<RunJob> placed = new ArrayList<>();
    for (ReadJob job : jobs) {
      String queue = more.contains(job) ? mapping.named(job) : mapping.pathOf(job);
      placed.add(place(job, placed.size(), queue, cluster, options));
    }
    Workload workload = new Workload(cluster.resourceNames(), cluster.nodes(), placed);
    noteUnplaceable(workload, notes);
    return new RunInput(workload, mapping.root(), notes);
  }

  private static RunJob place(
      ReadJob job, int index, String queue, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    List<TaskGroup> groups = new ArrayList<>();
    for (TaskGroup group : job.groups()) {
      String binding = options.anyClass() ? "" : group.machineClass();
      checkClass(job, binding, cluster);
      groups.add(new TaskGroup(group.count(), group.demand(), group.durationMillis(), binding));
    }
    return new RunJob(index, job.id(), queue, job.user(), job.submitMillis(), groups);
  }

  private static void checkClass(ReadJob job, String binding, ClusterNodes cluster)
      throws InputException {
    if (!binding.isEmpty()
        && Arrays.stream(binding.split("\\|")).noneMatch(cluster.classes()::contains)) {
      throw job.where()
          .refuse(
              "machine class \"" + binding + "\"",
              "one of the nodes', "
                  + cluster.classes().stream().filter(c -> !c.isEmpty()).sorted().toList()
                  + ", or --any-class");
    }
  }

  private static void noteUnplaceable(Workload workload, List<String> notes) {
    Map<String, RunNode> shapes = new LinkedHashMap<>();
    workload.nodes().forEach(n -> shapes.put(n.machineClass() + Arrays.toString(n.capacity()), n));
    long tasks = 0;
    for (RunJob job : workload.jobs()) {
      for (TaskGroup group : job.groups()) {
        boolean fits = shapes.values().stream().anyMatch(node -> fits(group, node));
        tasks += fits ? 0 : group.count();
      }
    }
    if (tasks > 0) {
      notes.add(tasks + " tasks fit no node and never start");
    }
  }

  private static boolean fits(TaskGroup group, RunNode node) {
    String binding = group.machineClass();
    return Demand.fits(group.demand(), node.capacity(), 0)
        && (binding.isEmpty() || List.of(binding.split("\\|")).contains(node.machineClass()));
  }
}
