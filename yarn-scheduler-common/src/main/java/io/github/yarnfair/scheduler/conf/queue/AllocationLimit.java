// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * The most that one container of a queue may have, of the resource types that the queue or one
 * above it limits. The cluster's maximum applies besides.
 *
 * @param bounds by resource type; empty: nothing but the cluster's maximum applies
 */
public record AllocationLimit(Map<String, Bound> bounds) {
  /** Only the cluster's maximum applies. */
  public static final AllocationLimit NONE = new AllocationLimit(Map.of());

  /**
   * The limit of one resource type.
   *
   * @param most at least 0, in the type's unit (memory: MiB)
   * @param key by which it was set
   */
  public record Bound(long most, String key) {}

  public AllocationLimit {
    bounds = Map.copyOf(bounds);
  }

  /** Returns the limit of a queue below that sets some bounds itself. */
  AllocationLimit with(Map<String, Bound> own) {
    if (own.isEmpty()) {
      return this;
    }
    Map<String, Bound> all = new HashMap<>(bounds);
    all.putAll(own);
    return new AllocationLimit(all);
  }

  /** Returns the smaller of this limit and the cluster's, type by type; never changes it. */
  public Resource within(Resource ofCluster) {
    if (bounds.isEmpty()) {
      return ofCluster;
    }
    Resource most = Resources.clone(ofCluster);
    for (ResourceInformation type : most.getResources()) {
      Bound bound = bounds.get(type.getName());
      if (bound != null && bound.most() < type.getValue()) {
        most.setResourceValue(type.getName(), bound.most());
      }
    }
    return most;
  }
}
