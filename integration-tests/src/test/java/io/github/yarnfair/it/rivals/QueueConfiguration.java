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
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One tree of queues in the language of each scheduler. */
final class QueueConfiguration {
  private static final String CAPACITY = "yarn.scheduler.capacity.";

  private QueueConfiguration() {}

  /** Returns the queue's name: a comma separates queues in YARN, a dot levels. */
  static String queueName(TreeSpec node) {
    return node.name().replaceAll("[,.]", "_");
  }

  /**
   * Returns the keys of a capacity-scheduler.xml.
   *
   * <p>So that only the scheduler's idea of fairness limits a queue: one user may use all of it,
   * application masters may too, a heartbeat may start many containers anywhere, and applications
   * of one queue share it.
   *
   * @param perHeartbeat most containers that one heartbeat starts; -1: no limit
   */
  static Map<String, String> capacityKeys(TreeSpec root, int perHeartbeat) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(
        CAPACITY + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    keys.put(CAPACITY + "maximum-am-resource-percent", "1.0");
    keys.put(CAPACITY + "node-locality-delay", "-1");
    keys.put(CAPACITY + "schedule-asynchronously.enable", "false");
    String heartbeat = CAPACITY + "per-node-heartbeat.";
    keys.put(heartbeat + "multiple-assignments-enabled", "true");
    keys.put(heartbeat + "maximum-container-assignments", Integer.toString(perHeartbeat));
    keys.put(heartbeat + "maximum-offswitch-assignments", "1000000");
    addChildren(root, "root", keys);
    return keys;
  }

  private static void addChildren(TreeSpec queue, String path, Map<String, String> keys) {
    String prefix = CAPACITY + path + ".";
    keys.put(
        prefix + "queues",
        queue.children().stream()
            .map(QueueConfiguration::queueName)
            .collect(Collectors.joining(",")));
    for (TreeSpec child : queue.children()) {
      String childPath = path + "." + queueName(child);
      keys.put(CAPACITY + childPath + ".capacity", child.weight() + "w");
      if (child.isLeaf()) {
        keys.put(CAPACITY + childPath + ".user-limit-factor", "-1");
        keys.put(CAPACITY + childPath + ".ordering-policy", "fair");
      } else {
        addChildren(child, childPath, keys);
      }
    }
  }

  /** Returns a capacity-scheduler.xml. */
  static String xml(Map<String, String> keys) {
    return keys.entrySet().stream()
        .map(
            key ->
                "<property><name>%s</name><value>%s</value></property>\n"
                    .formatted(key.getKey(), key.getValue()))
        .collect(Collectors.joining("", "<configuration>\n", "</configuration>\n"));
  }

  /** Returns a fair-scheduler.xml: DRF at every level. */
  static String fairAllocations(TreeSpec root) {
    StringBuilder xml = new StringBuilder("<allocations>\n");
    xml.append("<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>\n");
    addQueue(root, "root", xml);
    return xml.append("</allocations>\n").toString();
  }

  private static void addQueue(TreeSpec queue, String name, StringBuilder xml) {
    xml.append("<queue name=\"%s\"><weight>%s</weight>".formatted(name, queue.weight()));
    xml.append("<schedulingPolicy>drf</schedulingPolicy>\n");
    queue.children().forEach(child -> addQueue(child, queueName(child), xml));
    xml.append("</queue>\n");
  }
}
