// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * Reads the queues and the share tree into a snapshot for pages. As a visitor it copies under the
 * scheduler's lock, in its slices; shares and sums are computed without it. For one reading.
 */
public final class SnapshotReader implements ClusterReader.Visitor {
  private final ResourceVectors vectors;
  private final Map<FairQueue, QueueCopy> copies = new HashMap<>();

  public SnapshotReader(ResourceVectors vectors) {
    this.vectors = vectors;
  }

  @Override
  public void begin() {
    copies.clear();
  }

  @Override
  public void visit(FairQueue queue) {
    copies.put(queue, new QueueCopy(queue));
  }

  @Override
  public void visit(Application application) {
    QueueCopy queue = copies.get(application.queue());
    if (queue != null) {
      queue.add(application);
    }
  }

  /**
   * Returns the queues as they were visited. Without the lock.
   *
   * @param snapshot for which this was the visitor
   * @param maximumAllocation the most that any container may have
   */
  public QueueSnapshot read(ClusterSnapshot snapshot, Resource maximumAllocation) {
    return new SnapshotBuilder(snapshot, vectors, maximumAllocation, copies).read();
  }
}
