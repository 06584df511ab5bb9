// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.nodes.NodeScore;
import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.SmallApplications;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.ShareTreeAudit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What an incremental selection owes to the plain recursion: the same choice after whatever has
 * happened to the tree. Each policy that has one runs this over it.
 */
public abstract class IncrementalSelectionContract {
  private static final long SEED = Seed.of("IncrementalSelectionContract", 33);
  private static final double EXACT = 1e-12;

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  /** Returns 1, or by how much fewer rounds do in each build for a further form of one rule. */
  protected int divisor() {
    return 1;
  }

  private int rounds(int exhaustive, int usual) {
    return TestSize.of(exhaustive, Math.max(1, usual / divisor()));
  }

  /**
   * Returns the key of a node after a decision, to be overridden if the incremental one knows it.
   */
  protected double key(Selection incremental, TreePassSelection plain, int node) {
    return plain.shares().key(node);
  }

  /** Compares what else the two can tell; to be overridden. */
  protected void compare(
      Selection incremental, TreePassSelection plain, int node, boolean isQueue, String where) {}

  @Test
  void choosesLikeThePlainRecursionOverManySmallTrees() {
    int choices = 0;
    int rounds = rounds(10_000, 500);
    for (int round = 0; round < rounds; round++) {
      Comparison comparison = new Comparison(round, 2 + round % 15);
      for (int step = 0; step < 20; step++) {
        choices += comparison.step("round " + round + ", step " + step);
      }
    }
    System.out.println(policy().name() + ": " + choices + " choices in small trees");
    assertThat(choices).isGreaterThan(5 * rounds);
  }

  @Test
  void choosesLikeThePlainRecursionOverLongLivesOfLargeTrees() {
    int choices = 0;
    int rounds = rounds(12, 4);
    int steps = TestSize.of(1_000, 200);
    for (int round = 0; round < rounds; round++) {
      Comparison comparison = new Comparison(20_000 + round, 100 << (round % 6));
      for (int step = 0; step < steps; step++) {
        choices += comparison.step("large round " + round + ", step " + step);
      }
      assertThat(ShareTreeAudit.violations(comparison.events.tree())).isEmpty();
    }
    System.out.println(policy().name() + ": " + choices + " choices in large trees");
    assertThat(choices).isGreaterThan(rounds * steps * 5 / 12);
  }

  /**
   * Two to four machine classes, shares of both kinds, weights and limits for each class, tasks
   * that float among them or span them.
   */
  @Test
  void choosesLikeThePlainRecursionWithMachineClasses() {
    int choices = 0;
    int rounds = rounds(6_000, 200);
    for (int round = 0; round < rounds; round++) {
      Random random = Seed.random(SEED, 40_000 + round);
      int nodes = round % 50 == 0 ? 300 : 2 + round % 25;
      ShareSpace space = RandomTreeEvents.classes(random);
      Comparison comparison = new Comparison(new RandomTreeEvents(space, random, nodes));
      for (int step = 0; step < 40; step++) {
        choices += comparison.step(space + ", round " + round + ", step " + step);
      }
      assertThat(ShareTreeAudit.violations(comparison.events.tree())).isEmpty();
    }
    System.out.println(policy().name() + ": " + choices + " choices with machine classes");
    assertThat(choices).isGreaterThan(7 * rounds);
  }

  /** Queues that serve in order beside others, nested, with ranks that change. */
  @Test
  void choosesLikeThePlainRecursionWithQueuesInOrder() {
    int choices = 0;
    int rounds = rounds(10_000, 400);
    for (int round = 0; round < rounds; round++) {
      Random random = Seed.random(SEED, 60_000 + round);
      int nodes = round % 50 == 0 ? 500 : 2 + round % 25;
      RandomTreeEvents events =
          round % 3 == 0
              ? new RandomTreeEvents(RandomTreeEvents.classes(random), random, nodes)
              : new RandomTreeEvents(random, nodes);
      Comparison comparison = new Comparison(events.inOrder());
      for (int step = 0; step < 40; step++) {
        choices += comparison.step("order, round " + round + ", step " + step);
      }
      assertThat(ShareTreeAudit.violations(events.tree())).isEmpty();
    }
    System.out.println(policy().name() + ": " + choices + " choices with queues in order");
    assertThat(choices).isGreaterThan(7 * rounds);
  }

