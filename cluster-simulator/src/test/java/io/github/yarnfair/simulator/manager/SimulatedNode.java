// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.scheduler.testing.Stub;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.AllocationExpirationInfo;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.jspecify.annotations.Nullable;

/**
 * A NodeManager with its containers, and what the ResourceManager of the moment knows of it. What
 * the NodeManager has to report it reports until the answer arrives.
 */
final class SimulatedNode {
  static final int KILLED = -105;

  private final NodeId id;
  private final String rack;

  // Of the NodeManager.
  private final Map<ContainerId, Running> running = new LinkedHashMap<>();
  private final Map<ContainerId, Integer> ended = new LinkedHashMap<>();
  private final List<ContainerStatus> launches = new ArrayList<>();
  private final List<ContainerStatus> ends = new ArrayList<>();
  private final List<Container> resized = new ArrayList<>();
  private Resource capability;
  private long cutOffUntil;
  private int process;

  /** Calls whose answers have arrived. */
  private int calls;

  // Of the ResourceManager.
  private @Nullable SimulatedManager manager;
  private RMNode known;
  private int knownProcess;
  private NodeState state = NodeState.RUNNING;
  private long heardAt;
  private final Set<ContainerId> toEnd = new LinkedHashSet<>();
  private final List<Container> toResize = new ArrayList<>();
  private List<UpdatedContainerInfo> updates = new ArrayList<>();
  private List<Container> increased = new ArrayList<>();

  /**
   * A container that runs.
   *
   * @param end when it ends by itself
   * @param call how many calls had been answered when it was launched
   */
  private record Running(Container container, Set<String> tags, String label, long end, int call) {}

  SimulatedNode(int number, Resource capability) {
    id = NodeId.newInstance("127.0.0.%d".formatted(number), 1);
    rack = "/rack" + (1 + number % 2);
    this.capability = capability;
    known = stub();
  }

  NodeId id() {
    return id;
  }

  String rack() {
    return rack;
  }

  RMNode known() {
    return known;
  }

  Resource capability() {
    return capability;
  }

  void resize(Resource to) {
    capability = to;
  }

  // ------------------------------------------------------------------------- the NodeManager

  /** Starts a container, whose master has fetched it. */
  void launch(Container container, Set<String> tags, String label, long end) {
    running.put(container.getId(), new Running(container, tags, label, end, calls));
    launches.add(status(container.getId(), ContainerState.RUNNING, 0));
  }

  boolean runs(ContainerId container) {
    return running.containsKey(container);
  }

  Set<ContainerId> running() {
    return Set.copyOf(running.keySet());
  }

  /** Returns the status with which a container ended; null if it has not, or that is forgotten. */
  boolean hasSucceeded(ContainerId container) {
    return ended.getOrDefault(container, -1) >= 0;
  }

  /** Ends those that are done. */
  void endThoseDone(long now) {
    for (Running each : List.copyOf(running.values())) {
      if (each.end <= now) {
        end(each.container.getId(), 0);
      }
    }
  }

  void end(ContainerId container, int status) {
    if (running.remove(container) != null) {
      ended.put(container, status == 0 ? calls : -1 - calls);
      ends.add(status(container, ContainerState.COMPLETE, status));
    }
  }

  /** The machine fails and starts again with nothing. */
  void restart() {
    running.clear();
    ended.clear();
    launches.clear();
    ends.clear();
    resized.clear();
    process++;
  }

  void cutOff(long until) {
    cutOffUntil = until;
  }

  boolean isCutOff(long now) {
    return now < cutOffUntil;
  }

  /** Returns what it reports when it registers. */
  List<NMContainerStatus> reports() {
    List<NMContainerStatus> reports = new ArrayList<>();
    for (Running each : running.values()) {
      NMContainerStatus report =
          NMContainerStatus.newInstance(
              each.container.getId(),
              each.container.getVersion(),
              ContainerState.RUNNING,
              each.container.getResource(),
              "",
              0,
              each.container.getPriority(),
              EventLoop.START,
              each.label,
              each.container.getExecutionType(),
              each.container.getAllocationRequestId());
      report.setAllocationTags(each.tags);
      reports.add(report);
    }
    for (ContainerStatus end : ends) {
      reports.add(
          NMContainerStatus.newInstance(
              end.getContainerId(),
              0,
              ContainerState.COMPLETE,
              Resource.newInstance(1, 1),
              "",
              end.getExitStatus(),
              org.apache.hadoop.yarn.api.records.Priority.newInstance(1),
              EventLoop.START));
    }
    return reports;
  }

  // ------------------------------------------------------------- what the ResourceManager knows

