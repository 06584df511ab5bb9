// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.recording.Recorder;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
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

  void queue(FairQueue queue) {
    recorder.queue(queue.handle(), queue.getQueueName());
  }

  void application(Application application, int leaf) {
    recorder.application(
        leaf,
        application.id().getClusterTimestamp(),
        application.id().getId(),
        LogText.of(application.getUser()), // A reader refuses what would control a terminal.
        application.queue().getQueueName());
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
  public void registered(ClusterNode node) {
    node.setRecordedNumber(++nodes);
    changed(node);
  }

  /** Records what a registered node has now. */
  public void changed(ClusterNode node) {
    recorder.node(
        node.recordedNumber(),
        node.getNodeID().toString(),
        node.machineClass(),
        node.total(vectors));
  }

  /** Records that a node has left. */
  public void left(ClusterNode node) {
    recorder.nodeGone(node.recordedNumber());
  }

  /** Records a container that runs; from when it was created, which may be earlier. */
  public void started(
      Application application, RMContainer container, ClusterNode node, boolean isMaster) {
    ContainerId id = container.getContainerId();
    vectors.read(container.getContainer().getResource(), amounts);
    recorder.container(
        application.leaf(),
        id.getApplicationAttemptId().getAttemptId(),
        id.getContainerId(),
        node.recordedNumber(),
        isMaster,
        container.getCreationTime(),
        amounts);
  }

  void ended(Application application, ContainerId id, int exitStatus) {
    recorder.containerEnded(
        application.leaf(),
        id.getApplicationAttemptId().getAttemptId(),
        id.getContainerId(),
        exitStatus);
  }
}
