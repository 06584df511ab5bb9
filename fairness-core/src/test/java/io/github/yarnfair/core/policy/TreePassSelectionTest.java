// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class TreePassSelectionTest {
  private final ShareTree tree = new ShareTree(2);
  private final TreePassSelection selection = new TreePassSelection(tree, new NaivePolicy());
  private final Offer offer = new Offer(2);

  TreePassSelectionTest() {
    tree.setCapacity(new long[] {100, 100});
  }

  @Test
  void emptyTreeHasNoNextLeaf() {
    assertThat(next(10, 10)).isEqualTo(NONE);
    tree.addQueue(ROOT, 1);
    assertThat(next(10, 10)).isEqualTo(NONE);
  }

  @Test
  void ofEqualsTheFirstChildIsNext() {
    int first = wanting(tree.addLeaf(ROOT, 1), 1, 0);
    int second = wanting(tree.addLeaf(ROOT, 1), 1, 0);
    assertThat(next(10, 10)).isEqualTo(first);
    hold(first, 1, 0);
    assertThat(next(10, 10)).isEqualTo(second);
    hold(second, 1, 0);
    assertThat(next(10, 10)).isEqualTo(first);
  }

  @Test
  void theLeastShareByWeightIsNextAtEachLevel() {
    int queue = tree.addQueue(ROOT, 3);
    int inQueue = wanting(tree.addLeaf(queue, 1), 1, 0);
    int lesser = wanting(tree.addLeaf(queue, 1), 1, 0);
    int leaf = wanting(tree.addLeaf(ROOT, 1), 1, 0);
    hold(inQueue, 25, 0);
    hold(leaf, 10, 0);
    assertThat(next(10, 10)).isEqualTo(lesser);
    assertThat(selection.shares().key(queue)).isEqualTo(0.25 / 3);
    assertThat(selection.shares().key(leaf)).isEqualTo(0.1);
    hold(lesser, 10, 0);
    assertThat(next(10, 10)).isEqualTo(leaf);
  }

  @Test
  void leafWhoseTasksDoNotFitIsPassedOver() {
    int large = wanting(tree.addLeaf(ROOT, 1), 4, 1);
    int small = wanting(tree.addLeaf(ROOT, 1), 1, 1);
    hold(small, 50, 0);
    assertThat(next(4, 1)).isEqualTo(large);
    assertThat(next(3, 9)).isEqualTo(small);
    assertThat(selection.shares().isBlocked(large)).isTrue();
    assertThat(next(3, 0)).isEqualTo(NONE);
    assertThat(selection.shares().isBlocked(ROOT)).isTrue();
    assertThat(selection.shares().isSaturated(1)).isTrue();
    assertThat(selection.shares().isSaturated(0)).isFalse();
  }

  @Test
  void aQueueIsBlockedOnlyIfAllBelowItIs() {
    int queue = tree.addQueue(ROOT, 1);
    int leaf = wanting(tree.addLeaf(queue, 1), 1, 1);
    wanting(tree.addLeaf(queue, 1), 50, 50);
    assertThat(next(5, 5)).isEqualTo(leaf);
    assertThat(selection.shares().isBlocked(queue)).isFalse();
    tree.setDemand(leaf, Demand.NOTHING);
    assertThat(next(5, 5)).isEqualTo(NONE);
    assertThat(selection.shares().isBlocked(queue)).isTrue();
  }

  @Test
  void aLimitBlocksEverythingBelowItThatWouldExceedIt() {
    int queue = tree.addQueue(ROOT, 1);
    int inner = tree.addQueue(queue, 1);
    int cpu = wanting(tree.addLeaf(inner, 1), 2, 0);
    int gpu = wanting(tree.addLeaf(inner, 1), 0, 1);
    tree.setLimit(queue, new long[] {5, ShareTree.UNLIMITED});
    hold(gpu, 0, 60);
    hold(cpu, 2, 0);
    assertThat(next(10, 10)).isEqualTo(cpu);
    hold(cpu, 2, 0);
    assertThat(next(10, 10)).as("one more CPU, not two").isEqualTo(gpu);
    tree.setLimit(queue, new long[] {6, ShareTree.UNLIMITED});
    assertThat(next(10, 10)).isEqualTo(cpu);
    tree.setLimit(cpu, new long[] {5, 0});
    assertThat(next(10, 10)).isEqualTo(gpu);
    tree.setLimit(queue, new long[] {1, 0});
    assertThat(next(10, 10)).as("already above its limit").isEqualTo(NONE);
  }

  @Test
  void aSkippedLeafIsPassedOverUntilTheNextOffer() {
    int first = wanting(tree.addLeaf(ROOT, 1), 1, 0);
    int second = wanting(tree.addLeaf(ROOT, 1), 1, 0);
    assertThat(next(10, 10)).isEqualTo(first);
    offer.skip(first);
    assertThat(selection.next(offer)).isEqualTo(second);
    offer.skip(second);
    assertThat(selection.next(offer)).isEqualTo(NONE);
    assertThat(next(10, 10)).isEqualTo(first);
  }

  @Test
  void followsATreeThatGrows() {
    int leaf = wanting(tree.addLeaf(ROOT, 1), 1, 0);
    hold(leaf, 1, 0);
    assertThat(next(10, 10)).isEqualTo(leaf);
    int queue = ROOT;
    for (int depth = 0; depth < 100; depth++) {
      queue = tree.addQueue(queue, 1);
    }
    int deep = wanting(tree.addLeaf(queue, 1), 1, 0);
    assertThat(next(10, 10)).isEqualTo(deep);
  }

  @Test
  void choosingAllocatesNothing() {
    int[] leaves = new int[200];
    for (int i = 0; i < leaves.length; i++) {
      int queue = i % 10 == 0 ? tree.addQueue(ROOT, 1) : tree.parent(leaves[i - 1]);
      leaves[i] = wanting(tree.addLeaf(queue, 1 + i % 3), 1, i % 2);
    }
    long[] free = {1000, 1000};
    decide(free, 2000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long idle = allocatedBy(threads, 0, free);
    // The virtual machine allocates a little of its own now and then, but not every time.
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      least = Math.min(least, allocatedBy(threads, 1000, free) - idle);
    }
    assertThat(least).isZero();
  }

  private long allocatedBy(ThreadMXBean threads, int decisions, long[] free) {
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    decide(free, decisions);
    return threads.getThreadAllocatedBytes(thread) - before;
  }

  /** Chooses and skips in turn, in a new offer when nobody is left. */
  private void decide(long[] free, int decisions) {
    offer.open(free);
    for (int i = 0; i < decisions; i++) {
      int leaf = selection.next(offer);
      if (leaf == NONE) {
        offer.open(free);
      } else {
        offer.skip(leaf);
      }
    }
  }

  private int next(long... free) {
    offer.open(free);
    return selection.next(offer);
  }

  private int wanting(int leaf, long... vector) {
    tree.setDemand(leaf, Demand.of(vector, Demand.ENDLESS));
    return leaf;
  }

  private void hold(int leaf, long... amount) {
    tree.charge(leaf, amount);
  }
}
