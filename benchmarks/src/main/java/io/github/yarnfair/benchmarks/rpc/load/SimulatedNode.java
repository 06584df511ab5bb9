// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.jspecify.annotations.Nullable;

/**
 * What the ResourceManager sees of a NodeManager: it registers, and each heartbeat reports the
 * state of every container that runs, and once that it has ended. No process is started.
 *
 * <p>Heartbeats come from one thread at a time, containers from any.
 */
final class SimulatedNode {
  private static final int HTTP_PORT = 8042;

  /** A container that has been started. */
  private record Start(ContainerId id, Resource resource, long endNanos) {}

  /** A container that runs; its status is the same in each heartbeat. */
  private record Running(Start start, ContainerStatus status) {}

  private final NodeId id;
  private final Resource total;
  private final Queue<Start> starts = new ConcurrentLinkedQueue<>();
  private final Map<ContainerId, Running> running = new HashMap<>();
  private @Nullable MasterKey containerKey;
  private @Nullable MasterKey nodeKey;
  private int responseId;

  SimulatedNode(NodeId id, Resource total) {
    this.id = id;
    this.total = total;
  }

  NodeId id() {
    return id;
  }

  /** Returns what the node registers with. */
  Resource total() {
    return total;
  }

  /**
   * Starts a container.
   *
   * @param endNanos by {@link System#nanoTime}
   */
  void start(ContainerId container, Resource resource, long endNanos) {
    starts.add(new Start(container, resource, endNanos));
  }

  /**
   * Registers.
   *
   * @throws IOException if the ResourceManager refuses the node
   */
  void register(ResourceTracker tracker) throws YarnException, IOException {
    RegisterNodeManagerResponse response =
        tracker.registerNodeManager(
            RegisterNodeManagerRequest.newInstance(
                id,
                HTTP_PORT,
                total,
                VersionInfo.getVersion(),
                List.of(),
                List.of(),
                null,
                total,
                null,
                status(List.of())));
    if (response.getNodeAction() != NodeAction.NORMAL) {
      throw new IOException(id + " is refused: " + response.getDiagnosticsMessage());
    }
    containerKey = response.getContainerTokenMasterKey();
    nodeKey = response.getNMTokenMasterKey();
  }

  /**
   * Sends a heartbeat.
   *
   * @throws IOException if the ResourceManager does not know the node any more
   */
  void heartbeat(ResourceTracker tracker, CallLog log) throws YarnException, IOException {
    NodeHeartbeatRequest request =
        NodeHeartbeatRequest.newInstance(
            status(containers()), containerKey, nodeKey, null, null, null);
    long begin = System.nanoTime();
    NodeHeartbeatResponse response = tracker.nodeHeartbeat(request);
    log.add(System.nanoTime() - begin);
    if (response.getNodeAction() != NodeAction.NORMAL) {
      throw new IOException(
          "%s: %s, %s".formatted(id, response.getNodeAction(), response.getDiagnosticsMessage()));
    }
    responseId = response.getResponseId();
    // A key is in the answer if it has changed.
    if (response.getContainerTokenMasterKey() != null) {
      containerKey = response.getContainerTokenMasterKey();
    }
    if (response.getNMTokenMasterKey() != null) {
      nodeKey = response.getNMTokenMasterKey();
    }
    response.getContainersToCleanup().forEach(this::stop);
  }

  private List<ContainerStatus> containers() {
    for (Start start = starts.poll(); start != null; start = starts.poll()) {
      running.put(start.id(), new Running(start, status(start, ContainerState.RUNNING, "")));
    }
    long now = System.nanoTime();
    List<ContainerStatus> statuses = new ArrayList<>();
    for (Iterator<Running> each = running.values().iterator(); each.hasNext(); ) {
      Running container = each.next();
      if (container.start().endNanos() - now <= 0) {
        statuses.add(status(container.start(), ContainerState.COMPLETE, "ended"));
        each.remove();
      } else {
        statuses.add(container.status());
      }
    }
    return statuses;
  }

  /** The next heartbeat reports it as ended. */
  private void stop(ContainerId container) {
    Running stopped = running.get(container);
    if (stopped != null) {
      start(container, stopped.start().resource(), System.nanoTime());
    }
  }

  private static ContainerStatus status(Start start, ContainerState state, String diagnostics) {
    int exit =
        state == ContainerState.COMPLETE
            ? ContainerExitStatus.SUCCESS
            : ContainerExitStatus.INVALID;
    return BuilderUtils.newContainerStatus(start.id(), state, diagnostics, exit, start.resource());
  }

  private NodeStatus status(List<ContainerStatus> containers) {
    ResourceUtilization none = ResourceUtilization.newInstance(0, 0, 0f);
    NodeHealthStatus healthy = NodeHealthStatus.newInstance(true, "", System.currentTimeMillis());
    return NodeStatus.newInstance(
        id, responseId, containers, List.of(), healthy, none, none, List.of());
  }
}
