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
import java.util.List;

/**
 * Several observers as one: passes each event to all of them in order.
 *
 * @param all the observers
 */
record Observers(List<RunObserver> all) implements RunObserver {
  @Override
  public void begins(Workload workload, String policy, String nodeChoice) {
    all.forEach(one -> one.begins(workload, policy, nodeChoice));
  }

  @Override
  public void jobSubmitted(long time, RunJob job) {
    for (RunObserver one : all) {
      one.jobSubmitted(time, job);
    }
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    for (RunObserver one : all) {
      one.taskStarted(time, job, task, node);
    }
  }

  @Override
  public void taskEnded(long time, RunJob job, int task, RunNode node, boolean preempted) {
    for (RunObserver one : all) {
      one.taskEnded(time, job, task, node, preempted);
    }
  }

  @Override
  public void sample(long time, List<QueueSample> queues, long[] used) {
    all.forEach(one -> one.sample(time, queues, used));
  }

  @Override
  public void ends(long time) {
    all.forEach(one -> one.ends(time));
  }
}
