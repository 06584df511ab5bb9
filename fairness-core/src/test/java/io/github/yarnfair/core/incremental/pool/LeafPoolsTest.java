// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.pool;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.incremental.RandomClasses;
import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pools that follow their leaves one by one, against pools that are put together afresh. */
class LeafPoolsTest {
  private static final long SEED = Seed.of("LeafPoolsTest", 92);
  private static final double EXACT = 1e-12;

  /** A queue whose leaves start and end tasks, want other ones, come and go. */
  private static final class Queue {
    private final Random random;
    private final RandomClasses classes;
    private final int queue;
    private final LeafPools pools;

    /** By entry, null if there is none. */
    private final List<Integer> leaves = new ArrayList<>();

    private Queue(ShareSpace space, Random random) {
      this.random = random;
      classes = new RandomClasses(space, 12, random);
      queue = classes.tree.addQueue(ROOT, 1);
      if (space.weights() > 1 && random.nextBoolean()) {
        double[] weights = new double[space.weights()];
        Arrays.setAll(weights, w -> 1 + random.nextInt(3));
        classes.tree.setWeight(queue, weights);
      }
      pools = new LeafPools(classes.tree, classes.kinds.kinds, classes.kinds.tasks);
      for (int entry = 0; entry < 1 + random.nextInt(15); entry++) {
        leaves.add(null);
      }
    }

    private void change() {
      int entry = random.nextInt(leaves.size());
      Integer leaf = leaves.get(entry);
      if (leaf == null) {
        leaf = classes.tree.addLeaf(queue, 1 + random.nextInt(3));
        leaves.set(entry, leaf);
        classes.want(leaf, new long[] {sparse(random)});
      } else if (random.nextInt(20) == 0) {
        leave(entry, leaf);
        return;
      } else {
        changeWhatIsHeldOrWanted(leaf);
      }
      pools.put(entry, leaf);
    }

    /** A set of about a quarter of the classes. */
    private static long sparse(Random from) {
      long half = from.nextLong();
      return half & from.nextLong();
    }

    private void changeWhatIsHeldOrWanted(int leaf) {
      switch (random.nextInt(8)) {
        case 0 -> classes.want(leaf, new long[] {sparse(random)});
        case 1 -> classes.tree.setDemand(leaf, Demand.NOTHING);
        case 2 -> classes.tree.setWeight(leaf, 1 + random.nextInt(3));
        default -> classes.startOrEnd(leaf);
      }
    }

    private void leave(int entry, int leaf) {
      Demand held = classes.tree.held(leaf);
      for (int i = 0; i < held.size(); i++) {
        for (long tasks = held.tasks(i); tasks > 0; tasks--) {
          classes.tree.release(leaf, held.vector(i));
        }
      }
      classes.tree.remove(leaf);
      leaves.set(entry, null);
      pools.remove(entry);
    }

    /** Another capacity can make other resources dominant. */
    private void resizeCluster() {
      classes.resizeCluster();
      classes.kinds.clear();
      classes.kinds.update();
      pools.clear();
      for (int entry = 0; entry < leaves.size(); entry++) {
        if (leaves.get(entry) != null) {
          pools.put(entry, leaves.get(entry));
        }
      }
    }

    private PlainPools plain() {
      return new PlainPools(classes.tree, leaves.stream().filter(leaf -> leaf != null).toList());
    }
  }

  @Test
  void followLeavesLikePoolsPutTogetherAfresh() {
    int compared = 0;
    for (int round = 0; round < 60; round++) {
      Random random = Seed.random(SEED, round);
      ShareSpace space =
          round % 3 == 0
              ? RandomTreeEvents.classes(random)
              : ShareSpace.ofOneClass(1 + random.nextInt(4));
      Queue queue = new Queue(space, random);
      for (int step = 0; step < TestSize.of(2000); step++) {
        queue.change();
        if (random.nextInt(100) == 0) {
          queue.resizeCluster();
        }
        compared += compare(queue, "round " + round + ", step " + step);
      }
    }
    System.out.println("LeafPoolsTest: " + compared + " pools compared");
    assertThat(compared).isGreaterThan(20_000);
  }

  /** Returns the number of pools. */
  private static int compare(Queue queue, String where) {
    PlainPools plain = queue.plain();
    int found = 0;
    for (int kind = 0; kind < queue.pools.bound(); kind++) {
      LeafPool pool = queue.pools.pool(kind);
      found += pool == null || pool.isEmpty() ? 0 : 1;
    }
    assertThat(found).as(where).isEqualTo(plain.pools.size());
    for (int i = 0; i < 12; i++) {
      long[] task = queue.classes.vector(i);
      PlainPools.Pool expected = plain.pools.get(plain.kind(task));
      if (expected != null) {
        LeafPool pool = queue.pools.pool(queue.classes.kinds.kind(i));
        compare(pool, expected, where);
      }
    }
    for (double level : new double[] {0.0, 0.01, 0.1, 0.5, Double.POSITIVE_INFINITY}) {
      double[] counted = new double[queue.classes.tree.space().shares()];
      queue.pools.attribute(level, counted, 0);
      assertThat(counted).as(where).containsExactly(plain.counted(level), within(EXACT));
    }
    return found;
  }

  private static void compare(LeafPool pool, PlainPools.Pool expected, String where) {
    double level = expected.level();
    assertThat(pool.level()).as(where).isCloseTo(level, within(EXACT * Math.max(1, level)));
    assertThat(pool.levelOfOneTask(1.0))
        .as(where)
        .isCloseTo(1.0 / expected.meanWeight(), within(EXACT));
    double[] counted = new double[expected.held.length + 1];
    counted[0] = 7;
    pool.attribute(level / 2, counted, 1);
    assertThat(counted[0]).as("before the offset").isEqualTo(7);
    double part = expected.part(level / 2);
    for (int s = 0; s < expected.held.length; s++) {
      assertThat(counted[s + 1]).as(where).isCloseTo(expected.held[s] * part, within(EXACT));
    }
  }
}
