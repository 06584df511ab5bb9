// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UnRegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a node reports, as a NodeManager does: everything that runs, each time. */
class SimulatedNodeTest {
  private static final long LATER = Long.MAX_VALUE / 4;

  private final Resource task = Resource.newInstance(1024, 1);
  private final SimulatedNode node =
      new SimulatedNode(NodeId.newInstance("127.1.0.1", 1234), Resource.newInstance(8192, 8));
  private final Tracker tracker = new Tracker();
  private final CallLog log = new CallLog();

  /** YARN keeps resource types in statics, and tests before this one had others. */
  @BeforeAll
  static void resetResourceTypes() {
    ResourceUtils.resetResourceTypes(new YarnConfiguration());
  }

  /** Remembers the last heartbeat and answers as it is told. */
  private static final class Tracker implements ResourceTracker {
    private NodeAction action = NodeAction.NORMAL;
    private final List<ContainerId> toCleanUp = new ArrayList<>();
    private List<ContainerStatus> reported = List.of();
    private int expectedResponse;

    @Override
    public RegisterNodeManagerResponse registerNodeManager(RegisterNodeManagerRequest request) {
      RegisterNodeManagerResponse response = Records.newRecord(RegisterNodeManagerResponse.class);
      response.setNodeAction(action);
      return response;
    }

    @Override
    public NodeHeartbeatResponse nodeHeartbeat(NodeHeartbeatRequest request) {
      assertThat(request.getNodeStatus().getResponseId()).isEqualTo(expectedResponse++);
      reported = request.getNodeStatus().getContainersStatuses();
      NodeHeartbeatResponse response = Records.newRecord(NodeHeartbeatResponse.class);
      response.setResponseId(expectedResponse);
      response.setNodeAction(action);
      response.addAllContainersToCleanup(toCleanUp);
      return response;
    }

    @Override
    public UnRegisterNodeManagerResponse unRegisterNodeManager(
        UnRegisterNodeManagerRequest request) {
      throw new UnsupportedOperationException();
    }
  }

  private static ContainerId container(int number) {
    return ContainerId.newContainerId(
        ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), number);
  }

  private List<ContainerState> states() throws Exception {
    node.heartbeat(tracker, log);
    return tracker.reported.stream().map(ContainerStatus::getState).toList();
  }

  @Test
  void containerThatRunsIsReportedWithEachHeartbeat() throws Exception {
    node.start(container(1), task, System.nanoTime() + LATER);
    assertThat(states()).containsExactly(ContainerState.RUNNING);
    assertThat(states()).containsExactly(ContainerState.RUNNING);
    assertThat(log.count()).isEqualTo(2);
  }

  @Test
  void containerThatHasEndedIsReportedOnce() throws Exception {
    node.start(container(1), task, System.nanoTime());
    node.start(container(2), task, System.nanoTime() + LATER);
    assertThat(states()).containsExactlyInAnyOrder(ContainerState.COMPLETE, ContainerState.RUNNING);
    assertThat(states()).containsExactly(ContainerState.RUNNING);
  }

  @Test
  void containerEndsWhenTheResourceManagerSaysSo() throws Exception {
    node.start(container(1), task, System.nanoTime() + LATER);
    tracker.toCleanUp.add(container(1));
    assertThat(states()).containsExactly(ContainerState.RUNNING);
    assertThat(states()).containsExactly(ContainerState.COMPLETE);
    assertThat(states()).isEmpty();
  }

  @Test
  void nodeThatIsRefusedOrForgottenIsAnError() throws Exception {
    node.register(tracker);
    tracker.action = NodeAction.RESYNC;
    assertThatThrownBy(() -> node.register(tracker)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> node.heartbeat(tracker, log))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("RESYNC");
  }

  @Test
  void hostsAreDistinctAddressesOfThisMachine() {
    assertThat(SimulatedNodes.host(0)).isEqualTo("127.1.0.1");
    assertThat(SimulatedNodes.host(249)).isEqualTo("127.1.0.250");
    assertThat(SimulatedNodes.host(250)).isEqualTo("127.1.1.1");
  }
}
