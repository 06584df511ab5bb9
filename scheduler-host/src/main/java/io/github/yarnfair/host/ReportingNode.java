// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;

/** A node whose heartbeats report what the caller has set; everything else is YARN's own. */
public final class ReportingNode extends RMNodeImpl {
  private List<ContainerStatus> launched = new ArrayList<>();
  private List<ContainerStatus> completed = new ArrayList<>();

  /**
   * @param number gives the node an address that needs no name service
   */
  ReportingNode(int number, RMContext context, Resource total) {
    this(
        "127.%d.%d.%d".formatted(number / 62500, number / 250 % 250, number % 250 + 1),
        context,
        total);
  }

  private ReportingNode(String host, RMContext context, Resource total) {
    super(
        NodeId.newInstance(host, 45454),
        context,
        host,
        45454,
        8042,
        new NodeBase(host, "/rack"),
        total,
        "3.5.0");
  }

  /** The next heartbeat reports that a container has started. */
  public void launch(ContainerId id) {
    launched.add(
        ContainerStatus.newInstance(id, ContainerState.RUNNING, "", ContainerExitStatus.INVALID));
  }

  /** The next heartbeat reports that a container has ended by itself. */
  public void end(ContainerId id) {
    completed.add(
        ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", ContainerExitStatus.SUCCESS));
  }

  @Override
  public List<UpdatedContainerInfo> pullContainerUpdates() {
    if (launched.isEmpty() && completed.isEmpty()) {
      return List.of();
    }
    UpdatedContainerInfo info = new UpdatedContainerInfo(launched, completed, List.of());
    launched = new ArrayList<>();
    completed = new ArrayList<>();
    return List.of(info);
  }
}
