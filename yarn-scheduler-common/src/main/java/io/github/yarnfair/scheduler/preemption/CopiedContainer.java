// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.scheduler.snapshot.NodeCopy.Held;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/** A container with its application. */
record CopiedContainer(Held held, CopiedApplication owner) {
  RMContainer container() {
    return held.container();
  }

  /** Returns its size at the time of the copy. */
  Resource size() {
    return held.size();
  }

  /** Returns the leaf of its application in the copied share tree. */
  int leaf() {
    return held.leaf();
  }

  /** Returns the machine class in which it is charged. */
  int machineClass() {
    return held.machineClass();
  }

  /** Returns the full path of its application's queue. */
  String queue() {
    return owner.queue().getQueueName();
  }
}