  /** Returns whether this process of the NodeManager is registered with a ResourceManager. */
  boolean isRegistered(SimulatedManager with) {
    return manager == with && knownProcess == process;
  }

  /** Returns whether any process of the NodeManager is. */
  boolean isKnown(SimulatedManager to) {
    return manager == to;
  }

  void register(SimulatedManager with, long now) {
    manager = with;
    knownProcess = process;
    known = stub();
    state = NodeState.RUNNING;
    heardAt = now;
    toEnd.clear();
    toResize.clear();
    launches.clear();
    ends.clear();
  }

  void forget() {
    manager = null;
  }

  long heardAt() {
    return heardAt;
  }

  void decommission(boolean decommissioning) {
    state = decommissioning ? NodeState.DECOMMISSIONING : NodeState.RUNNING;
  }

  /** The ResourceManager wants a container to end. */
  void toEnd(ContainerId container) {
    toEnd.add(container);
  }

  void toResize(Set<Container> containers) {
    toResize.addAll(containers);
  }

  /** The ResourceManager hears a call. */
  void hear(long now) {
    heardAt = now;
    updates.add(new UpdatedContainerInfo(List.copyOf(launches), List.copyOf(ends), List.of()));
    increased.addAll(resized);
  }

  /** The NodeManager hears the answer to its call. */
  void hearAnswer() {
    calls++;
    launches.clear();
    ends.clear();
    resized.clear();
    toEnd.forEach(container -> end(container, KILLED));
    toEnd.clear();
    for (Container container : toResize) {
      Running before = running.get(container.getId());
      if (before != null) {
        running.put(
            container.getId(),
            new Running(container, before.tags, before.label, before.end, before.call));
        resized.add(container);
      }
    }
    toResize.clear();
  }

  /**
   * Returns whether a container that does not run here should have been known to have ended: more
   * than some calls ago.
   */
  boolean shouldBeKnownEnded(ContainerId container, int patience) {
    Integer end = ended.get(container);
    int call = end == null ? Integer.MAX_VALUE : end >= 0 ? end : -1 - end;
    return end != null && !runs(container) && calls - call > patience;
  }

  /** Returns those that have run for more than some calls and are not to end. */
  List<ContainerId> shouldBeKnown(int patience) {
    return running.values().stream()
        .filter(each -> calls - each.call > patience && !toEnd.contains(each.container.getId()))
        .map(each -> each.container.getId())
        .toList();
  }

  /** What is told from now on is not pulled by a late event about an earlier registration. */
  private RMNode stub() {
    List<UpdatedContainerInfo> told = new ArrayList<>();
    List<Container> grown = new ArrayList<>();
    updates = told;
    increased = grown;
    return Stub.of(RMNode.class, method -> answer(method, told, grown));
  }

  private @Nullable Object answer(
      Method method, List<UpdatedContainerInfo> told, List<Container> grown) {
    return switch (method.getName()) {
      case "getNodeID" -> id;
      case "getHostName" -> id.getHost();
      case "getNodeAddress", "toString" -> id.toString();
      case "getHttpAddress" -> id.getHost() + ":8042";
      case "getTotalCapability" -> capability;
      case "getRackName" -> rack;
      case "getState" -> state;
      case "getNodeLabels" -> manager == null ? Set.of() : manager.labelsOf(id);
      case "getAllNodeAttributes" -> Set.of();
      case "getRMContext" -> manager == null ? null : manager.context();
      case "getNodeUtilization", "getAggregatedContainersUtilization" ->
          ResourceUtilization.newInstance(0, 0, 0f);
      case "pullContainerUpdates" -> pullUpdates(told);
      case "pullNewlyIncreasedContainers" -> {
        List<Container> pulled = List.copyOf(grown);
        grown.clear();
        yield pulled;
      }
      default -> Stub.nothing(method);
    };
  }

  /** As YARN's own node does: what was launched expires no more. */
  private List<UpdatedContainerInfo> pullUpdates(List<UpdatedContainerInfo> told) {
    List<UpdatedContainerInfo> pulled = List.copyOf(told);
    told.clear();
    SimulatedManager known = manager;
    if (known == null) {
      return pulled; // It has left, and an event about it is late.
    }
    for (UpdatedContainerInfo update : pulled) {
      for (ContainerStatus launch : update.getNewlyLaunchedContainers()) {
        known
            .context()
            .getContainerAllocationExpirer()
            .unregister(new AllocationExpirationInfo(launch.getContainerId()));
      }
    }
    return pulled;
  }

  private static ContainerStatus status(ContainerId container, ContainerState state, int exit) {
    return ContainerStatus.newInstance(container, state, "", exit);
  }
}
