// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes down what an observer is told. */
final class EventLog implements RunObserver {
  final List<String> events = new ArrayList<>();

  /** By time and queue. */
  final Map<Long, Map<String, QueueSample>> samples = new LinkedHashMap<>();

  @Override
  public void begins(Workload workload, String policy, String nodeChoice) {
    events.add("begins " + policy + " " + nodeChoice);
  }

  @Override
  public void jobSubmitted(long time, RunJob job) {
    events.add(time + " submitted " + job.id());
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    events.add(time + " started " + job.id() + "/" + task + " on " + node.name());
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    events.add(time + " ended " + job.id() + "/" + task + " on " + node.name());
  }

  @Override
  public void sample(long time, List<QueueSample> queues, long[] used) {
    Map<String, QueueSample> byQueue = new LinkedHashMap<>();
    queues.forEach(queue -> byQueue.put(queue.queue(), queue));
    samples.put(time, byQueue);
    events.add(time + " used " + Arrays.toString(used));
  }

  @Override
  public void ends(long time) {
    events.add(time + " ends");
  }

  List<String> starts() {
    return events.stream().filter(event -> event.contains(" started ")).toList();
  }
}
