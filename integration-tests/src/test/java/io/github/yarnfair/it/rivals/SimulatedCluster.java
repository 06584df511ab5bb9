// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.util.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * A workload's nodes and leaf queues under a real scheduler: no network, no threads that matter.
 * Masters hold no container, unless the workload says otherwise.
 */
final class SimulatedCluster implements AutoCloseable {
  /** One may start few masters of a queue. */
  private static final int MOST_ROUNDS = 1000;

  private final SchedulerHost host;
  private final Map<NodeId, ReportingNode> nodes = new LinkedHashMap<>();
  private final Map<String, String> paths = new LinkedHashMap<>();
  private final @Nullable Resource master;
  private final Set<ApplicationAttemptId> withoutMaster = new LinkedHashSet<>();
  private final Set<ApplicationAttemptId> served = new HashSet<>();

  /**
   * Boots a scheduler and registers the nodes.
   *
   * @param conf names the scheduler
   * @param perHeartbeat most containers that one heartbeat starts; -1: no limit
   */
  SimulatedCluster(Configuration conf, Workload workload, int perHeartbeat, Clock clock)
      throws Exception {
    // Schedulers have a lot to say about each container.
    GenericTestUtils.setRootLogLevel(Level.ERROR);
    QueueShape queues = workload.queues();
    Map<String, String> keys = new HashMap<>();
    keys.put(
        "yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments",
        Integer.toString(perHeartbeat));
    if (workload.hasMasters()) {
      keys.put("yarn.scheduler.capacity.maximum-am-resource-percent", "0.1");
    }
    host = new SchedulerHost(conf, queues, keys, clock, served::add);
    master =
        workload.hasMasters()
            ? ResourceKind.task(workload.kinds(), new long[workload.kinds().size()])
            : null;
    for (long[] total : workload.nodes()) {
      ReportingNode node = host.addNode(ResourceKind.node(workload.kinds(), total));
      nodes.put(node.getNodeID(), node);
    }
    Iterator<String> leafPaths = queues.leafPaths(queues.name()).iterator();
    workload.leaves().forEach(leaf -> paths.put(leaf.name(), leafPaths.next()));
  }

  /** Returns the nodes, in the order of the workload. */
  List<NodeId> nodes() {
    return List.copyOf(nodes.keySet());
  }

  /** Returns the names of the leaves, in pre-order. */
  Set<String> leaves() {
    return paths.keySet();
  }

  /** Starts an application in the queue of a leaf. */
  ApplicationAttemptId submit(String leaf) {
    ApplicationAttemptId attempt = host.submit(paths.get(leaf), "user", master);
    if (master != null) {
      withoutMaster.add(attempt);
    }
    return attempt;
  }

  /** Lets the nodes report until each master has its container, before tasks are asked for. */
  void startMasters() {
    for (int round = 0; !withoutMaster.isEmpty(); round++) {
      if (round > MOST_ROUNDS) {
        throw new IllegalStateException("without a master: " + withoutMaster);
      }
      update();
      nodes.keySet().forEach(this::heartbeat);
      withoutMaster.removeIf(waiting -> !allocate(waiting, List.of(), List.of()).isEmpty());
    }
  }

  /**
   * Lets a node report to the scheduler, which may use what is free on it.
   *
   * @return whether it placed containers
   */
  boolean heartbeat(NodeId node) {
    int before = containers(node);
    host.heartbeat(nodes.get(node));
    return containers(node) > before;
  }

  private int containers(NodeId node) {
    return host.scheduler().getNodeReport(node).getNumContainers();
  }

  /** What FairScheduler does every so often: it takes note of demands. */
  void update() {
    host.scheduler().update();
  }

  /** An application master's call; returns the containers it is given. */
  List<Container> allocate(
      ApplicationAttemptId attempt, List<ResourceRequest> asks, List<ContainerId> releases) {
    served.remove(attempt);
    return host.allocate(attempt, asks, releases);
  }

  /** Returns whether an attempt has been given containers that it has not fetched. */
  boolean hasContainersFor(ApplicationAttemptId attempt) {
    return served.contains(attempt);
  }

  /** Returns how many containers of an attempt run tasks, as the scheduler counts. */
  int liveContainers(ApplicationAttemptId attempt) {
    int live = host.scheduler().getSchedulerAppInfo(attempt).getLiveContainers().size();
    return master == null ? live : live - 1;
  }

  @Override
  public void close() {
    host.close();
  }
}
