// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.Arrays;
import java.util.Locale;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivitiesManager;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts.ActivitiesGroupBy;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ActivitiesInfo;
import org.jspecify.annotations.Nullable;

/** The activities of a node that a caller names, in YARN's answer. */
final class NodeActivities {
  private NodeActivities() {}

  /**
   * Returns what was recorded last, and records what the node's next heartbeat leads to.
   *
   * @param node {@code host} or {@code host:port}
   * @param groupBy null, or what activities are grouped by
   * @return says what is wrong if the node is not registered or the grouping not known
   */
  static ActivitiesInfo of(HierarchicalScheduler scheduler, String node, @Nullable String groupBy) {
    ActivitiesGroupBy grouping = null;
    if (groupBy != null) {
      try {
        grouping = ActivitiesGroupBy.valueOf(groupBy.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        return new ActivitiesInfo(
            "Got invalid groupBy: %s, valid groupBy types: %s"
                .formatted(groupBy, Arrays.asList(ActivitiesGroupBy.values())),
            node);
      }
    }
    String id = scheduler.readings().nodeNamed(node);
    if (id == null) {
      return new ActivitiesInfo("Cannot find node manager with given node id", node);
    }
    ActivitiesManager activities = scheduler.getActivitiesManager();
    activities.recordNextNodeUpdateActivities(id);
    return activities.getActivitiesInfo(id, grouping);
  }
}
