// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import static io.github.yarnfair.simulator.manager.Invariants.require;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/**
 * How many equal tasks each queue has to hold while every one asks for more than there is: one
 * after the other goes to the child queue that holds least for its weight, from the root down. With
 * one kind of task and one partition, all rules agree on that.
 */
final class Shares {
  static final Resource TASK = Simulation.resource(1024, 1, 0);

  private final Simulation simulation;

  Shares(Simulation simulation) {
    this.simulation = simulation;
  }

  /** A queue of the first configuration. */
  private static final class Queue {
    private final String path;
    private final double weight;
    private final int most;
    private final List<Queue> children;
    private int tasks;

    Queue(String path, double weight, int most, Queue... children) {
      this.path = path;
      this.weight = weight;
      this.most = most;
      this.children = List.of(children);
    }

    /** Adds a task below; returns false if no queue may have one more. */
    boolean add() {
      if (tasks >= most) {
        return false;
      }
      List<Queue> byShare = new ArrayList<>(children);
      byShare.sort((one, other) -> Double.compare(one.key(), other.key()));
      for (Queue child : byShare) {
        if (child.add()) {
          tasks++;
          return true;
        }
      }
      if (children.isEmpty()) {
        tasks++;
        return true;
      }
      return false;
    }

    double key() {
      return tasks / weight;
    }

    void collect(Map<String, Integer> into) {
      if (children.isEmpty()) {
        into.put(path, tasks);
      }
      children.forEach(child -> child.collect(into));
    }
  }

  void check() {
    int tasks = 0;
    for (SimulatedNode node : simulation.nodes.values()) {
      SchedulerNode known = simulation.scheduler().getSchedulerNode(node.id());
      tasks += known.getTotalResource().getVirtualCores();
      require(
          known.getUnallocatedResource().getVirtualCores() == 0,
          "nothing is free while something waits",
          "%s has %s free",
          node.id(),
          known.getUnallocatedResource());
    }
    Map<String, Integer> expected = expected(tasks);
    Map<String, Integer> held = new LinkedHashMap<>();
    for (SimulatedApplication application : simulation.applications.values()) {
      held.merge(
          application.queue(),
          simulation
              .scheduler()
              .getApplicationAttempt(application.attempt().id)
              .getLiveContainers()
              .size(),
          Integer::sum);
    }
    for (String queue : expected.keySet()) {
      require(
          Math.abs(expected.get(queue) - held.getOrDefault(queue, 0)) <= 1,
          "shares are ideal within a task",
          "%s of %d tasks: expected %s, held %s",
          queue,
          tasks,
          expected,
          held);
    }
  }

  private static Map<String, Integer> expected(int tasks) {
    int all = Integer.MAX_VALUE;
    Queue root =
        new Queue(
            "root",
            1,
            all,
            new Queue(
                "root.a", 4, all, new Queue("root.a.x", 1, all), new Queue("root.a.y", 1, all)),
            new Queue("root.b", 2, tasks * 6 / 10),
            new Queue("root.c", 1, all),
            new Queue("root.d", 2, userLimit(tasks)));
    for (int i = 0; i < tasks; i++) {
      root.add();
    }
    Map<String, Integer> expected = new LinkedHashMap<>();
    root.collect(expected);
    return expected;
  }

  /**
   * Of the cluster {@code root.d} is entitled to two tenths, and one user may hold half of that.
   */
  private static int userLimit(int tasks) {
    return (int) Math.ceil(Math.floor(tasks * 2 / 10.0) * QueueFiles.USER_LIMIT);
  }
}
