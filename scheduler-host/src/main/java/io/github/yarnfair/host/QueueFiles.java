// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One hierarchy in YARN's two configuration languages, as a fair-minded administrator writes it.
 * Where a scheduler has a knob that would handicap it (user limits, the share for
 * ApplicationMasters, few containers per heartbeat), the knob is opened: nothing but the
 * scheduler's idea of fairness limits a queue.
 */
public final class QueueFiles {
  private static final String CAPACITY = "yarn.scheduler.capacity.";

  /** CapacityScheduler's key for the part of a queue that masters may take. */
  static final String MASTERS = CAPACITY + "maximum-am-resource-percent";

  /** FairScheduler's value for masters without a limit. */
  static final String ANY_MASTERS = "-1.0";

  private static final String MANY = "1000000";

  private QueueFiles() {}

  /**
   * Returns the keys of a {@code capacity-scheduler.xml} with weights as capacities.
   *
   * <p>A heartbeat may place any number of containers, at any locality. The applications of a queue
   * share it fairly, except in a queue that serves in order. {@link QueueShape#maximum} is left
   * out, since a maximum in the file is a percentage of the parent's.
   */
  public static Map<String, String> capacityKeys(QueueShape root) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(
        CAPACITY + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    keys.put(MASTERS, "1.0");
    keys.put(CAPACITY + "maximum-applications", MANY);
    keys.put(CAPACITY + "node-locality-delay", "-1");
    keys.put(CAPACITY + "schedule-asynchronously.enable", "false");
    String heartbeat = CAPACITY + "per-node-heartbeat.";
    keys.put(heartbeat + "multiple-assignments-enabled", "true");
    keys.put(heartbeat + "maximum-container-assignments", "-1");
    keys.put(heartbeat + "maximum-offswitch-assignments", MANY);
    addCapacityKeys(root, root.name(), keys);
    return keys;
  }

  private static void addCapacityKeys(QueueShape queue, String path, Map<String, String> keys) {
    String prefix = CAPACITY + path + ".";
    if (!path.equals("root")) {
      keys.put(prefix + "capacity", trimmed(queue.weight()) + "w");
    }
    if (queue.isLeaf()) {
      keys.put(prefix + "user-limit-factor", "-1");
      keys.put(prefix + "ordering-policy", queue.isInOrder() ? "fifo" : "fair");
      keys.put(prefix + "maximum-applications", MANY);
      return;
    }
    keys.put(
        prefix + "queues",
        queue.children().stream().map(QueueShape::name).collect(Collectors.joining(",")));
    queue.children().forEach(child -> addCapacityKeys(child, path + "." + child.name(), keys));
  }

  /** Returns a {@code fair-scheduler.xml} with the policy {@code drf} everywhere. */
  public static String fairAllocations(QueueShape root) {
    return fairAllocations(root, ANY_MASTERS);
  }

  /**
   * Returns the same keys with the part of each queue's fair share that masters may take, 0 to 1.
   */
  static String fairAllocations(QueueShape root, String masters) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<allocations>\n");
    xml.append("  <defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>\n");
    xml.append("  <queueMaxAMShareDefault>" + masters + "</queueMaxAMShareDefault>\n");
    addFairQueue(root, "  ", xml);
    return xml.append("</allocations>\n").toString();
  }

  private static void addFairQueue(QueueShape queue, String indent, StringBuilder xml) {
    xml.append(indent).append("<queue name=\"").append(queue.name()).append("\">\n");
    xml.append(indent).append("  <weight>").append(trimmed(queue.weight())).append("</weight>\n");
    String policy = queue.isInOrder() ? "fifo" : "drf";
    xml.append(indent).append("  <schedulingPolicy>" + policy + "</schedulingPolicy>\n");
    if (!queue.maximum().isEmpty()) {
      String most =
          queue.maximum().entrySet().stream()
              .map(amount -> amount.getKey() + "=" + amount.getValue())
              .sorted()
              .collect(Collectors.joining(", "));
      xml.append(indent).append("  <maxResources>" + most + "</maxResources>\n");
    }
    queue.children().forEach(child -> addFairQueue(child, indent + "  ", xml));
    xml.append(indent).append("</queue>\n");
  }

  private static String trimmed(double weight) {
    return weight == Math.rint(weight) ? Long.toString((long) weight) : Double.toString(weight);
  }
}
