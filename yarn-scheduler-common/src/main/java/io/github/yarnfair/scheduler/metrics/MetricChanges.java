// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;

/** Changes of a queue's metrics by the containers of one user in one partition. */
final class MetricChanges {
  private final String partition;
  private final String user;

  /** Requests less withdrawn and served ones: mostly 0, since masters ask again. */
  final ContainerSum asked = new ContainerSum();

  final ContainerSum allocated = new ContainerSum();
  final ContainerSum released = new ContainerSum();

  /** Reservations less ended ones. */
  final ContainerSum reserved = new ContainerSum();

  /** By how local the container is to what was asked for. */
  final Map<NodeType, Integer> placed = new EnumMap<>(NodeType.class);

  /**
   * @param partition the label, "" for nodes without one
   */
  MetricChanges(String partition, String user) {
    this.partition = partition;
    this.user = user;
  }

  String partition() {
    return partition;
  }

  String user() {
    return user;
  }

  boolean isOf(String ofPartition, String ofUser) {
    return user.equals(ofUser) && partition.equals(ofPartition);
  }
}
