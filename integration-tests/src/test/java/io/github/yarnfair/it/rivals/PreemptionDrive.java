// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A real scheduler with its own preemption monitor on a virtual clock, and applications whose tasks
 * never end: one that is preempted is asked for again. Each second each master calls and each node
 * reports; every three seconds the monitor looks, as by default.
 */
final class PreemptionDrive implements AutoCloseable {
  /** Part of all keys of preemption. */
  static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";

  static final String GPU = "yarn.io/gpu";
  private static final Priority PRIORITY = Priority.newInstance(1);
  private static final int LOOK_SECONDS = 3;

  /** Longer than a container is warned before it ends, by several looks. */
  private static final int QUIET_SECONDS = 90;

  private static final int MOST_SECONDS = 1800;

  private final SchedulerHost host;
  private final SchedulingEditPolicy monitor;
  private final Map<NodeId, ReportingNode> nodes = new HashMap<>();
  private final List<ReportingNode> order = new ArrayList<>();
  private final List<Job> jobs = new ArrayList<>();
  private int seconds;
  private int ended;
  private int lastEnd;

  /** A scheduler and the keys of its monitor. */
  enum Contender {
    HDRF(Rival.HDRF, Map.of()),
    DFF(Rival.DFF, Map.of()),
    MCH(Rival.MCH, Map.of()),
    DRFH(Rival.DRFH, Map.of()),
    UDRF(Rival.UDRF, Map.of()),
    /** Stock defaults. */
    CAPACITY(Rival.CAPACITY, Map.of()),
    /** With the two keys for queues above their guarantee and for large tasks. */
    CAPACITY_WITH_KEYS(
        Rival.CAPACITY,
        Map.of(
            CapacitySchedulerConfiguration.PREEMPTION_TO_BALANCE_QUEUES_BEYOND_GUARANTEED,
            "true",
            CapacitySchedulerConfiguration.PREEMPTION_SELECT_CANDIDATES_FOR_RESERVED_CONTAINERS,
            "true"));

    private final Rival rival;
    private final Map<String, String> keys;

    Contender(Rival rival, Map<String, String> keys) {
      this.rival = rival;
      this.keys = keys;
    }

    boolean isOurs() {
      return rival != Rival.CAPACITY;
    }
  }

  /**
   * @param queueKeys see {@link SchedulerHost}
   * @param keys of the monitor, in place of the defaults
   * @param resourceTypes besides memory and vcores; empty for none
   */
  PreemptionDrive(
      Contender contender,
      QueueShape queues,
      Map<String, String> queueKeys,
      Map<String, String> keys,
      String resourceTypes)
      throws Exception {
    Configuration conf = contender.rival.plainConfiguration(-1);
    conf.set(YarnConfiguration.RESOURCE_TYPES, resourceTypes);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 100_000);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, 100);
    // Queues may be preempted; no thread of YARN's looks, as it knows no virtual time.
    conf.setBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, !contender.isOurs());
    conf.set(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES, "");
    contender.keys.forEach(conf::set);
    keys.forEach(conf::set);
    host = new SchedulerHost(conf, queues, queueKeys, () -> 1000L * seconds, attempt -> {});
    if (contender.isOurs()) {
      monitor = new PreemptionMonitor();
      monitor.init(conf, host.context(), host.scheduler());
    } else {
      monitor =
          new ProportionalCapacityPreemptionPolicy(
              host.context(), (CapacityScheduler) host.scheduler(), () -> 1000L * seconds);
    }
  }

  static Resource resource(long mb, int vcores) {
    return Resource.newInstance(mb, vcores);
  }

  static Resource gpus(long mb, int vcores, long gpus) {
    return Resource.newInstance(mb, vcores, Map.of(GPU, gpus));
  }

  void addNodes(int count, Resource total) {
    for (int i = 0; i < count; i++) {
      ReportingNode node = host.addNode(total);
      nodes.put(node.getNodeID(), node);
      order.add(node);
    }
  }

  /** Returns how many containers have been preempted. */
  int ended() {
    return ended;
  }

  /** Submits an application. */
  Job submit(String queue, @Nullable Resource master, Resource task, int tasks) {
    return add(host.submit("root." + queue, "user", master), master != null, task, tasks);
  }

  /** Submits an application with a tag, whose master is unmanaged. */
  Job submitTagged(String queue, String tag, Resource task, int tasks) {
    return add(host.submitTagged("root." + queue, "user", Set.of(tag)), false, task, tasks);
  }

  private Job add(ApplicationAttemptId attempt, boolean hasMaster, Resource task, int tasks) {
    Job job = new Job(attempt, hasMaster, task, tasks);
    jobs.add(job);
    return job;
  }

  /** Lets time go on until no container has ended for a while. */
  void settle() {
    int from = seconds;
    lastEnd = seconds;
    while (seconds - lastEnd < QUIET_SECONDS && seconds - from < MOST_SECONDS) {
      second();
    }
  }

  /** Lets time go on. */
  void run(int more) {
    for (int i = 0; i < more; i++) {
      second();
    }
  }

  private void second() {
    seconds++;
    jobs.forEach(Job::beat);
    if (seconds % LOOK_SECONDS == 0) {
      monitor.editSchedule();
    }
    order.forEach(host::heartbeat);
  }

  @Override
  public void close() {
    host.close();
  }

  /** An application: its master, if it holds a container, and tasks of one size. */
  final class Job {
    private final ApplicationAttemptId attempt;
    private final boolean hasMaster;
    private final Resource task;
    private int tasks;
    private final Map<ContainerId, NodeId> known = new HashMap<>();

    private Job(ApplicationAttemptId attempt, boolean hasMaster, Resource task, int tasks) {
      this.attempt = attempt;
      this.hasMaster = hasMaster;
      this.task = task;
      this.tasks = tasks;
    }

    /** From now on the application wants that many tasks. */
    void want(int more) {
      tasks = more;
    }

    private Collection<RMContainer> live() {
      return host.scheduler().getSchedulerAppInfo(attempt).getLiveContainers();
    }

    /** Returns how many tasks run. */
    int running() {
      return (int) live().stream().filter(container -> !container.isAMContainer()).count();
    }

    /** Returns what the application holds of a resource, its master included. */
    long held(String resource) {
      return live().stream()
          .mapToLong(
              container ->
                  container.getAllocatedResource().getResourceInformation(resource).getValue())
          .sum();
    }

    private void beat() {
      noteEnds();
      boolean mayAsk = !hasMaster || live().stream().anyMatch(RMContainer::isAMContainer);
      List<ResourceRequest> asks =
          mayAsk
              ? List.of(
                  ResourceRequest.newInstance(
                      PRIORITY, ResourceRequest.ANY, task, tasks - running()))
              : List.of();
      for (Container container : host.allocate(attempt, new ArrayList<>(asks), List.of())) {
        known.put(container.getId(), container.getNodeId());
        node(container.getNodeId()).launch(container.getId());
      }
    }

    /** The node reports with its next heartbeat that a preempted container has ended. */
    private void noteEnds() {
      known
          .entrySet()
          .removeIf(
              each -> {
                boolean hasEnded = host.scheduler().getRMContainer(each.getKey()) == null;
                if (hasEnded) {
                  node(each.getValue()).end(each.getKey());
                  ended++;
                  lastEnd = seconds;
                }
                return hasEnded;
              });
    }

    private ReportingNode node(NodeId id) {
      return nodes.get(id);
    }
  }
}
