// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.ShareTreeAudit;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What every fairness policy keeps to, whatever fair means to it. Each policy's module runs it over
 * its own policies.
 */
public abstract class FairnessPolicyContract {
  private static final long SEED = Seed.of("FairnessPolicyContract", 31);

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  /** Returns a new selection over a tree by the policy. */
  protected Selection over(ShareTree tree) {
    return policy().over(tree);
  }

  @Test
  void servesOnlyALeafWithATaskThatFitsItsLimitsAndWasNotSkipped() {
    int served = 0;
    for (int round = 0; round < 200; round++) {
      RandomDecisions decisions = new RandomDecisions(Seed.random(SEED, round));
      for (int step = 0; step < 60; step++) {
        int leaf = decisions.decide();
        if (leaf != NONE) {
          served++;
          assertThat(decisions.fits(leaf)).as("round %d, step %d", round, step).isTrue();
          assertThat(decisions.offer.isSkipped(leaf)).as("round %d", round).isFalse();
        }
        decisions.follow(leaf);
      }
      assertThat(ShareTreeAudit.violations(decisions.tree)).isEmpty();
    }
    assertThat(served).isGreaterThan(2000);
  }

  @Test
  void everyKeyIsANumber() {
    for (int round = 0; round < 200; round++) {
      RandomDecisions decisions = new RandomDecisions(Seed.random(SEED, round));
      decisions.tree.setCapacity(new long[decisions.tree.resourceCount()]);
      TreePassSelection pass = new TreePassSelection(decisions.tree, policy());
      for (int step = 0; step < 40; step++) {
        int leaf = pass.next(decisions.offer);
        for (String name : decisions.named.names()) {
          double key = pass.shares().key(decisions.named.node(name));
          assertThat(key).as("round %d, %s", round, name).isNotNaN().isNotNegative();
        }
        decisions.follow(leaf);
        if (step == 20) {
          decisions.restoreCapacity();
        }
      }
    }
  }

  @Test
  void decidesTheSameAgainInTheSameState() {
    for (int round = 0; round < 100; round++) {
      assertThat(decisions(round)).as("round %d", round).isEqualTo(decisions(round));
    }
  }

  @Test
  void ofEqualsTheFirstChildIsServed() {
    ShareTree tree = tree(1000, 1000);
    int queue = tree.addQueue(ROOT, 1);
    int first = wanting(tree, queue, 1, 1);
    int second = wanting(tree, queue, 1, 1);
    int third = wanting(tree, tree.addQueue(ROOT, 1), 1, 1);
    Selection selection = over(tree);
    assertThat(next(selection, 10, 10)).isEqualTo(first);
    tree.charge(first, new long[] {1, 1});
    tree.charge(second, new long[] {1, 1});
    tree.charge(third, new long[] {2, 2});
    assertThat(next(selection, 10, 10)).isIn(first, third);
    tree.charge(third, new long[] {50, 50});
    assertThat(next(selection, 10, 10)).isEqualTo(first);
  }

  @Test
  void aSkippedLeafWaitsForTheNextOffer() {
    ShareTree tree = tree(1000, 1000);
    int first = wanting(tree, tree.addQueue(ROOT, 1), 1, 0);
    int second = wanting(tree, tree.addQueue(ROOT, 1), 1, 0);
    Selection selection = over(tree);
    Offer offer = new Offer(2);
    offer.open(new long[] {10, 10});
    assertThat(selection.next(offer)).isEqualTo(first);
    offer.skip(first);
    assertThat(selection.next(offer)).isEqualTo(second);
    offer.skip(second);
    assertThat(selection.next(offer)).isEqualTo(NONE);
    offer.open(new long[] {10, 10});
    assertThat(selection.next(offer)).isEqualTo(first);
  }

  @Test
  void aLimitActsLikeASmallerOffer() {
    ShareTree tree = tree(1000, 1000);
    int queue = tree.addQueue(ROOT, 1);
    int limited = wanting(tree, tree.addQueue(queue, 1), 2, 0);
    tree.setLimit(queue, new long[] {3, ShareTree.UNLIMITED});
    Selection selection = over(tree);
    assertThat(next(selection, 10, 10)).isEqualTo(limited);
    tree.charge(limited, new long[] {2, 0});
    assertThat(next(selection, 10, 10)).as("one more, not two").isEqualTo(NONE);
    int other = wanting(tree, tree.addQueue(ROOT, 1), 2, 0);
    tree.charge(other, new long[] {100, 0});
    assertThat(next(selection, 10, 10)).as("the first is blocked").isEqualTo(other);
    tree.setDemand(other, Demand.NOTHING);
    tree.setLimit(queue, new long[] {4, ShareTree.UNLIMITED});
    assertThat(next(selection, 10, 10)).isEqualTo(limited);
  }

  @Test
  void aLeafAloneGetsAllThatFits() {
    ShareTree tree = tree(30, 20);
    int leaf = wanting(tree, tree.addQueue(tree.addQueue(ROOT, 3), 0.5), 3, 1);
    tree.addLeaf(ROOT, 7);
    tree.addQueue(ROOT, 7);
    Selection selection = over(tree);
    Offer offer = new Offer(2);
    offer.open(new long[] {30, 20});
    for (int task = 0; task < 10; task++) {
      assertThat(selection.next(offer)).isEqualTo(leaf);
      offer.take(new long[] {3, 1});
      tree.charge(leaf, new long[] {3, 1});
    }
    assertThat(selection.next(offer)).isEqualTo(NONE);
  }

