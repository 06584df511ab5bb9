// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.minicluster.Job;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ideal shares: the static H-DRF allocation of a scenario's queues and jobs. */
final class IdealShares {
  private final Map<String, Long> capacity;
  private final List<Job> jobs;
  private final ShareTree tree;
  private final Map<String, Integer> nodes = new LinkedHashMap<>();

  private IdealShares(List<Job> jobs, Map<String, Long> capacity) {
    this.capacity = capacity;
    this.jobs = jobs;
    tree = new ShareTree(capacity.size());
    tree.setCapacity(capacity.values().stream().mapToLong(Long::longValue).toArray());
  }

  /**
   * Ideal dominant shares by full path of the queue.
   *
   * @param root the hierarchy
   * @param jobs the running jobs, at most one in a leaf queue
   * @param capacity units of every resource in the cluster
   */
  static Map<String, Double> of(QueueShape root, List<Job> jobs, Map<String, Long> capacity) {
    IdealShares shares = new IdealShares(jobs, capacity);
    shares.nodes.put(root.name(), ShareTree.ROOT);
    shares.addChildren(root, root.name(), ShareTree.ROOT);
    IdealShare ideal = IdealShare.of(shares.tree);
    Map<String, Double> result = new LinkedHashMap<>();
    shares.nodes.forEach((path, node) -> result.put(path, ideal.dominantShare(node)));
    return result;
  }

  private void addChildren(QueueShape queue, String path, int parent) {
    for (QueueShape child : queue.children()) {
      String childPath = path + "." + child.name();
      if (child.isLeaf()) {
        int leaf = tree.addLeaf(parent, child.weight());
        nodes.put(childPath, leaf);
        jobIn(childPath).ifPresent(job -> tree.setDemand(leaf, demand(job)));
      } else {
        int node = tree.addQueue(parent, child.weight());
        nodes.put(childPath, node);
        addChildren(child, childPath, node);
      }
    }
  }

  private Optional<Job> jobIn(String queue) {
    return jobs.stream().filter(job -> job.queue().equals(queue)).findFirst();
  }

  private Demand demand(Job job) {
    long[] vector = capacity.keySet().stream().mapToLong(job.demand()::of).toArray();
    return Demand.of(vector, job.tasks() == Job.ENDLESS ? Demand.ENDLESS : job.tasks());
  }
}
