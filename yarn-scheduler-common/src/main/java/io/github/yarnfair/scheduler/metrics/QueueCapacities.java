// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * The entitlement and the limits of a queue.
 *
 * <p>Of a cluster with node labels they are those of the partition without a label, as in
 * CapacityScheduler's metrics, except where a parameter's description differs.
 *
 * @param cluster all resources of the registered nodes
 * @param guaranteed the queue's entitlement while all its siblings use theirs, at most its maximum
 * @param maximum the most that the queue may hold
 * @param masterLimit AM limit: the most that application masters may hold, none for a parent queue
 * @param masterUsed the sum of the active application masters, placed or about to be
 * @param fraction the part of the parent that the queue is entitled to: 0 to 1
 * @param fractionOfCluster the part of the cluster that the queue is entitled to: 0 to 1
 * @param maximumFraction the queue's maximum as a part of the parent's maximum: 0 to 1
 * @param maximumFractionOfCluster the part of the cluster that the queue may hold: 0 to 1
 * @param guaranteedByLabel the entitlement in each partition with a label
 */
public record QueueCapacities(
    Resource cluster,
    Resource guaranteed,
    Resource maximum,
    Resource masterLimit,
    Resource masterUsed,
    double fraction,
    double fractionOfCluster,
    double maximumFraction,
    double maximumFractionOfCluster,
    Map<String, Resource> guaranteedByLabel) {

  public QueueCapacities {
    guaranteedByLabel = Map.copyOf(guaranteedByLabel);
  }

  /**
   * Returns max(0, entitlement − used) by resource type, CapacityScheduler's available resources.
   */
  Resource available(ContainerSum held) {
    return available(guaranteed, held);
  }

  /** Returns the same of a partition with a label; nothing if there is none of that name. */
  Resource available(String label, ContainerSum held) {
    return available(guaranteedByLabel.getOrDefault(label, Resources.none()), held);
  }

  /** Returns the entitlement in a partition; nothing if there is none of that name. */
  Resource guaranteed(String label) {
    return label.isEmpty() ? guaranteed : guaranteedByLabel.getOrDefault(label, Resources.none());
  }

  private static Resource available(Resource guaranteed, ContainerSum held) {
    Resource available = Resource.newInstance(0, 0);
    ResourceInformation[] entitled = guaranteed.getResources();
    for (int j = 0; j < entitled.length; j++) {
      available.setResourceValue(j, Math.max(0, entitled[j].getValue() - held.total(j)));
    }
    return available;
  }

  /** Returns the largest part of any resource of the cluster that is held: 0 to 1. */
  double usedFractionOfCluster(ContainerSum held) {
    double most = 0.0;
    ResourceInformation[] all = cluster.getResources();
    for (int j = 0; j < all.length; j++) {
      if (all[j].getValue() > 0) {
        most = Math.max(most, (double) held.total(j) / (double) all[j].getValue());
      }
    }
    return most;
  }

  /** Returns used by entitlement: above 1 if the queue holds more than its entitlement. */
  double usedFraction(ContainerSum held) {
    return fractionOfCluster > 0.0 ? usedFractionOfCluster(held) / fractionOfCluster : 0.0;
  }
}
