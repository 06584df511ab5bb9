// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;

/**
 * How long the requests of one attempt that name no label wait for nodes without a label, before
 * they use idle resources of a shared partition: until each node has reported once on average, as
 * under CapacityScheduler. Under the scheduler's write lock.
 */
public final class IdleRoomDelay {
  /** Empty for most attempts. */
  private Map<SchedulerRequestKey, Long> waitingSince = Map.of();

  /**
   * Returns whether a request need not wait any longer; the first call begins its wait.
   *
   * @param reports how often nodes have reported, all together
   * @param clusterNodes number of registered nodes
   */
  public boolean isOver(SchedulerRequestKey request, long reports, int clusterNodes) {
    Long since = waitingSince.get(request);
    if (since == null || since > reports) {
      waitingSince = waitingSince.isEmpty() ? new HashMap<>() : waitingSince;
      waitingSince.put(request, reports);
      return false;
    }
    return reports - since >= clusterNodes;
  }

  /** Returns whether a request has begun to wait: its turn has come, and it was passed over. */
  public boolean hasBegun(SchedulerRequestKey request) {
    return waitingSince.containsKey(request);
  }

  /** Records that a request was served on a node without a label: its wait begins again. */
  public void served(SchedulerRequestKey request) {
    if (!waitingSince.isEmpty()) {
      waitingSince.remove(request);
    }
  }
}
