// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.host.QueueShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * A cluster and its applications, made from a seed: queues with weights, applications with endless
 * tasks of one of twelve demand vectors, and nodes of different shapes, a tenth of them with GPUs.
 *
 * <p>All vectors are GiB of memory, vcores and GPUs, in this order.
 */
public final class ClusterWorkload {
  public static final String GPU = "yarn.io/gpu";

  private static final int DEMANDS = 12;
  private static final int GPU_DEMAND_EVERY = 4;
  private static final int GPU_NODE_EVERY = 10;

  private final ClusterCell cell;
  private final boolean gpus;
  private final SplittableRandom random;
  private final List<long[]> demands = new ArrayList<>();
  private final List<long[]> nodes = new ArrayList<>();
  private final TreeSpec root;
  private int queues;
  private int applications;

  /**
   * @param gpus whether every fourth demand vector takes GPUs; otherwise none does
   */
  public ClusterWorkload(ClusterCell cell, long seed, boolean gpus) {
    this.cell = cell;
    this.gpus = gpus;
    random = new SplittableRandom(seed);
    // So that nodes and queues are the same with GPUs and without.
    SplittableRandom demandRandom = random.split();
    while (demands.size() < DEMANDS) {
      long[] demand = demand(demands.size(), demandRandom);
      if (demands.stream().noneMatch(other -> Arrays.equals(other, demand))) {
        demands.add(demand);
      }
    }
    for (int node = 0; node < cell.nodes(); node++) {
      long has = node % GPU_NODE_EVERY == 0 ? 8 : 0;
      nodes.add(new long[] {64L << random.nextInt(3), 32L << random.nextInt(2), has});
    }
    root = queue("root", cell.leafQueues(), cell.depth());
  }

  private long[] demand(int number, SplittableRandom demandRandom) {
    boolean takesGpus = gpus && number % GPU_DEMAND_EVERY == GPU_DEMAND_EVERY - 1;
    long taken = takesGpus ? 1 + demandRandom.nextInt(2) : 0;
    return new long[] {1 + demandRandom.nextInt(8), 1 + demandRandom.nextInt(4), taken};
  }

  private TreeSpec queue(String name, int leafQueues, int levels) {
    List<TreeSpec> children = new ArrayList<>();
    if (levels == 0) {
      for (int i = 0; i < cell.applicationsOfQueue(); i++) {
        long[] demand = demands.get(applications % DEMANDS);
        children.add(TreeSpec.leaf("application" + applications++, demand));
      }
    } else {
      int fanOut = (int) Math.round(Math.pow(leafQueues, 1.0 / levels));
      for (int i = 0; i < fanOut; i++) {
        int below = leafQueues / fanOut + (i < leafQueues % fanOut ? 1 : 0);
        double weight = 1 + random.nextInt(4);
        children.add(queue("q" + queues++, below, levels - 1).weighing(weight));
      }
    }
    return TreeSpec.queue(name, children);
  }

  ClusterCell cell() {
    return cell;
  }

  /** Returns the queues; the children of a leaf queue are its applications. */
  public TreeSpec root() {
    return root;
  }

  static boolean isLeafQueue(TreeSpec queue) {
    return queue.children().stream().allMatch(TreeSpec::isLeaf);
  }

  /** Returns the queues without their applications. */
  public QueueShape queues() {
    return queues(root);
  }

  private static QueueShape queues(TreeSpec queue) {
    return new QueueShape(
        queue.name(),
        queue.weight(),
        queue.children().stream()
            .filter(child -> !child.isLeaf())
            .map(ClusterWorkload::queues)
            .toList());
  }

  /** Returns the labels of the partitions of nodes that have one. */
  List<String> labels() {
    return IntStream.range(1, cell.partitions()).mapToObj(ClusterWorkload::label).toList();
  }

  private static String label(int partition) {
    return partition == 0 ? "" : "p" + partition;
  }

  /** Returns the label of a node, blank if it has none; each partition has nodes with GPUs. */
  String labelOfNode(int number) {
    return label(number / GPU_NODE_EVERY % cell.partitions());
  }

  /** Returns the label that an application names, of whatever demand; blank if it names none. */
  String labelOfApplication(int number) {
    return label((number + number / DEMANDS) % cell.partitions());
  }

  /** Returns the user of an application, by its number. */
  public String userOfApplication(int number) {
    return "user" + number % Math.max(1, cell.users());
  }

  /**
   * Returns the keys by which a queue has the same weight in all partitions, and those by which its
   * share is divided among its users, or its applications are served in an order.
   *
   * @param orderingPolicy of each leaf queue; null leaves it unset
   */
  public Map<String, String> queueKeys(@Nullable String orderingPolicy) {
    Map<String, String> keys = new LinkedHashMap<>();
    if (cell.users() > 0) {
      keys.put(
          "yarn.scheduler.capacity.minimum-user-limit-percent",
          Integer.toString(Math.max(1, 99 / cell.users())));
    }
    if (cell.partitions() > 1) {
      addLabelKeys(root, "root", keys);
    }
    if (orderingPolicy != null) {
      addOrder(root, "root", orderingPolicy, keys);
    }
    return keys;
  }

  private static void addOrder(
      TreeSpec queue, String path, String policy, Map<String, String> keys) {
    for (TreeSpec child : queue.children()) {
      if (child.isLeaf()) {
        keys.put("yarn.scheduler.capacity." + path + ".ordering-policy", policy);
      } else {
        addOrder(child, path + "." + child.name(), policy, keys);
      }
    }
  }

  private void addLabelKeys(TreeSpec queue, String path, Map<String, String> keys) {
    String prefix = "yarn.scheduler.capacity." + path + ".accessible-node-labels";
    keys.put(prefix, "*");
    for (String label : labels()) {
      String capacity = path.equals("root") ? "100" : (int) queue.weight() + "w";
      keys.put(prefix + "." + label + ".capacity", capacity);
    }
    for (TreeSpec child : queue.children()) {
      if (!child.isLeaf()) {
        addLabelKeys(child, path + "." + child.name(), keys);
      }
    }
  }

  /** Returns what each node has. */
  public List<long[]> nodes() {
    return nodes;
  }

  /** Returns the distinct demand vectors. */
  List<long[]> demands() {
    return demands;
  }

  /** Returns what all nodes have together. */
  public long[] capacity() {
    long[] total = new long[demands.get(0).length];
    for (long[] node : nodes) {
      Arrays.setAll(total, j -> total[j] + node[j]);
    }
    return total;
  }

  public static Resource resource(long[] vector) {
    return Resource.newInstance(
        vector[0] * 1024, Math.toIntExact(vector[1]), Map.of(GPU, vector[2]));
  }

  /** Returns a resource as a vector; whatever else it has is left out. */
  public static long[] vector(Resource resource) {
    return new long[] {
      resource.getMemorySize() / 1024, resource.getVirtualCores(), resource.getResourceValue(GPU)
    };
  }
}