  /** Full clusters of applications with one to three tasks each, most of them pending. */
  @Test
  void choosesLikeThePlainRecursionAmongManySmallApplications() {
    int choices = 0;
    int rounds = rounds(3_000, 100);
    for (int round = 0; round < rounds; round++) {
      SmallApplications small = new SmallApplications(Seed.random(SEED, 70_000 + round));
      Comparison comparison = new Comparison(small.tree());
      for (int step = 0; step < 60; step++) {
        String where = "small applications, round " + round + ", step " + step;
        for (int ends = step % 5; ends > 0 && small.running() > 0; ends--) {
          small.end();
        }
        small.open();
        for (int leaf = comparison.choose(small.offer(), where); leaf != NONE; choices++) {
          small.start(leaf);
          leaf = comparison.choose(small.offer(), where);
        }
      }
      assertThat(ShareTreeAudit.violations(small.tree())).isEmpty();
    }
    System.out.println(policy().name() + ": " + choices + " choices among small applications");
    assertThat(choices).isGreaterThan(100 * rounds);
  }

  /**
   * Tasks end and are asked for again, so that what is held and pending changes together; demands
   * are made beforehand. {@link FairnessPolicyContract} has the same with endless demand.
   */
  @Test
  void decidingAmongSmallApplicationsAllocatesNothing() {
    SmallChurn churn = new SmallChurn(policy());
    long least = Long.MAX_VALUE;
    // The virtual machine allocates a little of its own in some rounds.
    for (int round = 0; round < 300 && least > 0; round++) {
      least = Math.min(least, churn.allocated());
    }
    assertThat(churn.started()).as("tasks started in each round").isGreaterThan(100);
    assertThat(least).isZero();
  }

  /** Shares of one class are those of the cluster; classes without machines change nothing. */
  @Test
  void keysOfOneClassAreTheSameBitForBitInEachSpace() {
    int choices = 0;
    int rounds = rounds(3_000, 100);
    for (int round = 0; round < rounds; round++) {
      int resources = 1 + round % 4;
      int nodes = round % 50 == 0 ? 300 : 2 + round % 25;
      List<Comparison> same = new ArrayList<>();
      for (ShareSpace.Kind kind : ShareSpace.Kind.values()) {
        for (int classes = 1; classes <= 3; classes += 2) {
          Random random = Seed.random(SEED, 50_000 + round);
          ShareSpace space = new ShareSpace(kind, classes, resources);
          same.add(new Comparison(new RandomTreeEvents(space, 1, random, nodes)));
        }
      }
      for (int step = 0; step < 40; step++) {
        String where = "round " + round + ", step " + step;
        int chosen = same.get(0).step(where);
        for (Comparison other : same.subList(1, same.size())) {
          assertThat(other.step(where)).isEqualTo(chosen);
          compareExactly(same.get(0), other, where);
        }
        choices += chosen;
      }
    }
    assertThat(choices).isGreaterThan(7 * rounds);
  }

  private void compareExactly(Comparison one, Comparison other, String where) {
    assertThat(other.chosen).as(where).isEqualTo(one.chosen);
    for (int node : one.events.nodes()) {
      double key = key(one.incremental, one.plain, node);
      double otherKey = key(other.incremental, other.plain, node);
      if (Double.doubleToLongBits(key) != Double.doubleToLongBits(otherKey)) {
        fail("%s, node %d: keys %s and %s", where, node, key, otherKey);
      }
    }
  }

  /** A component-wise maximum over the nodes fails: what fits it may fit no node. */
  @Test
  void choosesLikeThePlainRecursionFromOffersOfSeveralNodes() {
    int choices = 0;
    int rounds = rounds(1_000, 200);
    for (int round = 0; round < rounds; round++) {
      Random random = Seed.random(SEED, 30_000 + round);
      Comparison comparison = new Comparison(30_000 + round, 2 + random.nextInt(40));
      NodesOffered nodes = new NodesOffered(comparison.events.tree(), random);
      for (int step = 0; step < 30; step++) {
        comparison.events.somethingHappens();
        nodes.change();
        choices += comparison.serve(nodes, "nodes, round " + round + ", step " + step);
      }
    }
    System.out.println(policy().name() + ": " + choices + " choices from several nodes");
    assertThat(choices).isGreaterThan(20 * rounds);
  }

  /** Up to eight nodes with little room. */
  private static final class NodesOffered {
    private final ShareTree tree;
    private final Random random;
    private final NodeIndex index;
    private final Offer offer;
    private final long[] total;
    private final long[] room;

    private NodesOffered(ShareTree tree, Random random) {
      this.tree = tree;
      this.random = random;
      index = new NodeIndex(tree.resourceCount(), new LowestNode());
      offer = new Offer(tree.resourceCount());
      total = new long[tree.resourceCount()];
      room = new long[tree.resourceCount()];
      Arrays.fill(total, 16);
    }

    private void change() {
      index.beginPass();
      int node = random.nextInt(8);
      if (random.nextInt(4) == 0) {
        index.remove(node);
      } else {
        index.put(node, total, random.longs(total.length, 0, 9).toArray());
      }
      offer.open(index, random.longs(total.length, 0, 5).toArray());
    }

