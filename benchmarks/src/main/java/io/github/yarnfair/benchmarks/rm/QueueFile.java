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
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One tree of queues in the file of each scheduler, as a fair-minded administrator writes it. */
final class QueueFile {
  private static final String CAPACITY = "yarn.scheduler.capacity.";
  private static final String MANY = "1000000";

  private QueueFile() {}

  /**
   * Returns the keys of a capacity-scheduler.xml.
   *
   * <p>A heartbeat may place whatever fits, anywhere; one user may use all of a queue; nothing but
   * fairness limits a queue.
   */
  static Map<String, String> capacityKeys(TreeSpec root) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(
        CAPACITY + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    keys.put(CAPACITY + "maximum-am-resource-percent", "1.0");
    keys.put(CAPACITY + "maximum-applications", MANY);
    keys.put(CAPACITY + "node-locality-delay", "-1");
    keys.put(CAPACITY + "schedule-asynchronously.enable", "false");
    keys.put(CAPACITY + "per-node-heartbeat.multiple-assignments-enabled", "true");
    keys.put(CAPACITY + "per-node-heartbeat.maximum-container-assignments", "-1");
    keys.put(CAPACITY + "per-node-heartbeat.maximum-offswitch-assignments", MANY);
    addQueue(root, "root", keys);
    return keys;
  }

  private static void addQueue(TreeSpec queue, String path, Map<String, String> keys) {
    String prefix = CAPACITY + path + ".";
    if (!path.equals("root")) {
      keys.put(prefix + "capacity", queue.weight() + "w");
    }
    if (ClusterWorkload.isLeafQueue(queue)) {
      keys.put(prefix + "user-limit-factor", "-1");
      keys.put(prefix + "ordering-policy", "fair");
      keys.put(prefix + "maximum-applications", MANY);
      return;
    }
    keys.put(
        prefix + "queues",
        queue.children().stream().map(TreeSpec::name).collect(Collectors.joining(",")));
    for (TreeSpec child : queue.children()) {
      addQueue(child, path + "." + child.name(), keys);
    }
  }

  /** Returns a file of Hadoop's usual format. */
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
    addQueue(root, xml);
    return xml.append("</allocations>\n").toString();
  }

  private static void addQueue(TreeSpec queue, StringBuilder xml) {
    xml.append("<queue name=\"%s\"><weight>%s</weight>".formatted(queue.name(), queue.weight()));
    xml.append("<schedulingPolicy>drf</schedulingPolicy>\n");
    if (!ClusterWorkload.isLeafQueue(queue)) {
      queue.children().forEach(child -> addQueue(child, xml));
    }
    xml.append("</queue>\n");
  }
}
