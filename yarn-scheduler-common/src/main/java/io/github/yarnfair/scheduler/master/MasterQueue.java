// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.metrics.BatchedQueueMetrics;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractUsersManager;

/** What limits the masters of a leaf queue. */
public interface MasterQueue {
  /** Returns what the queue file says of it. */
  QueueSpec spec();

  /** Returns its handle in the share tree. */
  int handle();

  /** Returns the share tree. */
  ShareTree shares();

  /** Returns the machine classes whose amounts the share tree has. */
  MachineClasses machineClasses();

  /** Returns the part of a machine class that it is entitled to: 0 to 1. */
  double entitledFractionOfCluster(int machineClass);

  /** Returns the users who ask for something. */
  AbstractUsersManager getAbstractUsersManager();

  /** Returns its metrics, which have its AM limit. */
  BatchedQueueMetrics getMetrics();
}