    /** Takes a leaf's first task that fits from its node; the leaf declines if there is none. */
    private void take(int leaf) {
      tree.room(leaf, offer, room);
      Demand demand = tree.demand(leaf);
      for (int i = 0; i < demand.size(); i++) {
        long[] task = demand.vector(i);
        if (Amounts.fits(task, room) && random.nextInt(4) > 0) {
          if (index.fits(task)) {
            index.remove(index.choose(task));
          } else {
            offer.change(new long[task.length]);
          }
          return;
        }
      }
      offer.skip(leaf);
    }
  }

  /** First fit. */
  private static final class LowestNode implements NodeScore {
    @Override
    public boolean update(long[] clusterTotal, Demand pending) {
      return false;
    }

    @Override
    public double score(long[] task, long[] free, long[] total) {
      return 0.0;
    }
  }

  private final class Comparison {
    private final ShareTree tree;
    private final @Nullable RandomTreeEvents events;
    private final Selection incremental;
    private final TreePassSelection plain;
    private int steps;
    private int chosen;

    private Comparison(int round, int nodes) {
      this(new RandomTreeEvents(Seed.random(SEED, round), nodes));
    }

    private Comparison(RandomTreeEvents events) {
      this(events.tree(), events);
    }

    private Comparison(ShareTree tree) {
      this(tree, null);
    }

    private Comparison(ShareTree tree, @Nullable RandomTreeEvents events) {
      this.tree = tree;
      this.events = events;
      incremental = policy().over(tree);
      plain = new TreePassSelection(tree, policy());
      assertThat(incremental).isNotInstanceOf(TreePassSelection.class);
    }

    /** Returns the leaf that both choose, and compares all else. */
    private int choose(Offer offer, String where) {
      chooseUncompared(offer, where);
      compare(ShareTree.ROOT, where);
      return chosen;
    }

    private void chooseUncompared(Offer offer, String where) {
      int expected = plain.next(offer);
      chosen = incremental.next(offer);
      if (chosen != expected && !isNearTie(chosen, expected)) {
        fail("%s: chose %s, the plain recursion %s", where, describe(chosen), describe(expected));
      }
      if (chosen != NONE && chosen == expected) {
        ChosenTasks.compare(incremental, plain, tree.demand(chosen), where);
      }
    }

    private void compare(int node, String where) {
      boolean isQueue = !tree.isLeaf(node);
      IncrementalSelectionContract.this.compare(incremental, plain, node, isQueue, where);
      for (int c = isQueue ? tree.firstChild(node) : NONE; c != NONE; c = tree.nextSibling(c)) {
        compare(c, where);
      }
    }

    /** Returns 1 if a leaf was served. */
    private int step(String where) {
      for (int happened = 0; happened <= steps % 4; happened++) {
        events.somethingHappens();
      }
      steps++;
      choose(events.offer(), where);
      events.follow(chosen);
      return chosen == NONE ? 0 : 1;
    }

    /** Serves from several nodes until nothing fits; returns how many leaves were chosen. */
    private int serve(NodesOffered nodes, String where) {
      int served = 0;
      for (chosen = 0; chosen != NONE; served++) {
        chooseUncompared(nodes.offer, where);
        if (chosen != NONE) {
          nodes.take(chosen);
        }
      }
      return served - 1;
    }

    private String describe(int leaf) {
      StringBuilder path = new StringBuilder();
      for (int n = leaf; n != NONE; n = tree.parent(n)) {
        path.insert(
            0,
            n
                + "(key "
                + plain.shares().key(n)
                + ", weight "
                + tree.weight(n)
                + (plain.shares().isBlocked(n) ? ", blocked) " : ") "));
      }
      return path.toString();
    }

    /** A policy that stays with a kind compares siblings by their keys for that kind. */
    private boolean areNearForSomeKind(int one, int other) {
      KindShares kinds = plain.shares().kinds();
      for (int k = 0; k < kinds.count(); k++) {
        if (kinds.isServable(one, k) && kinds.isServable(other, k)) {
          double key = kinds.key(one, k);
          if (Math.abs(key - kinds.key(other, k)) < EXACT * Math.max(1, key)) {
            return true;
          }
        }
      }
      return false;
    }

    /** Rounding may part what is equal: then the keys where the two ways part are the same. */
    private boolean isNearTie(int one, int other) {
      for (int a = one; a != NONE; a = tree.parent(a)) {
        for (int b = other; b != NONE; b = tree.parent(b)) {
          if (tree.parent(a) == tree.parent(b) && a != b) {
            double key = plain.shares().key(a);
            double difference = Math.abs(key - plain.shares().key(b));
            return !plain.shares().isBlocked(a)
                && (difference < EXACT * Math.max(1, key) || areNearForSomeKind(a, b));
          }
        }
      }
      return false;
    }
  }
}
