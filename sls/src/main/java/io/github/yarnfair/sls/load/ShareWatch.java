// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * What leaf queues hold beside what they are due, by looks at the applications of any scheduler.
 * Containers of masters count as those of tasks do.
 */
final class ShareWatch {
  private final ResourceManager rm;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final QueueSpec root;
  private final Map<String, Sums> queues = new LinkedHashMap<>();
  private double inUse;
  private double worst;
  private int looks;

  private static final class Sums {
    private double ideal;
    private double held;
    private double distance;
  }

  ShareWatch(ResourceManager rm, QueueSpec root) {
    this.rm = rm;
    this.root = root;
    scheduler = (AbstractYarnScheduler<?, ?>) rm.getResourceScheduler();
    root.subtree().filter(QueueSpec::isLeaf).forEach(leaf -> queues.put(leaf.path(), new Sums()));
  }

  /** Looks at all applications once. */
  void look() {
    Resource cluster = scheduler.getClusterResource();
    IdealTree tree = new IdealTree(root, cluster, shapes());
    Map<String, long[]> held = new LinkedHashMap<>();
    long[] capacity = IdealTree.vector(cluster);
    tree.leafQueues().forEach(queue -> held.put(queue, new long[capacity.length]));
    for (RMApp app : rm.getRMContext().getRMApps().values()) {
      SchedulerApplicationAttempt attempt = attempt(app.getApplicationId());
      if (attempt != null) {
        String queue = leafQueue(app.getQueue());
        Demand tasks = tasks(attempt, Objects.requireNonNull(held.get(queue)));
        if (!tasks.isEmpty()) {
          tree.add(queue, tasks);
        }
      }
    }
    note(tree.ideal(), held, capacity);
  }

  /** Adds what an attempt holds, and returns that and what it asks for. */
  private static Demand tasks(SchedulerApplicationAttempt attempt, long[] held) {
    Demand.Builder tasks = new Demand.Builder();
    for (RMContainer container : attempt.getLiveContainers()) {
      long[] size = IdealTree.vector(container.getAllocatedResource());
      for (int j = 0; j < held.length; j++) {
        held[j] += size[j];
      }
      tasks.add(size, 1);
    }
    for (SchedulerRequestKey key : attempt.getSchedulerKeys()) {
      var pending = attempt.getPendingAsk(key, ResourceRequest.ANY);
      if (pending.getCount() > 0) {
        tasks.add(IdealTree.vector(pending.getPerAllocationResource()), pending.getCount());
      }
    }
    return tasks.build();
  }

  private void note(Map<String, Double> ideal, Map<String, long[]> held, long[] capacity) {
    looks++;
    long[] all = new long[capacity.length];
    held.forEach(
        (queue, amounts) -> {
          double share = dominantShare(amounts, capacity);
          double due = Objects.requireNonNull(ideal.get(queue));
          Sums sums = Objects.requireNonNull(queues.get(queue));
          sums.ideal += due;
          sums.held += share;
          sums.distance += Math.abs(share - due);
          worst = Math.max(worst, Math.abs(share - due));
          for (int j = 0; j < all.length; j++) {
            all[j] += amounts[j];
          }
        });
    inUse += dominantShare(all, capacity);
  }

  static double dominantShare(long[] amounts, long[] capacity) {
    double share = 0;
    for (int j = 0; j < amounts.length; j++) {
      share = Math.max(share, capacity[j] > 0 ? (double) amounts[j] / capacity[j] : 0);
    }
    return share;
  }

  private @Nullable SchedulerApplicationAttempt attempt(ApplicationId id) {
    var application = scheduler.getSchedulerApplications().get(id);
    return application == null ? null : application.getCurrentAppAttempt();
  }

  /** Schedulers call a queue by its path or by its name alone. */
  private String leafQueue(String name) {
    return queues.keySet().stream()
        .filter(path -> path.equals(name) || path.endsWith("." + name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name + " is not among " + queues.keySet()));
  }

  private List<long[]> shapes() {
    Stream<Resource> sizes =
        scheduler.getNodeTracker().getAllNodes().stream().map(SchedulerNode::getTotalResource);
    return new ArrayList<>(sizes.distinct().map(IdealTree::vector).toList());
  }

  /** Returns the means of all looks; no queues before the first. */
  List<QueueFigures> queues() {
    return looks == 0
        ? List.of()
        : queues.entrySet().stream()
            .map(
                queue ->
                    new QueueFigures(
                        queue.getKey(),
                        queue.getValue().ideal / looks,
                        queue.getValue().held / looks,
                        queue.getValue().distance / looks))
            .toList();
  }

  /** Returns the mean part of the most used resource that is in use. */
  double inUse() {
    return looks == 0 ? 0 : inUse / looks;
  }

  /** Returns the largest distance of a leaf queue's dominant share from its ideal one. */
  double worstDistance() {
    return worst;
  }
}
