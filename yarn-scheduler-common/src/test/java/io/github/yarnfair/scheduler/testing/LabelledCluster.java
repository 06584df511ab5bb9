// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;

/** A cluster with node labels: "own" is exclusive, "open" is not. */
final class LabelledCluster implements AutoCloseable {
  static final String OWN = "own";
  static final String OPEN = "open";

  final SchedulerFixture fixture;

  LabelledCluster(SchedulerConf conf) throws IOException {
    fixture = new SchedulerFixture(conf.copy().yarn(YarnConfiguration.NODE_LABELS_ENABLED, true));
    labels()
        .addToCluserNodeLabels(
            List.of(NodeLabel.newInstance(OWN, true), NodeLabel.newInstance(OPEN, false)));
  }

  /** Returns a configuration where some queues have a part of both partitions. */
  static SchedulerConf withParts(SchedulerConf conf, String parent, String children) {
    SchedulerConf with = conf.copy().queues(parent, children);
    int queues = children.split(",").length;
    for (String child : children.split(",")) {
      for (String label : List.of(OWN, OPEN)) {
        with.set(part(parent + "." + child, label, "capacity"), 100.0 / queues);
      }
    }
    return with;
  }

  /** Returns the key of a queue's part of a partition, below the prefix of all queues. */
  static String part(String queue, String label, String property) {
    return queue + ".accessible-node-labels." + label + "." + property;
  }

  RMNodeLabelsManager labels() {
    return fixture.rm.getRMContext().getNodeLabelManager();
  }

  /** Adds a node with a label; "" for none. */
  SchedulerTestNode node(String host, String label, Resource capability) throws IOException {
    SchedulerTestNode node = fixture.addNode(host, capability);
    if (!label.isEmpty()) {
      label(node, label);
    }
    return node;
  }

  /** Labels a node as {@code yarn rmadmin -replaceLabelsOnNode} does; "" for no label. */
  void label(SchedulerTestNode node, String label) throws IOException {
    labels().replaceLabelsOnNode(Map.of(node.id(), label.isEmpty() ? Set.of() : Set.of(label)));
    fixture.settle();
  }

  /** Asks for containers in a partition, at a priority of its own. */
  static void ask(SchedulerTestApp app, String label, Resource shape, int count) {
    app.ask(List.of(request(label, shape, count)));
  }

  static ResourceRequest request(String label, Resource shape, int count) {
    ResourceRequest request = anywhere(shape, count, 1 + List.of("", OWN, OPEN).indexOf(label));
    request.setNodeLabelExpression(label);
    return request;
  }

  /** Returns the metrics of a queue in a partition, with all changes. */
  QueueMetrics metrics(String queue, String label) {
    QueueMetrics all = fixture.metrics(queue);
    all.getAllocatedMB(); // has the changes handed on
    return all.getPartitionQueueMetrics(label);
  }

  /** Returns how many vcores the applications of a queue hold on a node. */
  long held(String queue, SchedulerTestNode node) {
    return fixture.apps().stream()
        .filter(app -> app.queue().equals(queue))
        .flatMap(app -> app.containers().stream())
        .filter(container -> container.getNodeId().equals(node.id()))
        .mapToLong(container -> container.getResource().getVirtualCores())
        .sum();
  }

  @Override
  public void close() {
    fixture.close();
  }

  static Resource cores(int count) {
    return resource(1000L * count, count);
  }

  void assertFree(SchedulerTestNode node) {
    assertThat(node.allocated()).as("allocated on %s", node.id()).isEqualTo(resource(0, 0));
  }
}
