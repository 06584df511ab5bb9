// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;

/** An application master with tasks of one size, which run until they are ended. */
final class TaskApplication {
  private final TaskRequests requests;
  private final List<NodeId> nodes;
  private final List<List<Container>> running = new ArrayList<>();

  /**
   * @param nodes whose numbers this application names
   */
  TaskApplication(TaskRequests requests, List<NodeId> nodes) {
    this.requests = requests;
    this.nodes = nodes;
    nodes.forEach(node -> running.add(new ArrayList<>()));
  }

  /** From now on so many tasks are pending. */
  void submit(long tasks) {
    requests.want(tasks);
    heartbeat();
  }

  /** Asks for what is pending, and starts a task in each container that is given. */
  void heartbeat() {
    heartbeat(List.of());
  }

  private void heartbeat(List<ContainerId> ended) {
    for (Container container : requests.allocate(ended)) {
      running.get(nodes.indexOf(container.getNodeId())).add(container);
    }
  }

  /**
   * Ends a task on the lowest-numbered node that runs one; another follows it.
   *
   * @return the node's number
   */
  int endOne() {
    int node = 0;
    while (running.get(node).isEmpty()) {
      node++;
    }
    end(node, 0);
    return node;
  }

  /**
   * Ends any task; another follows it.
   *
   * @return the node's number
   */
  int endAny(Random random) {
    int task = random.nextInt(runningTotal());
    int node = 0;
    while (task >= running.get(node).size()) {
      task -= running.get(node).size();
      node++;
    }
    end(node, task);
    return node;
  }

  /** Ends all tasks; none follows. */
  void leave() {
    requests.want(0);
    List<ContainerId> ended = new ArrayList<>();
    for (List<Container> onNode : running) {
      onNode.forEach(container -> ended.add(container.getId()));
      onNode.clear();
    }
    heartbeat(ended);
  }

  private void end(int node, int index) {
    if (requests.pending() != Demand.ENDLESS) {
      requests.want(requests.pending() + 1);
    }
    heartbeat(List.of(running.get(node).remove(index).getId()));
  }

  /** Returns how many tasks run. */
  int runningTotal() {
    return running.stream().mapToInt(List::size).sum();
  }

  /** Returns whether the scheduler and the application agree on what runs. */
  boolean agreesWithScheduler() {
    return requests.areRunning(runningTotal());
  }
}
