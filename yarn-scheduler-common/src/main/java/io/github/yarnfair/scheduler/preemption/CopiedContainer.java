// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/** A container with its size, application and machine class of the time of the copy. */
record CopiedContainer(
    RMContainer container, Resource size, CopiedApplication owner, int machineClass) {
  /** Returns the full path of its application's queue. */
  String queue() {
    return owner.queue().getQueueName();
  }
}
