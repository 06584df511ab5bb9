// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Pools of leaf queues of a cluster of 100 cores, 1000 GB and 10 GPUs, worked out by hand. */
class PoolsTest {
  private static final Offset<Double> EXACT = within(1e-12);
  private static final long[] CORE = {1, 0, 0};

  /** A core and 10 GB are 0.01 each: of equal fractions the first resource is dominant. */
  private static final long[] MASTER = {1, 10, 0};

  private static final long[] GPU = {1, 10, 1};

  private final ShareTree tree = new ShareTree(3);
  private final int queue = tree.addQueue(ROOT, 1);
  private final Pools pools = new Pools(tree, new TaskKinds(tree));
  private final Offer offer = new Offer(3);
  private long[] free = {100, 1000, 10};

  private PoolsTest() {
    tree.setCapacity(free);
  }

  private int leaf(double weight, long[] task, long held, long pending) {
    int leaf = tree.addLeaf(queue, weight);
    hold(leaf, task, held);
    want(leaf, Demand.of(task, pending));
    return leaf;
  }

  private void hold(int leaf, long[] task, long tasks) {
    tree.charge(leaf, task, tasks);
  }

  private void want(int leaf, Demand demand) {
    tree.setDemand(leaf, demand);
  }

  private void read() {
    offer.open(free);
    readOffer();
  }

