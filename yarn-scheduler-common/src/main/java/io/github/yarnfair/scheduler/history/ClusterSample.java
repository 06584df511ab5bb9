// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import io.github.yarnfair.scheduler.metrics.BatchedQueueMetrics;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * The state of the scheduler at one moment.
 *
 * @param queues root first, each queue after the one above it
 * @param waiting applications that want more than they hold
 * @param shapes distinct demand vectors of their requests
 * @param capacity amount of each resource type in the cluster
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ClusterSample(
    List<Queue> queues, List<Waiting> waiting, List<long[]> shapes, long[] capacity) {

  /**
   * A queue.
   *
   * @param path full path
   * @param above position of the queue above it; -1 for root
   * @param held dominant share
   * @param ideal ideal dominant share
   * @param heldAmounts what it holds in all partitions together, by resource type
   * @param idealAmounts what it would hold ideally, by resource type
   * @param balance null if shares have no memory
   * @param byPartition the same by node label; empty if there is one partition
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Queue(
      String path,
      int above,
      BatchedQueueMetrics metrics,
      double held,
      double ideal,
      long[] heldAmounts,
      long[] idealAmounts,
      @Nullable Balance balance,
      Map<String, Part> byPartition) {}

  /**
   * The balance of a queue.
   *
   * @param seconds by resource type over all machine classes, in amounts times seconds, above 0 for
   *     what is ahead
   * @param factor by what the configured weight is multiplied, in the class where that is furthest
   *     from 1
   * @param relative by what the queue's part comes to in the time that is remembered, of the
   *     resource in which it is furthest ahead or behind
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Balance(double[] seconds, double factor, double relative) {}

  /**
   * The usage of a queue in a partition.
   *
   * @param held largest part of any resource of the partition that it holds
   * @param ideal the same of its ideal usage; null where shares are of the whole cluster
   * @param idealAmounts its ideal usage there, by resource type; null where shares are of the whole
   *     cluster
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Part(double held, @Nullable Double ideal, long @Nullable [] idealAmounts) {}

  /**
   * An application that waits.
   *
   * @param queue position of its queue
   */
  record Waiting(ApplicationId id, int queue) {}
}
