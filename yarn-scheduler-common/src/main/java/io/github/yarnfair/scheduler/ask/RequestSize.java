// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;

/**
 * The size of the containers that a request asks for. YARN rounds it up to a multiple of the
 * minimum allocation, but no further than the largest node has, so that the last task of a node has
 * room. That alone would give containers smaller than what was asked for, of 0 MiB even, while the
 * large nodes are away; so a size is never less than what was asked for, unless the configured
 * maximum is.
 *
 * @param asked by the master
 * @param most rounded up, within the configured maximum
 * @param rounded to be allocated
 */
public record RequestSize(Resource asked, Resource most, Resource rounded) {
  /**
   * Returns the size for what is asked for.
   *
   * @param most what is asked for, rounded up within the configured maximum
   * @param ofNodes of each resource type what the node with the most of it has
   */
  public static RequestSize of(Resource asked, Resource most, Resource ofNodes) {
    Resource rounded =
        Resources.fitsIn(most, ofNodes)
            ? most
            : Resources.componentwiseMin(most, Resources.componentwiseMax(asked, ofNodes));
    return new RequestSize(asked, most, rounded);
  }

  /**
   * Returns whether a request of a size may be this one, rounded when the largest node was another.
   */
  public boolean mayBe(Resource pending) {
    return Resources.fitsIn(asked, pending) && Resources.fitsIn(pending, most);
  }
}