  private void readOffer() {
    pools.begin();
    long[] room = new long[3];
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      tree.room(c, offer, room);
      pools.add(c, offer, room, 0);
    }
  }

  /** 300 applications of one task each, 50 of which run: the mean is 50/300 of a task. */
  @Test
  void poolOfManyApplicationsHasTheLevelOfItsMeanAndCountsInFullFromOneTaskOn() {
    for (int i = 0; i < 300; i++) {
      leaf(1, CORE, i < 50 ? 1 : 0, i < 50 ? 0 : 1);
    }
    read();
    assertThat(pools.count()).isEqualTo(1);
    assertThat(pools.held(0)).isCloseTo(0.5, EXACT);
    assertThat(pools.level(0)).isCloseTo(0.5 / 300, EXACT);
    assertThat(pools.levelOfOneTask(0)).isCloseTo(0.01, EXACT);
    assertThat(pools.part(0, 0.01)).isEqualTo(1.0);
    assertThat(pools.part(0, 0.5 / 600)).isCloseTo(0.5, EXACT);
    assertThat(pools.part(0, 0)).isZero();
    assertThat(pools.part(0, Double.POSITIVE_INFINITY)).isEqualTo(1.0);
  }

  /** A's pool: one endless application, which stands at what it holds. */
  @Test
  void poolOfOneEndlessApplicationHasTheLevelOfItsUsage() {
    leaf(1, CORE, 50, Demand.ENDLESS);
    read();
    assertThat(pools.level(0)).isCloseTo(0.5, EXACT);
    assertThat(pools.levelOfOneTask(0)).isCloseTo(0.01, EXACT);
    assertThat(pools.part(0, 0.2)).isCloseTo(0.4, EXACT);
  }

  /** 10 cores, of which no more are wanted, and 50 of an endless one: 0.1 and 0.5. */
  @Test
  void satisfiedApplicationCountsForNoMoreThanItHoldsAndHasPending() {
    leaf(1, CORE, 10, 0);
    leaf(1, CORE, 50, Demand.ENDLESS);
    read();
    assertThat(pools.level(0)).isCloseTo(0.5, EXACT);
    assertThat(pools.part(0, 0.2)).isCloseTo(0.3 / 0.6, EXACT);
    assertThat(pools.part(0, 0.05)).isCloseTo(0.1 / 0.6, EXACT);
  }

  /** Nothing is pending: each stands at what it holds, and the level is that of the largest. */
  @Test
  void poolWithoutPendingTasksHasTheLevelOfItsLargestApplication() {
    leaf(1, CORE, 10, 0);
    leaf(2, CORE, 60, 0);
    read();
    assertThat(pools.level(0)).isCloseTo(0.3, EXACT);
    assertThat(pools.isBlocked(0)).isTrue();
    assertThat(pools.levelOfOneTask(0)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  /** 40 cores of one of weight 1; the other, of weight 3, wants 60: divided, 10 and 30. */
  @Test
  void weightsDivideThePoolAndTheLevelOfOneTaskIsByTheirMean() {
    leaf(1, CORE, 40, Demand.ENDLESS);
    leaf(3, CORE, 0, 60);
    read();
    assertThat(pools.level(0)).isCloseTo(0.1, EXACT);
    assertThat(pools.levelOfOneTask(0)).isCloseTo(0.005, EXACT);
    assertThat(pools.part(0, 0.05)).isCloseTo(0.5, EXACT);
  }

  /** Two applications, each a master that runs and GPU tasks: 2 of 10 GPUs run of 7. */
  @Test
  void applicationWithTasksOfSeveralKindsIsInThePoolOfEach() {
    for (int i = 0; i < 2; i++) {
      int leaf = leaf(1, MASTER, 1, 0);
      hold(leaf, GPU, i == 0 ? 2 : 0);
      want(leaf, Demand.of(GPU, i == 0 ? 1 : 4));
    }
    read();
    assertThat(pools.count()).isEqualTo(2);
    int gpus = 0; // pending comes first
    int masters = 1;
    assertThat(pools.held(gpus)).isCloseTo(0.2, EXACT);
    assertThat(pools.usedFraction(gpus, 0)).isCloseTo(0.02, EXACT);
    assertThat(pools.usedFraction(gpus, 1)).isCloseTo(0.02, EXACT);
    assertThat(pools.level(gpus)).isCloseTo(0.1, EXACT);
    assertThat(pools.levelOfOneTask(gpus)).isCloseTo(0.1, EXACT);
    assertThat(pools.held(masters)).isCloseTo(0.02, EXACT);
    assertThat(pools.level(masters)).isCloseTo(0.01, EXACT);
    assertThat(pools.isBlocked(gpus)).isFalse();
    assertThat(pools.isBlocked(masters)).isTrue();
  }

  /** Tasks of four cores and of one are of one kind; of 40 cores held each has 20. */
  @Test
  void tasksOfSeveralSizesAreOnePoolAndTheSmallestThatFitsIsTheLevelOfOneTask() {
    leaf(1, CORE, 0, 40);
    leaf(1, new long[] {4, 0, 0}, 10, Demand.ENDLESS);
    read();
    assertThat(pools.count()).isEqualTo(1);
    assertThat(pools.level(0)).isCloseTo(0.2, EXACT);
    assertThat(pools.levelOfOneTask(0)).isCloseTo(0.01, EXACT);
  }

  @Test
  void taskThatDoesNotFitTheOfferOrALimitIsNoLevelOfOneTask() {
    int small = leaf(1, CORE, 5, 40);
    leaf(1, new long[] {4, 0, 0}, 10, Demand.ENDLESS);
    tree.setLimit(small, new long[] {5, ShareTree.UNLIMITED, ShareTree.UNLIMITED});
    read();
    assertThat(pools.levelOfOneTask(0)).as("of four cores alone").isCloseTo(0.04, EXACT);
    assertThat(pools.level(0)).as("tasks beyond the limit stay").isCloseTo(0.225, EXACT);
    free = new long[] {3, 1000, 10};
    read();
    assertThat(pools.isBlocked(0)).isTrue();
  }

  @Test
  void skippedApplicationStaysInItsPoolAndCannotBeServed() {
    int skipped = leaf(1, CORE, 0, 40);
    leaf(1, new long[] {4, 0, 0}, 10, Demand.ENDLESS);
    offer.open(free);
    offer.skip(skipped);
    readOffer();
    assertThat(pools.level(0)).isCloseTo(0.2, EXACT);
    assertThat(pools.levelOfOneTask(0)).isCloseTo(0.04, EXACT);
  }

  @Test
  void poolOfPendingTasksAloneHasLevelZero() {
    leaf(1, CORE, 0, 3);
    read();
    assertThat(pools.level(0)).isZero();
    assertThat(pools.part(0, 0)).isEqualTo(1.0);
    assertThat(pools.usedFraction(0, 0)).isZero();
  }

  /** The cluster has no GPU: such tasks need cores and memory, and count as masters do. */
  @Test
  void resourceThatTheClusterHasNotIsNeverDominant() {
    tree.setCapacity(new long[] {100, 1000, 0});
    leaf(1, GPU, 3, 1);
    leaf(1, new long[] {0, 0, 1}, 5, 5);
    read();
    assertThat(pools.count()).as("GPUs alone count nowhere").isEqualTo(1);
    assertThat(pools.held(0)).isCloseTo(0.03, EXACT);
    assertThat(pools.isBlocked(0)).isFalse();
  }

  @Test
  void nextQueueBeginsWithEmptyPools() {
    leaf(1, CORE, 3, 1);
    read();
    pools.begin();
    assertThat(pools.isEmpty(0)).isTrue();
    pools.add(leaf(1, GPU, 1, 1), offer, free, 0);
    assertThat(pools.count()).isEqualTo(2);
    assertThat(pools.isEmpty(0)).isTrue();
    assertThat(pools.held(1)).isCloseTo(0.1, EXACT);
  }
}