  @Test
  void decidingAllocatesNothing() {
    ShareTree tree = tree(10_000, 10_000);
    int[] leaves = new int[200];
    for (int i = 0; i < leaves.length; i++) {
      int queue = i % 10 == 0 ? tree.addQueue(ROOT, 1 + i % 3) : tree.parent(leaves[i - 1]);
      leaves[i] = wanting(tree, queue, 1 + i % 2, i % 3);
    }
    Selection selection = over(tree);
    Offer offer = new Offer(2);
    long[] free = {1000, 1000};
    long[][] tasks = new long[tree.handleBound()][];
    for (int leaf : leaves) {
      tasks[leaf] = tree.demand(leaf).vector(0);
    }
    // A selection may remember each set of shapes that fits when it first meets it.
    int quiet = 0;
    for (int round = 0; round < 300 && quiet < 10; round++) {
      quiet = allocated(tree, selection, offer, leaves, free, tasks) == 0 ? quiet + 1 : 0;
    }
    // The virtual machine allocates a little of its own now and then, but not every time.
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      least = Math.min(least, allocated(tree, selection, offer, leaves, free, tasks));
    }
    assertThat(least).isZero();
  }

  /** Returns how many bytes 250 decisions allocate. */
  private static long allocated(
      ShareTree tree, Selection selection, Offer offer, int[] leaves, long[] free, long[][] tasks) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    decide(tree, selection, offer, leaves, free, tasks, 0);
    long idle = threads.getThreadAllocatedBytes(thread) - before;
    before = threads.getThreadAllocatedBytes(thread);
    decide(tree, selection, offer, leaves, free, tasks, 250);
    return threads.getThreadAllocatedBytes(thread) - before - idle;
  }

  /** Gives, takes back and skips in turn, in a new offer when nobody is left. */
  private static void decide(
      ShareTree tree,
      Selection selection,
      Offer offer,
      int[] leaves,
      long[] free,
      long[][] tasks,
      int decisions) {
    offer.open(free);
    for (int i = 0; i < decisions; i++) {
      int leaf = selection.next(offer);
      if (leaf == NONE) {
        offer.open(free);
      } else if (i % 3 == 0) {
        offer.skip(leaf);
      } else {
        tree.charge(leaf, tasks[leaf]);
      }
      int released = leaves[i % leaves.length];
      if (!tree.holdsNothing(released)) {
        tree.release(released, tasks[released]);
      }
    }
  }

  private List<Integer> decisions(int round) {
    RandomDecisions decisions = new RandomDecisions(Seed.random(SEED, round));
    List<Integer> sequence = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      int leaf = decisions.decide();
      sequence.add(leaf);
      decisions.follow(leaf);
    }
    return sequence;
  }

  static int next(Selection selection, long... free) {
    Offer offer = new Offer(free.length);
    offer.open(free);
    return selection.next(offer);
  }

  public static ShareTree tree(long... capacity) {
    ShareTree tree = new ShareTree(capacity.length);
    tree.setCapacity(capacity);
    return tree;
  }

  public static int wanting(ShareTree tree, int queue, long... vector) {
    int leaf = tree.addLeaf(queue, 1);
    tree.setDemand(leaf, Demand.of(vector, Demand.ENDLESS));
    return leaf;
  }

  /** A random tree with limits and few tasks, to which random offers are made. */
  private final class RandomDecisions {
    private final Random random;
    private final long[] capacity;
    private final NamedTree named;
    private final ShareTree tree;
    private final Selection selection;
    private final Offer offer;

    private RandomDecisions(Random random) {
      this.random = random;
      RandomTree trees = new RandomTree(random, 40).withFiniteLeaves().withLimits();
      capacity = trees.capacity();
      named = NamedTree.of(trees.tree(), capacity).submitAll();
      tree = named.tree();
      selection = over(tree);
      offer = new Offer(capacity.length);
      open();
    }

    private int decide() {
      return selection.next(offer);
    }

    /** Lets the leaf take its task or decline; opens a new offer if nobody was served. */
    private void follow(int leaf) {
      if (leaf == NONE) {
        endSomeTask();
        open();
      } else if (random.nextInt(6) == 0) {
        offer.skip(leaf);
      } else {
        long[] task = tree.demand(leaf).vector(0);
        long tasks = tree.demand(leaf).tasks(0);
        offer.take(task);
        tree.charge(leaf, task);
        tree.setDemand(leaf, Demand.of(task, tasks == Demand.ENDLESS ? tasks : tasks - 1));
      }
    }

    private boolean fits(int leaf) {
      long[] room = new long[capacity.length];
      tree.room(leaf, offer, room);
      return tree.isLeaf(leaf) && tree.demand(leaf).fits(room, 0);
    }

    private void restoreCapacity() {
      tree.setCapacity(capacity);
    }

    private void open() {
      long[] free = new long[capacity.length];
      for (int j = 0; j < free.length; j++) {
        free[j] = random.nextInt(12);
      }
      offer.open(free);
    }

    private void endSomeTask() {
      TreeSpec leaf = named.leaves().get(random.nextInt(named.leaves().size()));
      int node = named.node(leaf.name());
      if (!tree.holdsNothing(node)) {
        tree.release(node, leaf.demand());
      }
    }
  }
}
