// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.SystemClock;

/**
 * Lets tasks come and go on a cluster under a real scheduler, and knows nothing of which one it is.
 * What a task leaves behind is offered again at once, which is where schedulers differ: filled from
 * empty, most agree.
 */
final class ChurnDriver implements AutoCloseable {
  private final Workload workload;
  private final SimulatedCluster cluster;
  private final List<NodeId> nodes;
  private final Map<String, List<TaskApplication>> leaves = new LinkedHashMap<>();
  private final List<TaskApplication> applications = new ArrayList<>();

  /**
   * Boots the cluster; nothing is asked for yet.
   *
   * @param perHeartbeat most containers that one heartbeat of a node starts; -1: no limit
   */
  ChurnDriver(Rival rival, Workload workload, int perHeartbeat) throws Exception {
    this(rival.configuration(perHeartbeat), workload, perHeartbeat);
  }

  /** The same with a configuration of the caller's. */
  ChurnDriver(Configuration conf, Workload workload, int perHeartbeat) throws Exception {
    this.workload = workload;
    cluster = new SimulatedCluster(conf, workload, perHeartbeat, SystemClock.getInstance());
    nodes = cluster.nodes();
    workload.leaves().forEach(this::start);
    cluster.startMasters();
  }

  private void start(TreeSpec leaf) {
    Resource task = ResourceKind.task(workload.kinds(), leaf.demand());
    List<TaskApplication> started = new ArrayList<>();
    for (int i = 0; i < workload.applicationsOf(leaf.name()); i++) {
      started.add(new TaskApplication(new TaskRequests(cluster, leaf.name(), task), nodes));
    }
    leaves.put(leaf.name(), started);
    applications.addAll(started);
  }

  /** Gives the applications of a leaf a number of pending tasks, evenly; schedules nothing. */
  void submit(String leaf, long tasks) {
    long each = tasks == Demand.ENDLESS ? tasks : tasks / workload.applicationsOf(leaf);
    leaves.get(leaf).forEach(application -> application.submit(each));
  }

  /** Submits what the tree says and schedules. */
  ChurnDriver submitAll() {
    workload.leaves().forEach(leaf -> submit(leaf.name(), leaf.tasks()));
    schedule();
    return this;
  }

  /** Lets the nodes report in turn until none can place anything. */
  void schedule() {
    cluster.update();
    List<NodeId> open = new ArrayList<>(nodes);
    while (!open.isEmpty()) {
      open.removeIf(node -> !place(node));
    }
  }

  private boolean place(NodeId node) {
    boolean placed = cluster.heartbeat(node);
    if (placed) {
      applications.forEach(TaskApplication::heartbeat);
    }
    return placed;
  }

  private void refill(int node) {
    while (place(nodes.get(node))) {}
  }

  /** Ends all of a leaf's tasks, forgets its pending ones and schedules. */
  void leave(String leaf) {
    leaves.get(leaf).forEach(TaskApplication::leave);
    schedule();
  }

  /** So many times, ends one task of each application in turn and refills its node at once. */
  ChurnDriver churn(int rounds) {
    for (int r = 0; r < rounds; r++) {
      cluster.update();
      for (TaskApplication application : applications) {
        if (application.runningTotal() > 0) {
          refill(application.endOne());
        }
      }
    }
    return this;
  }

  /** The same with applications in any order and any of their tasks. */
  ChurnDriver churn(int rounds, Random random) {
    List<TaskApplication> order = new ArrayList<>(applications);
    for (int r = 0; r < rounds; r++) {
      cluster.update();
      Collections.shuffle(order, random);
      for (TaskApplication application : order) {
        if (application.runningTotal() > 0) {
          refill(application.endAny(random));
        }
      }
    }
    return this;
  }

  /** Ends any one of all running tasks and refills its node at once. */
  void endAny(Random random) {
    int task = random.nextInt(runningTotal());
    for (TaskApplication application : applications) {
      if (task < application.runningTotal()) {
        refill(application.endAny(random));
        return;
      }
      task -= application.runningTotal();
    }
  }

  /** Returns how many tasks run. */
  int runningTotal() {
    return applications.stream().mapToInt(TaskApplication::runningTotal).sum();
  }

  /** So many times, ends up to {@code batch} tasks of each application and then schedules. */
  ChurnDriver churn(int rounds, int batch) {
    for (int r = 0; r < rounds; r++) {
      for (TaskApplication application : applications) {
        for (int i = 0; i < batch && application.runningTotal() > 0; i++) {
          application.endOne();
        }
      }
      schedule();
    }
    return this;
  }

  /** Returns how many tasks run, by leaf in pre-order. */
  Map<String, Integer> running() {
    Map<String, Integer> running = new LinkedHashMap<>();
    leaves.forEach(
        (leaf, started) ->
            running.put(leaf, started.stream().mapToInt(TaskApplication::runningTotal).sum()));
    return running;
  }

  /** Returns whether the scheduler's books agree with what the applications run. */
  boolean agreesWithScheduler() {
    return applications.stream().allMatch(TaskApplication::agreesWithScheduler);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
