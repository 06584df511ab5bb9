// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.conformance.adapter.AdapterException;
import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.QueueTree;
import io.github.yarnfair.host.QueueShape;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;

/** The queues of a case as a scheduler's file has them: with the same weight in each partition. */
final class CaseQueues {
  private final List<String> labels;
  private final Map<String, String> paths = new HashMap<>();
  private QueueTree root;

  CaseQueues(Event.Cluster cluster) {
    root = cluster.queues();
    labels = cluster.labels();
    addPaths(root, "root");
  }

  private void addPaths(QueueTree queue, String path) {
    paths.put(queue.name(), path);
    queue.queues().forEach(child -> addPaths(child, path + "." + child.name()));
  }

  /** Returns the full path of a queue. */
  String path(String name) throws AdapterException {
    return AdapterException.known(paths, name, "queue");
  }

  /** Changes a queue's weight. */
  void weigh(Event.Weight change) throws AdapterException {
    AdapterException.known(paths, change.queue(), "queue");
    root = weighed(root, change);
  }

  private static QueueTree weighed(QueueTree queue, Event.Weight change) {
    return new QueueTree(
        queue.name(),
        queue.name().equals(change.queue()) ? change.weight() : queue.weight(),
        queue.queues().stream().map(child -> weighed(child, change)).toList());
  }

  /** Returns the hierarchy with its weights. */
  QueueShape shape() {
    return shape(root);
  }

  private QueueShape shape(QueueTree queue) {
    String path = Objects.requireNonNull(paths.get(queue.name()));
    return new QueueShape(
        path.substring(path.lastIndexOf('.') + 1),
        queue.weight(),
        queue.queues().stream().map(this::shape).toList());
  }

  /** Returns the keys of a {@code capacity-scheduler.xml} for what the shape does not say. */
  Map<String, String> labelKeys() {
    Map<String, String> keys = new LinkedHashMap<>();
    root.forEach(
        queue -> {
          String path = Objects.requireNonNull(paths.get(queue.name()));
          String prefix = CapacitySchedulerConfiguration.PREFIX + path + ".accessible-node-labels";
          // YARN gives root all of each partition, and no weight.
          String capacity = path.equals("root") ? "100" : queue.weight() + "w";
          for (String label : labels) {
            keys.put(prefix, "*");
            keys.put(prefix + "." + label + ".capacity", capacity);
          }
        });
    return keys;
  }
}
