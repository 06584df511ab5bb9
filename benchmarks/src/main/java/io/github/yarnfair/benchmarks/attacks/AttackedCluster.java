// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.attacks;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;

/**
 * 50 nodes of 16 cores and 64 GiB, four users with an application each that always wants more, and
 * an attacker with a queue of his own. All containers run for five rounds; in a round each node
 * reports once, then each master calls.
 */
final class AttackedCluster implements AutoCloseable {
  private static final int NODES = 50;
  private static final int CORES = 16;
  private static final int USERS = 4;
  private static final int ROUNDS_OF_A_TASK = 5;
  private static final String CAPACITY = "yarn.scheduler.capacity.";

  /** The queue of the attacker, another that he may use, and one below which he creates queues. */
  static final String QUEUE = "root.mine";

  static final String OTHER_QUEUE = "root.mine2";
  static final String PARENT = "root.auto";

  private static final String ATTACKER = "mallory";

  private final Configuration conf;
  private final SchedulerHost host;
  private final List<ReportingNode> nodes = new ArrayList<>();
  private final List<ApplicationAttemptId> others = new ArrayList<>();
  private final List<ApplicationAttemptId> own = new ArrayList<>();
  private final Map<ApplicationAttemptId, Map<ContainerId, Container>> held = new LinkedHashMap<>();
  private final Set<ApplicationAttemptId> silent = new HashSet<>();
  private final Deque<List<Container>> running = new ArrayDeque<>();
  private final Map<NodeId, ReportingNode> byId = new LinkedHashMap<>();
  private long now = 1_000_000;
  private int round;
  private long given;
  private long startedInAll;

