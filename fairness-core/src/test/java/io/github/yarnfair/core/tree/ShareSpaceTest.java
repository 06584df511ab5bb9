// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static io.github.yarnfair.core.tree.ShareTree.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.tree.ShareSpace.Kind;
import org.junit.jupiter.api.Test;

class ShareSpaceTest {
  private final ShareSpace byClass = new ShareSpace(Kind.CLASS, 2, 2);
  private final ShareSpace overCluster = new ShareSpace(Kind.CLUSTER, 2, 2);

  private static ShareTree tree(ShareSpace space) {
    ShareTree tree = new ShareTree(space);
    tree.setCapacity(new long[] {10, 20, 30, 80, 0});
    return tree;
  }

  @Test
  void oneClassHasNeitherReachNorMoreEntriesThanResources() {
    for (Kind kind : Kind.values()) {
      ShareSpace one = new ShareSpace(kind, 1, 3);
      assertThat(one.length()).isEqualTo(3);
      assertThat(one.pairs()).isEqualTo(3);
      assertThat(one.shares()).isEqualTo(3);
      assertThat(one.weights()).isEqualTo(1);
      long[] amounts = one.amounts(0, new long[] {1, 2, 3}, ShareSpace.ANY_CLASS);
      assertThat(amounts).containsExactly(1, 2, 3);
      assertThat(one.isFloating(amounts)).isFalse();
    }
  }

  @Test
  void pairsStandClassByClassAndReachStandsLast() {
    assertThat(byClass.length()).isEqualTo(5);
    assertThat(byClass.pair(1, 0)).isEqualTo(2);
    assertThat(byClass.classOf(3)).isEqualTo(1);
    assertThat(byClass.resourceOf(3)).isEqualTo(1);
    assertThat(byClass.amounts(1, new long[] {7, 8}, 2)).containsExactly(0, 0, 7, 8, 2);
    assertThat(byClass.amounts(0, new long[] {7, 8})).containsExactly(7, 8, 0, 0, 0);
  }

  @Test
  void sharesAreThePairsOrTheResources() {
    assertThat(byClass.shares()).isEqualTo(4);
    assertThat(byClass.weights()).isEqualTo(2);
    assertThat(byClass.shareOf(3)).isEqualTo(3);
    assertThat(byClass.weightOf(3)).isEqualTo(1);
    assertThat(byClass.shareAmount(new long[] {1, 2, 4, 8, 1}, 3)).isEqualTo(8);
    assertThat(overCluster.shares()).isEqualTo(2);
    assertThat(overCluster.weights()).isEqualTo(1);
    assertThat(overCluster.shareOf(3)).isEqualTo(1);
    assertThat(overCluster.weightOf(1)).isZero();
    assertThat(overCluster.shareAmount(new long[] {1, 2, 4, 8, 1}, 1)).isEqualTo(10);
  }

