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