  AttackedCluster(Configuration conf) throws Exception {
    this.conf = conf;
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 1 << 20);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, 1 << 10);
    QueueShape queues =
        QueueShape.root(
            QueueShape.queue("others", 2),
            QueueShape.queue("mine", 1),
            QueueShape.queue("mine2", 1),
            QueueShape.queue("auto", 1));
    Map<String, String> keys =
        Map.of(
            CAPACITY + PARENT + ".auto-queue-creation-v2.enabled", "true",
            CAPACITY + PARENT + ".ordering-policy", "utilization",
            CAPACITY + PARENT + ".auto-queue-creation-v2.max-queues", "100000");
    host = new SchedulerHost(conf, queues, keys, () -> now, attempt -> {});
    for (int i = 0; i < NODES; i++) {
      ReportingNode node = host.addNode(Resource.newInstance(4096 * CORES, CORES));
      nodes.add(node);
      byId.put(node.getNodeID(), node);
    }
    for (int i = 0; i < USERS; i++) {
      ApplicationAttemptId attempt = host.submit("root.others", "user" + i);
      others.add(attempt);
      host.allocate(attempt, asks(anywhere(1, 1, 1_000_000)), List.of());
    }
    for (int i = 0; i < ROUNDS_OF_A_TASK; i++) {
      running.add(new ArrayList<>());
    }
  }

  // ---------------------------------------------------------------------------------- the cluster

  /** Lets the tasks end that have run for long enough: what the next round has to give. */
  void endTasks() {
    now += 1000;
    round++;
    for (Container container : running.remove()) {
      node(container).end(container.getId());
      Map<ContainerId, Container> own = held.get(container.getId().getApplicationAttemptId());
      if (own != null) {
        own.remove(container.getId());
      }
    }
  }

  private ReportingNode node(Container container) {
    return Objects.requireNonNull(byId.get(container.getNodeId()));
  }

  /** Lets all nodes report and the others' masters call: what is measured. */
  void serveOthers() {
    nodes.forEach(host::heartbeat);
    List<Container> started = new ArrayList<>();
    for (ApplicationAttemptId attempt : others) {
      started.addAll(host.allocate(attempt, new ArrayList<>(), List.of()));
    }
    given += started.size();
    running.add(new ArrayList<>());
    launch(started);
  }

  /** Lets the attacker's masters call, which are not measured. */
  void serveAttacker() {
    for (ApplicationAttemptId attempt : own) {
      if (!silent.contains(attempt)) {
        keep(attempt, host.allocate(attempt, new ArrayList<>(), List.of()));
      }
    }
  }

  private void keep(ApplicationAttemptId attempt, List<Container> started) {
    if (!started.isEmpty()) {
      Map<ContainerId, Container> own =
          held.computeIfAbsent(attempt, each -> new LinkedHashMap<>());
      started.forEach(container -> own.put(container.getId(), container));
      launch(started);
    }
  }

  private void launch(List<Container> started) {
    startedInAll += started.size();
    started.forEach(container -> node(container).launch(container.getId()));
    running.getLast().addAll(started);
  }

  /** Returns how many containers the others were given so far. */
  long given() {
    return given;
  }

  /** Returns how many containers anyone was given so far. */
  long started() {
    return startedInAll;
  }

  /** Returns which round it is, from 1. */
  int round() {
    return round;
  }

  SchedulerHost host() {
    return host;
  }

  Configuration configuration() {
    return conf;
  }

  List<String> hosts() {
    return nodes.stream().map(ReportingNode::getHostName).toList();
  }

  // --------------------------------------------------------------------------------- the attacker

  ApplicationAttemptId submit() {
    return submit(QUEUE);
  }

  ApplicationAttemptId submit(String queue) {
    return added(host.submit(queue, ATTACKER));
  }

  ApplicationAttemptId submitTagged(String tag) {
    return added(host.submitTagged(QUEUE, ATTACKER, Set.of(tag)));
  }

  private ApplicationAttemptId added(ApplicationAttemptId attempt) {
    own.add(attempt);
    return attempt;
  }

  List<ApplicationAttemptId> own() {
    return own;
  }

  /** The application asks once, and its master never calls again. */
  void fallsSilent(ApplicationAttemptId attempt) {
    silent.add(attempt);
  }

  void finish(ApplicationAttemptId attempt) {
    own.remove(attempt);
    held.remove(attempt);
    host.finish(attempt);
  }

  /** The application goes on with another attempt, which asks for as much as the first. */
  void failAttempt(ApplicationAttemptId attempt) {
    own.remove(attempt);
    held.remove(attempt);
    ApplicationAttemptId next = host.failAttempt(attempt);
    own.add(next);
    askAnywhere(next, 1, 1, 1_000_000);
  }

  /** Asks for containers of a number of GiB and one core. */
  void askAnywhere(ApplicationAttemptId attempt, int priority, int gib, int count) {
    ask(attempt, anywhere(priority, gib, count));
  }

  void ask(ApplicationAttemptId attempt, ResourceRequest... asked) {
    keep(attempt, host.allocate(attempt, asks(asked), List.of()));
  }

  void ask(ApplicationAttemptId attempt, List<ResourceRequest> asked) {
    keep(attempt, host.allocate(attempt, new ArrayList<>(asked), List.of()));
  }

  /** Gives containers back. */
  void release(ApplicationAttemptId attempt, List<ContainerId> released) {
    keep(attempt, host.allocate(attempt, new ArrayList<>(), released));
  }

  void blacklist(ApplicationAttemptId attempt, List<String> added, List<String> removed) {
    keep(
        attempt,
        host.scheduler()
            .allocate(attempt, List.of(), null, List.of(), added, removed, new ContainerUpdates())
            .getContainers());
  }

  void update(ApplicationAttemptId attempt, ContainerUpdates updates) {
    keep(
        attempt,
        host.scheduler()
            .allocate(attempt, List.of(), null, List.of(), null, null, updates)
            .getContainers());
  }

  /** Returns what the attacker's application holds. */
  List<Container> held(ApplicationAttemptId attempt) {
    return List.copyOf(held.getOrDefault(attempt, Map.of()).values());
  }

  /** Returns what the attacker's application holds, and forgets it. */
  List<ContainerId> takeHeld(ApplicationAttemptId attempt) {
    Map<ContainerId, Container> all = held.remove(attempt);
    return all == null ? List.of() : List.copyOf(all.keySet());
  }

  private static ResourceRequest anywhere(int priority, int gib, int count) {
    return request(priority, ResourceRequest.ANY, 1024 * gib, count);
  }

  static ResourceRequest request(int priority, String where, int mib, int count) {
    return ResourceRequest.newInstance(
        Priority.newInstance(priority), where, Resource.newInstance(mib, 1), count);
  }

  private static List<ResourceRequest> asks(ResourceRequest... asked) {
    return new ArrayList<>(List.of(asked));
  }

  @Override
  public void close() {
    host.close();
  }
}