  @Test
  void numbersBelowOneAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ShareSpace(Kind.CLASS, 0, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ShareSpace.ofOneClass(0))
        .withMessageContaining("1 classes of 0 resources");
  }

  /** By the sum over the pairs, or by the first class alone, the share would be another one. */
  @Test
  void shareIsTheLargestPairOrTheLargestPooledResource() {
    long[] held = {5, 5, 6, 60, 0};
    ShareTree inClasses = tree(byClass);
    int leaf = inClasses.addLeaf(ROOT, 1);
    inClasses.charge(leaf, held);
    assertThat(inClasses.usedFraction(leaf, 0)).isEqualTo(0.5);
    assertThat(inClasses.usedFraction(leaf, 3)).isEqualTo(0.75);
    assertThat(inClasses.dominantShare(ROOT)).isEqualTo(0.75);

    ShareTree pooled = tree(overCluster);
    int other = pooled.addLeaf(ROOT, 1);
    pooled.charge(other, held);
    assertThat(pooled.usedFraction(other, 0)).isEqualTo(11.0 / 40);
    assertThat(pooled.shareUsage(other, 1)).isEqualTo(65);
    assertThat(pooled.shareCapacity(1)).isEqualTo(100);
    assertThat(pooled.dominantShare(ROOT)).isEqualTo(0.65);
  }

  @Test
  void shareByWeightDividesEachEntryByTheWeightInItsClass() {
    ShareTree tree = tree(byClass);
    int queue = tree.addQueue(ROOT, 1);
    tree.charge(tree.addLeaf(queue, 1), new long[] {5, 5, 6, 60, 0});
    tree.setWeight(queue, new double[] {1, 5});
    assertThat(tree.hasOneWeight(queue)).isFalse();
    assertThat(tree.weight(queue)).isEqualTo(1);
    assertThat(tree.weight(queue, 2)).isEqualTo(5);
    assertThat(tree.shareByWeight(queue)).isEqualTo(0.5);
    tree.setWeight(queue, 2);
    assertThat(tree.hasOneWeight(queue)).isTrue();
    assertThat(tree.shareByWeight(queue)).isEqualTo(0.375);
  }

  /** By its own weights alone, an application in the second class would count by 2, not by 6. */
  @Test
  void weightsOfAQueueCountInTheRatioOfTheClassesBelowIt() {
    ShareTree tree = tree(byClass);
    int queue = tree.addQueue(ROOT, 1);
    int below = tree.addQueue(queue, 5);
    int leaf = tree.addLeaf(below, 2);
    tree.setWeight(queue, new double[] {4, 12});
    expectWeights(tree, leaf, 2, 6);
    tree.setWeight(below, new double[] {1, 10});
    expectWeights(tree, leaf, 2, 60);
    expectWeights(tree, below, 1, 30);
    assertThat(tree.weightAt(below, 1)).isEqualTo(10);
    expectWeights(tree, tree.addLeaf(below, 1), 1, 30);
    tree.setWeight(leaf, 3);
    expectWeights(tree, leaf, 3, 90);
    int other = tree.addQueue(ROOT, 1);
    tree.move(below, other);
    expectWeights(tree, leaf, 3, 30);
    tree.setWeight(below, 7);
    expectWeights(tree, leaf, 3, 3);
    assertThat(tree.hasOneWeight(leaf)).isTrue();
  }

  private static void expectWeights(ShareTree tree, int node, double first, double second) {
    assertThat(tree.weight(node)).isEqualTo(first);
    assertThat(tree.weight(node, 1)).isEqualTo(first);
    assertThat(tree.weight(node, 2)).isEqualTo(second);
    assertThat(tree.weight(node, 3)).isEqualTo(second);
  }

  @Test
  void weightsOfALeafOrOfAnotherNumberAreRefused() {
    ShareTree tree = tree(byClass);
    int leaf = tree.addLeaf(ROOT, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tree.setWeight(leaf, new double[] {1, 2}))
        .withMessageContaining("[1.0, 2.0] of leaf " + leaf);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tree.setWeight(ROOT, new double[] {1, 2, 3}))
        .withMessageContaining("3 weights: expected 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tree.setWeight(ROOT, new double[] {1, 0}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tree(overCluster).setWeight(ROOT, new double[] {1, 2}));
    tree.setWeight(leaf, new double[] {3, 3});
    assertThat(tree.weight(leaf, 3)).isEqualTo(3);
  }

  @Test
  void reachIsNeitherChargedNorLimitedNorCounted() {
    ShareTree tree = tree(byClass);
    int leaf = tree.addLeaf(ROOT, 1);
    tree.setCapacity(new long[] {10, 20, 30, 80, 9});
    assertThat(tree.capacity(4)).isZero();
    tree.charge(leaf, new long[] {1, 1, 0, 0, ShareSpace.ANY_CLASS});
    assertThat(tree.usage(leaf, 4)).isZero();
    assertThat(tree.held(leaf).vector(0)).containsExactly(1, 1, 0, 0, 0);
    tree.setLimit(leaf, new long[] {UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, 0});
    assertThat(tree.isLimited(leaf)).isFalse();
    assertThat(tree.headroom(leaf, 4)).isEqualTo(UNLIMITED);
    tree.release(leaf, new long[] {1, 1, 0, 0, 0});
    assertThat(tree.holdsNothing(leaf)).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> tree.release(leaf, new long[] {1, 1, 0, 0, ShareSpace.ANY_CLASS}));
  }

  @Test
  void floatingTaskFitsOffersOfItsReachInItsClass() {
    ShareTree tree = tree(byClass);
    int leaf = tree.addLeaf(ROOT, 1);
    long[] ofAny = byClass.amounts(1, new long[] {1, 1}, ShareSpace.ANY_CLASS);
    long[] ofIdle = byClass.amounts(0, new long[] {1, 1}, ShareSpace.IDLE_ROOM);
    tree.setDemand(leaf, new Demand.Builder().add(ofAny, 1).add(ofIdle, 1).build());
    TreePassSelection selection = new TreePassSelection(tree, new NaivePolicy());
    Offer offer = new Offer(byClass);
    offer.open(byClass.amounts(0, new long[] {5, 5}, ShareSpace.ANY_CLASS));
    assertThat(selection.next(offer)).isEqualTo(ShareTree.NONE);
    offer.open(byClass.amounts(1, new long[] {5, 5}, ShareSpace.FIXED));
    assertThat(selection.next(offer)).isEqualTo(ShareTree.NONE);
    offer.open(byClass.amounts(1, new long[] {5, 5}, ShareSpace.ANY_CLASS));
    assertThat(selection.next(offer)).isEqualTo(leaf);
    offer.take(ofAny);
    assertThat(offer.free(3)).isEqualTo(4);
    assertThat(selection.next(offer)).as("the offer keeps its reach").isEqualTo(leaf);
    offer.open(byClass.amounts(0, new long[] {5, 5}, ShareSpace.IDLE_ROOM));
    assertThat(selection.next(offer)).isEqualTo(leaf);
  }

  @Test
  void floatingTasksAreNoPendingDemand() {
    ShareTree tree = tree(byClass);
    int leaf = tree.addLeaf(ROOT, 1);
    long[] floating = byClass.amounts(1, new long[] {1, 1}, ShareSpace.ANY_CLASS);
    tree.setDemand(leaf, Demand.of(floating, 3));
    assertThat(tree.demand(leaf).size()).isEqualTo(1);
    assertThat(tree.fixedDemand(leaf).isEmpty()).isTrue();
    assertThat(Activity.isActive(tree, leaf)).isFalse();
    assertThat(Activity.demands(tree, leaf, 3)).isFalse();
    tree.charge(leaf, floating);
    assertThat(Activity.isActive(tree, leaf)).isTrue();
    assertThat(Activity.demands(tree, leaf, 3)).isTrue();
    assertThat(Activity.demands(tree, leaf, 1)).isFalse();
    long[] fixed = byClass.amounts(0, new long[] {0, 1});
    tree.setDemand(leaf, new Demand.Builder().add(floating, 3).add(fixed, 2).build());
    assertThat(tree.fixedDemand(leaf).isSameAs(Demand.of(fixed, 2))).isTrue();
    assertThat(Activity.demands(tree, leaf, 1)).isTrue();
  }

  @Test
  void startedTaskLeavesAllVectorsThatStandForIt() {
    long[] anyHere = byClass.amounts(0, new long[] {1, 2}, ShareSpace.ANY_CLASS);
    long[] anyThere = byClass.amounts(1, new long[] {1, 2}, ShareSpace.ANY_CLASS);
    long[] fixed = byClass.amounts(0, new long[] {1, 2});
    long[] idle = byClass.amounts(1, new long[] {1, 2}, ShareSpace.IDLE_ROOM);
    long[] otherFixed = byClass.amounts(1, new long[] {1, 2});
    long[] otherAmounts = byClass.amounts(1, new long[] {2, 2}, ShareSpace.ANY_CLASS);
    Demand demand =
        new Demand.Builder()
            .add(anyHere, 5)
            .add(anyThere, 5)
            .add(fixed, 5)
            .add(idle, 5)
            .add(otherFixed, 5)
            .add(otherAmounts, Demand.ENDLESS)
            .build();
    expectLeft(demand.started(byClass, anyThere), 4, 4, 5, 5, 5);
    expectLeft(demand.started(byClass, fixed), 5, 5, 4, 4, 5);
    expectLeft(demand.started(byClass, idle), 5, 5, 4, 4, 5);
    expectLeft(demand.started(byClass, otherFixed), 5, 5, 5, 5, 4);
    expectLeft(demand.started(byClass, otherAmounts), 5, 5, 5, 5, 5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> demand.started(byClass, byClass.amounts(0, new long[] {9, 9})));
  }

  private static void expectLeft(Demand demand, long... tasks) {
    for (int i = 0; i < tasks.length; i++) {
      assertThat(demand.tasks(i)).as("vector %d", i).isEqualTo(tasks[i]);
    }
  }
}
