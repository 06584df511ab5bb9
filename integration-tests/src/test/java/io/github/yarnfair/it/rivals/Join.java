// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Applications that join a full cluster on which one task ends at a time: what a task leaves fits
 * only a task like it, so that no rule of fairness reaches the ideal shares unless nodes keep room.
 */
final class Join {
  private static final List<ResourceKind> KINDS =
      List.of(ResourceKind.CPU, ResourceKind.MEM, ResourceKind.GPU);

  /** How many times the nodes of a case; a system property. */
  private static final int SCALE = Integer.getInteger("yarnfair.joinScale", 1);

  /** Another bound on what all applications may reserve than the default; a system property. */
  private static final @Nullable String RESERVED_NODES =
      System.getProperty("yarnfair.reservedNodes");

  private final Workload workload;
  private final Map<String, Double> ideal;
  private final Random random;

  /**
   * What came out.
   *
   * @param distance from the ideal shares: at first, and after each turnover, when as many tasks
   *     have ended as run
   * @param utilisation of the resource of which most is used, averaged over the second half
   */
  record Result(List<Double> distance, double utilisation) {
    double finalDistance() {
      return distance.get(distance.size() - 1);
    }
  }

  private Join(Workload workload, Random random) {
    this.workload = workload;
    this.random = random;
    ideal = workload.ideal();
  }

  /**
   * Makes a case: 5 to 20 nodes, or as many times more, a third with GPUs; 2 to 4 queues of 1 to 3
   * leaves.
   */
  static Join of(long seed) {
    Random random = new Random(seed);
    int count = SCALE * (5 + random.nextInt(16));
    List<long[]> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(new long[] {16, 64, i == 0 || random.nextInt(3) == 0 ? 4 : 0});
    }
    List<TreeSpec> queues = new ArrayList<>();
    int leaves = 0;
    for (int q = 2 + random.nextInt(3); q > 0; q--) {
      List<TreeSpec> below = new ArrayList<>();
      for (int l = 1 + random.nextInt(3); l > 0; l--) {
        below.add(
            TreeSpec.leaf(
                "l" + leaves++,
                1 + random.nextInt(4),
                1 + random.nextInt(16),
                random.nextInt(4) == 0 ? 1 : 0));
      }
      queues.add(TreeSpec.queue("q" + q, below.toArray(TreeSpec[]::new)));
    }
    TreeSpec tree = TreeSpec.queue("root", queues.toArray(TreeSpec[]::new));
    return new Join(new Workload(tree, KINDS, nodes, 1), random);
  }

  /** Lets every other leaf join a cluster that the others have filled. */
  Result run(String headroom, int turnovers) throws Exception {
    Configuration conf = Rival.HDRF.configuration(-1);
    conf.set("yarn.scheduler.hdrf.node-headroom", headroom);
    if (RESERVED_NODES != null) {
      conf.set("yarn.scheduler.hdrf.node-headroom.reserved-nodes", RESERVED_NODES);
    }
    List<Double> distance = new ArrayList<>();
    double used = 0.0;
    int samples = 0;
    try (ChurnDriver driver = new ChurnDriver(conf, workload, -1)) {
      submit(driver, 0);
      submit(driver, 1);
      distance.add(distance(driver.running()));
      for (int t = 0; t < turnovers; t++) {
        for (int i = driver.runningTotal(); i > 0; i--) {
          driver.endAny(random);
          if (t >= turnovers / 2) {
            used += utilisation(driver.running());
            samples++;
          }
        }
        distance.add(distance(driver.running()));
      }
    }
    return new Result(distance, used / samples);
  }

  private void submit(ChurnDriver driver, int parity) {
    List<TreeSpec> leaves = workload.leaves();
    IntStream.range(0, leaves.size())
        .filter(i -> i % 2 == parity)
        .forEach(i -> driver.submit(leaves.get(i).name(), Demand.ENDLESS));
    driver.schedule();
  }

  /** The largest distance of a leaf from its ideal dominant share, beyond one of its tasks. */
  private double distance(Map<String, Integer> running) {
    double most = 0.0;
    for (TreeSpec leaf : workload.leaves()) {
      double tasks = Math.abs(running.get(leaf.name()) - ideal.get(leaf.name()));
      most = Math.max(most, workload.dominantShare(leaf, Math.max(0, tasks - 1)));
    }
    return most;
  }

  private double utilisation(Map<String, Integer> running) {
    long[] capacity = workload.capacity();
    double most = 0.0;
    for (int j = 0; j < capacity.length; j++) {
      long used = 0;
      for (TreeSpec leaf : workload.leaves()) {
        used += running.get(leaf.name()) * leaf.demand(j);
      }
      most = Math.max(most, (double) used / capacity[j]);
    }
    return most;
  }
}
