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
package io.github.yarnfair.simulator.run;

import java.util.List;

/**
 * Receives the events of a run, in order of time. Times are milliseconds from the start of the run.
 * Every task that ends has started; a task that was preempted starts again.
 */
public interface RunObserver {
  /** The run begins: called once, before all else. */
  void begins(Workload workload, String policy, String nodeChoice);

  /** A job is submitted. */
  void jobSubmitted(long time, RunJob job);

  /** A task starts on a node. */
  void taskStarted(long time, RunJob job, int task, RunNode node);

  /** A task ends on its node, by itself or by preemption. */
  void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted);

  /**
   * A regular look at all queues, parents included.
   *
   * @param used amount of each resource that is held in the cluster
   */
  void sample(long time, List<QueueSample> queues, long[] used);

  /** The run ends: called once, after all else. */
  void ends(long time);
}
