/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.minicluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes one hierarchy in YARN's two configuration languages. Where a rival has a knob that would
 * handicap it here (user limits, the share for ApplicationMasters, one container per heartbeat),
 * the knob is opened: what is compared is the order of serving.
 */
final class QueueFiles {
  private static final String CAPACITY = "yarn.scheduler.capacity.";

  private QueueFiles() {}

  /** The keys of a {@code capacity-scheduler.xml} with weights as capacities. */
  static Map<String, String> capacityKeys(QueueShape root) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(CAPACITY + "maximum-am-resource-percent", "1.0");
    keys.put(
        CAPACITY + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    keys.put(CAPACITY + "node-locality-delay", "-1");
    keys.put(CAPACITY + "per-node-heartbeat.maximum-offswitch-assignments", "100");
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
      return;
    }
    keys.put(
        prefix + "queues",
        queue.children().stream().map(QueueShape::name).collect(Collectors.joining(",")));
    queue.children().forEach(child -> addCapacityKeys(child, path + "." + child.name(), keys));
  }

  /** A {@code fair-scheduler.xml} with the policy {@code drf} everywhere. */
  static String fairAllocations(QueueShape root) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<allocations>\n");
    xml.append("  <defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>\n");
    xml.append("  <queueMaxAMShareDefault>-1.0</queueMaxAMShareDefault>\n");
    addFairQueue(root, "  ", xml);
    return xml.append("</allocations>\n").toString();
  }

  private static void addFairQueue(QueueShape queue, String indent, StringBuilder xml) {
    xml.append(indent).append("<queue name=\"").append(queue.name()).append("\">\n");
    xml.append(indent).append("  <weight>").append(trimmed(queue.weight())).append("</weight>\n");
    xml.append(indent).append("  <schedulingPolicy>drf</schedulingPolicy>\n");
    queue.children().forEach(child -> addFairQueue(child, indent + "  ", xml));
    xml.append(indent).append("</queue>\n");
  }

  private static String trimmed(double weight) {
    return weight == Math.rint(weight) ? Long.toString((long) weight) : Double.toString(weight);
  }
}
