// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.tree.Demand;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/** What an application master wants, all tasks of one size, and what it has asked for. */
final class TaskRequests {
  /** An endless application asks for so many, and again when half are given. */
  private static final int ENDLESS_ASK = 20_000;

  private static final Priority PRIORITY = Priority.newInstance(1);

  private final SimulatedCluster cluster;
  private final ApplicationAttemptId attempt;
  private final Resource task;
  private long pending;
  private int asked;

  /** Submits an application in the queue of a leaf; it asks for nothing yet. */
  TaskRequests(SimulatedCluster cluster, String leaf, Resource task) {
    this.cluster = cluster;
    this.task = task;
    attempt = cluster.submit(leaf);
  }

  /** From now on so many tasks are pending. */
  void want(long tasks) {
    pending = tasks;
  }

  /** Returns how many tasks are pending. */
  long pending() {
    return pending;
  }

  /**
   * Asks for what is pending.
   *
   * @param ended containers whose tasks have ended
   * @return a container for each task that is to start
   */
  List<Container> allocate(List<ContainerId> ended) {
    List<ResourceRequest> asks = asks();
    if (asks.isEmpty() && ended.isEmpty() && !cluster.hasContainersFor(attempt)) {
      return List.of();
    }
    List<Container> given = cluster.allocate(attempt, asks, ended);
    for (Container container : given) {
      if (!container.getResource().equals(task)) {
        throw new IllegalStateException(container + ": asked for " + task);
      }
    }
    asked -= given.size();
    if (pending != Demand.ENDLESS) {
      pending = Math.max(0, pending - given.size());
    }
    return given;
  }

  private List<ResourceRequest> asks() {
    if (pending == Demand.ENDLESS ? asked >= ENDLESS_ASK / 2 : asked == pending) {
      return List.of();
    }
    asked = pending == Demand.ENDLESS ? ENDLESS_ASK : Math.toIntExact(pending);
    return List.of(ResourceRequest.newInstance(PRIORITY, ResourceRequest.ANY, task, asked));
  }

  /** Returns whether by the scheduler's books too so many tasks run. */
  boolean areRunning(int tasks) {
    return cluster.liveContainers(attempt) == tasks;
  }
}
