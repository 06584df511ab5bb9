// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.simulator.run.RunQueue;
import java.util.LinkedHashMap;
import java.util.Map;

/** The queues of a run in the configuration languages of real schedulers. */
final class QueueShapes {
  private static final String CAPACITY = "yarn.scheduler.capacity.";

  private QueueShapes() {}

  /** Returns the hierarchy, its weights, maxima and orders. */
  static QueueShape of(RunQueue queue, ClusterResources resources) {
    Map<String, Long> maximum = new LinkedHashMap<>();
    for (int j = 0; j < queue.maximum().length; j++) {
      if (queue.maximum()[j] != RunQueue.UNLIMITED) {
        maximum.put(resources.names().get(j), queue.maximum()[j]);
      }
    }
    return new QueueShape(
        queue.name(),
        queue.weight(),
        maximum,
        queue.inOrder(),
        queue.children().stream().map(child -> of(child, resources)).toList());
  }

  /**
   * Returns the keys of a {@code capacity-scheduler.xml} for what a shape does not say: maxima as
   * percentages of the parent's, the largest of the resources that are limited, and the users of
   * leaf queues.
   *
   * @param capacity sum of all nodes
   */
  static Map<String, String> keys(RunQueue root, long[] capacity) {
    Map<String, String> keys = new LinkedHashMap<>();
    addKeys(root, capacity, keys);
    return keys;
  }

  private static void addKeys(RunQueue queue, long[] ofParent, Map<String, String> keys) {
    long[] most = ofParent.clone();
    double part = 0;
    boolean isLimited = false;
    for (int j = 0; j < queue.maximum().length; j++) {
      if (queue.maximum()[j] != RunQueue.UNLIMITED) {
        isLimited = true;
        most[j] = Math.min(most[j], queue.maximum()[j]);
        part = Math.max(part, ofParent[j] > 0 ? (double) most[j] / ofParent[j] : 0);
      }
    }
    String prefix = CAPACITY + queue.path() + ".";
    if (isLimited && part < 1) {
      keys.put(prefix + "maximum-capacity", Double.toString(100 * part));
    }
    Double factor = queue.users().limitFactor();
    if (factor != null) {
      keys.put(prefix + "user-limit-factor", factor.toString());
    }
    if (queue.users().areShares()) {
      keys.put(prefix + "minimum-user-limit-percent", "1");
      queue
          .users()
          .weights()
          .forEach((user, w) -> keys.put(prefix + "user-settings." + user + ".weight", "" + w));
    }
    queue.children().forEach(child -> addKeys(child, most, keys));
  }
}
