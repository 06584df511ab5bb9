// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.capacity.SiblingCapacities;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * The queues of a file as a share tree of one moment, for their ideal shares: applications are its
 * leaves, as they are under this project's schedulers. Capacities and maximum capacities count.
 */
final class IdealTree {
  private final ShareTree tree;
  private final Resource cluster;
  private final Map<String, Integer> leafQueues = new LinkedHashMap<>();

  /**
   * @param shapes the distinct sizes of nodes
   */
  IdealTree(QueueSpec root, Resource cluster, List<long[]> shapes) {
    this.cluster = cluster;
    long[] capacity = vector(cluster);
    tree = new ShareTree(capacity.length);
    tree.setCapacity(capacity);
    tree.setNodeShapes(shapes);
    plant(root, ShareTree.ROOT, cluster, cluster);
  }

  private void plant(QueueSpec queue, int node, Resource entitled, Resource limitAbove) {
    Resource limit = queue.limits().maximum().resolve(limitAbove);
    tree.setLimit(node, vector(limit));
    if (queue.isLeaf()) {
      leafQueues.put(queue.path(), node);
    }
    SiblingCapacities siblings =
        new SiblingCapacities(queue.children().stream().map(QueueSpec::weight).toList());
    double[] weights = siblings.weights(entitled, cluster);
    for (int i = 0; i < weights.length; i++) {
      int child = tree.addQueue(node, weights[i]);
      plant(queue.children().get(i), child, siblings.entitled(i, entitled), limit);
    }
  }

  /** Returns the amounts of all resource types, in their order in the cluster. */
  static long[] vector(Resource resource) {
    long[] amounts = new long[resource.getResources().length];
    for (int j = 0; j < amounts.length; j++) {
      amounts[j] = resource.getResourceInformation(j).getValue();
    }
    return amounts;
  }

  /** Returns the paths of the leaf queues, in the order of the file. */
  Set<String> leafQueues() {
    return leafQueues.keySet();
  }

  /**
   * Adds an application.
   *
   * @param tasks all that it holds and asks for
   * @throws IllegalArgumentException if there is no such leaf queue
   */
  void add(String queue, Demand tasks) {
    tree.setDemand(tree.addLeaf(node(queue), 1), tasks);
  }

  private int node(String queue) {
    Integer node = leafQueues.get(queue);
    if (node == null) {
      throw new IllegalArgumentException(queue + " is not among " + leafQueues.keySet());
    }
    return node;
  }

  /** Returns the ideal dominant shares of the leaf queues. */
  Map<String, Double> ideal() {
    IdealShare shares = IdealShare.of(tree);
    Map<String, Double> ideal = new LinkedHashMap<>();
    leafQueues.forEach((path, node) -> ideal.put(path, shares.dominantShare(node)));
    return ideal;
  }
}
