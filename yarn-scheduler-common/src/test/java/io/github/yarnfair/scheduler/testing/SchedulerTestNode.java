// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.AllocationExpirationInfo;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAttributesUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.jspecify.annotations.Nullable;

/** A simulated NodeManager: it runs what it is told to, and reports when it is asked to. */
public final class SchedulerTestNode {
  private final SchedulerFixture fixture;
  private final NodeId id;
  private final RMNode rmNode;
  private final Map<ContainerId, Container> running = new LinkedHashMap<>();
  private final List<ContainerStatus> launched = new ArrayList<>();
  private final List<ContainerStatus> completed = new ArrayList<>();
  private final List<Container> increased = new ArrayList<>();
  private Set<NodeAttribute> attributes = Set.of();
  private Resource capability;
  private String rack = "/rack1";
  private NodeState state = NodeState.RUNNING;

  public SchedulerTestNode(SchedulerFixture fixture, String host, int port, Resource capability) {
    this.fixture = fixture;
    this.capability = capability;
    id = NodeId.newInstance(host, port);
    // A container's token has its node's address, and the name of this one is known nowhere.
    NetUtils.addStaticResolution(host, "127.0.0.1");
    rmNode = Stub.of(RMNode.class, this::answer);
  }

  public SchedulerTestNode onRack(String name) {
    rack = name;
    return this;
  }

  public NodeId id() {
    return id;
  }

  public RMNode rmNode() {
    return rmNode;
  }

  /** Sets the node's only attribute, before it registers. */
  public SchedulerTestNode withAttribute(String name, String value) {
    attributes =
        Set.of(
            NodeAttribute.newInstance(
                NodeAttribute.PREFIX_CENTRALIZED, name, NodeAttributeType.STRING, value));
    return this;
  }

  /** Changes the only attribute, as {@code yarn nodeattributes -replace} does. */
  public void changeAttribute(String name, String value) {
    withAttribute(name, value);
    fixture.send(new NodeAttributesUpdateSchedulerEvent(Map.of(id.getHost(), attributes)));
  }

  public void setState(NodeState state) {
    this.state = state;
  }

  public void register() {
    register(List.of());
  }

  public void register(List<NMContainerStatus> reports) {
    fixture.send(new NodeAddedSchedulerEvent(rmNode, reports));
  }

  public void remove() {
    fixture.forget(this);
    running.clear();
    fixture.send(new NodeRemovedSchedulerEvent(rmNode));
  }

  /** Changes what the node has, as {@code yarn rmadmin -updateNodeResource} does. */
  public void resize(Resource total, int overCommitTimeoutMillis) {
    capability = total;
    fixture.send(
        new NodeResourceUpdateSchedulerEvent(
            rmNode, ResourceOption.newInstance(total, overCommitTimeoutMillis)));
  }

  public void launch(Container container) {
    running.put(container.getId(), container);
    launched.add(status(container.getId(), ContainerState.RUNNING));
  }

  /** Ends a container by itself; reported with the next heartbeat. */
  public void complete(ContainerId container) {
    if (running.remove(container) != null) {
      completed.add(status(container, ContainerState.COMPLETE));
    }
  }

  /** Carries out an increase that the application master had granted. */
  public void increase(Container container) {
    running.put(container.getId(), container);
    increased.add(container);
  }

  /** Reports, and ends what the ResourceManager no longer wants to run. */
  public void heartbeat() {
    for (ContainerId container : List.copyOf(running.keySet())) {
      if (fixture.scheduler.getRMContainer(container) == null) {
        complete(container);
      }
    }
    fixture.send(new NodeUpdateSchedulerEvent(rmNode));
  }

  public void heartbeats(int count) {
    for (int i = 0; i < count; i++) {
      heartbeat();
    }
  }

  public Set<ContainerId> running() {
    return Set.copyOf(running.keySet());
  }

  public SchedulerNode inScheduler() {
    return fixture.scheduler.getSchedulerNode(id);
  }

  public Resource allocated() {
    return inScheduler().getAllocatedResource();
  }

  public Resource free() {
    return inScheduler().getUnallocatedResource();
  }

  public void assertIdle() {
    SchedulerNode node = inScheduler();
    assertThat(node.getAllocatedResource())
        .as("allocated on " + id)
        .isEqualTo(SchedulerConf.resource(0, 0));
    assertThat(node.getUnallocatedResource())
        .as("free on " + id)
        .isEqualTo(node.getTotalResource());
    assertThat(node.getNumContainers()).as("containers on " + id).isZero();
    assertThat(node.getCopiedListOfRunningContainers()).as("containers on " + id).isEmpty();
  }

  private @Nullable Object answer(Method method) {
    return switch (method.getName()) {
      case "getNodeID" -> id;
      case "getHostName" -> id.getHost();
      case "getNodeAddress", "toString" -> id.toString();
      case "getHttpAddress" -> id.getHost() + ":8042";
      case "getTotalCapability" -> capability;
      case "getRackName" -> rack;
      case "getState" -> state;
      case "getNodeLabels" -> fixture.rm.getRMContext().getNodeLabelManager().getLabelsOnNode(id);
      case "getAllNodeAttributes" -> attributes;
      case "getRMContext" -> fixture.rm.getRMContext();
      case "getNodeUtilization", "getAggregatedContainersUtilization" ->
          ResourceUtilization.newInstance(0, 0, 0f);
      case "pullContainerUpdates" -> pullUpdates();
      case "pullNewlyIncreasedContainers" -> drain(increased);
      default -> Stub.nothing(method);
    };
  }

  /** As YARN's own node does, whose place this one takes: what was launched expires no more. */
  private List<UpdatedContainerInfo> pullUpdates() {
    launched.forEach(
        status ->
            fixture
                .rm
                .getRMContext()
                .getContainerAllocationExpirer()
                .unregister(new AllocationExpirationInfo(status.getContainerId())));
    return List.of(new UpdatedContainerInfo(drain(launched), drain(completed), List.of()));
  }

  private static <T> List<T> drain(List<T> list) {
    List<T> copy = new ArrayList<>(list);
    list.clear();
    return copy;
  }

  private static ContainerStatus status(ContainerId container, ContainerState containerState) {
    return ContainerStatus.newInstance(container, containerState, "", 0);
  }
}
