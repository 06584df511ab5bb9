// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.record;

import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.recording.Recorder;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Records queues, applications, nodes and containers as YARN knows them: decisions can be repeated
 * without, but a workload needs them, and readers need names. Under the scheduler's write lock.
 */
public final class RecordedFacts {
  private final Recorder recorder;
  private final ResourceVectors vectors;
  private final long[] amounts;
  private int nodes;

  /** Begins to number nodes from 1. */
  public RecordedFacts(Recorder recorder, ResourceVectors vectors) {
    this.recorder = recorder;
    this.vectors = vectors;
    amounts = new long[vectors.length()];
  }

  public Recorder recorder() {
    return recorder;
  }

  /**
   * Records a queue.
   *
   * @param handle in the share tree
   * @param name full path
   */
  public void queue(int handle, String name) {
    recorder.queue(handle, name);
  }

  /**
   * Records an application that has its leaf.
   *
   * @param queue full path
   */
  public void application(int leaf, ApplicationId id, String user, String queue) {
    recorder.application(
        leaf,
        id.getClusterTimestamp(),
        id.getId(),
        LogText.of(user), // A reader refuses what would control a terminal.
        queue);
  }

  /** Ends an epoch of the balances and records it, as one event. */
  public void endEpoch(Balances balances) {
    recorder.beginEpoch();
    try {
      balances.endEpoch();
    } finally {
      recorder.endEpoch(balances.rules().halfLifeMillis(), balances.rules().onlyContended());
    }
  }

  /** Records a node that has registered, and gives it a number. */
  public void registered(RecordedNode node) {
    node.setRecordedNumber(++nodes);
    changed(node);
  }

  /** Records what a registered node has now. */
  public void changed(RecordedNode node) {
    recorder.node(
        node.recordedNumber(),
        node.getNodeID().toString(),
        node.machineClass(),
        node.total(vectors));
  }

  /** Records that a node has left. */
  public void left(RecordedNode node) {
    recorder.nodeGone(node.recordedNumber());
  }

  /** Records a container that runs; from when it was created, which may be earlier. */
  public void started(int leaf, RMContainer container, RecordedNode node, boolean isMaster) {
    ContainerId id = container.getContainerId();
    vectors.read(container.getContainer().getResource(), amounts);
    recorder.container(
        leaf,
        id.getApplicationAttemptId().getAttemptId(),
        id.getContainerId(),
        node.recordedNumber(),
        isMaster,
        container.getCreationTime(),
        amounts);
  }

  /** Records that a container has ended. */
  public void ended(int leaf, ContainerId id, int exitStatus) {
    recorder.containerEnded(
        leaf, id.getApplicationAttemptId().getAttemptId(), id.getContainerId(), exitStatus);
  }
}
