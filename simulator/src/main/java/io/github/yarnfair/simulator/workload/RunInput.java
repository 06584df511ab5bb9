/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What a run is made from.
 *
 * @param root the queues, those that were created for jobs among them
 * @param notes sentences about what was left out or cannot run
 */
public record RunInput(Workload workload, RunQueue root, List<String> notes) {
  /**
   * Reads the jobs and finds their queues.
   *
   * @param queues the configured queues; null if there are none: then they are created
   * @param seed of what {@link Shape#copies} moves
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
    JobFormat format = options.format() == null ? JobFormat.detect(jobs) : options.format();
    QueueRule rule = options.queueOf() == null ? format.usual() : options.queueOf();
    if (rule.kind() == QueueRule.Kind.COLUMN
        && format != JobFormat.CSV
        && format != JobFormat.OPENB) {
      throw new InputException(
          "--queue-of column:%s: %s is %s: expected a file with columns"
              .formatted(rule.argument(), jobs, format));
    }
    List<String> notes = new ArrayList<>();
    List<ReadJob> read = format.reader().read(jobs, cluster, options, notes);
    if (read.isEmpty()) {
      throw new Where(jobs.toString(), 1).refuse("no jobs", "at least one");
    }
    QueueMapping mapping = new QueueMapping(queues, rule, options.createQueues());
    List<RunJob> placed = new ArrayList<>();
    for (ReadJob job : shape.apply(read, new Random(seed))) {
      placed.add(place(job, placed.size(), mapping, cluster, options));
    }
    Workload workload = new Workload(cluster.resourceNames(), cluster.nodes(), placed);
    noteUnplaceable(workload, notes);
    return new RunInput(workload, mapping.root(), notes);
  }

  private static RunJob place(
      ReadJob job, int index, QueueMapping mapping, ClusterNodes cluster, ReadOptions options)
      throws InputException {
    List<TaskGroup> groups = new ArrayList<>();
    for (TaskGroup group : job.groups()) {
      String binding = options.anyClass() ? "" : group.machineClass();
      checkClass(job, binding, cluster);
      groups.add(new TaskGroup(group.count(), group.demand(), group.durationMillis(), binding));
    }
    return new RunJob(index, job.id(), mapping.pathOf(job), job.user(), job.submitMillis(), groups);
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
