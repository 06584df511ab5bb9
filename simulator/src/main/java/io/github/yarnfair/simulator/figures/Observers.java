// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

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
