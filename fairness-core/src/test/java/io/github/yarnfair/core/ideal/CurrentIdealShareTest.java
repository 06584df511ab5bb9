// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.FairnessPolicyContract;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CurrentIdealShareTest {
  private static final long SEED = Seed.of("CurrentIdealShareTest", 33);
  private static final double ROUNDING = 1e-9;

  private final ShareTree tree = FairnessPolicyContract.tree(100, 100);
  private final int endless = FairnessPolicyContract.wanting(tree, ROOT, 1, 1);
  private final int finite = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
  private final CurrentIdealShare current = new CurrentIdealShare();

  CurrentIdealShareTest() {
    tree.setDemand(finite, Demand.of(new long[] {1, 0}, 10));
  }

  @Test
  void isNotComputedAgainBecauseTasksStart() {
    IdealShare first = current.of(tree);
    tree.charge(endless, new long[] {1, 1});
    assertThat(current.of(tree)).isSameAs(first);
    tree.charge(finite, new long[] {1, 0}, 9);
    tree.setDemand(finite, Demand.of(new long[] {1, 0}, 1));
    assertThat(current.of(tree)).isSameAs(first);
    tree.release(finite, new long[] {1, 0});
    tree.setDemand(finite, Demand.of(new long[] {1, 0}, 2));
    assertThat(current.of(tree)).isSameAs(first);
  }

  @Test
  void followsWhateverItDependsOn() {
    follows(() -> tree.charge(finite, new long[] {1, 0}));
    follows(() -> tree.charge(finite, new long[] {0, 1}));
    follows(() -> tree.charge(endless, new long[] {5, 5}));
    follows(() -> tree.setNodeShapes(List.of(new long[] {50, 50})));
    follows(() -> tree.setDemand(endless, Demand.of(new long[] {1, 2}, Demand.ENDLESS)));
    follows(() -> tree.setWeight(finite, 2));
    follows(() -> tree.setLimit(endless, new long[] {50, 50}));
    follows(() -> tree.setCapacity(new long[] {100, 90}));
    follows(() -> tree.addLeaf(ROOT, 1));
    follows(() -> tree.move(finite, ROOT));
    follows(() -> tree.setDemand(endless, Demand.NOTHING));
  }

  @Test
  void isAlwaysThatOfTheTreeAsItStands() {
    for (int round = 0; round < 200; round++) {
      Random random = Seed.random(SEED, round);
      RandomTree trees = new RandomTree(random, 30).withFiniteLeaves().withLimits();
      long[] capacity = trees.capacity();
      NamedTree named = NamedTree.of(trees.tree(), capacity).submitAll();
      CurrentIdealShare following = new CurrentIdealShare();
      for (int step = 0; step < 20; step++) {
        change(named, random);
        IdealShare actual = following.of(named.tree());
        assertClose(named, actual, IdealShare.of(named.tree()), round, step);
      }
    }
  }

  @Test
  void isNotComputedAgainWhileALeafHasMoreTasksThanRoom() {
    tree.setDemand(finite, Demand.of(new long[] {1, 0}, 10_000));
    IdealShare first = current.of(tree);
    tree.setDemand(finite, Demand.of(new long[] {1, 0}, 10_001));
    assertThat(current.of(tree)).isSameAs(first);
    tree.charge(finite, new long[] {1, 0}, 40);
    assertThat(current.of(tree)).isSameAs(first);
    tree.setDemand(finite, Demand.of(new long[] {1, 0}, 100));
    assertThat(current.of(tree)).isSameAs(first);
    tree.setDemand(finite, Demand.NOTHING);
    assertThat(first.usage(finite)[0]).isGreaterThan(40);
    assertThat(current.of(tree)).isNotSameAs(first);
  }

  /** By a rival that never looks at numbers of tasks, leaves that are met keep their shares. */
  @Test
  void numbersOfTasksMatterWhereALeafIsMetBeforeOrAfter() {
    int kept = 0;
    int computed = 0;
    for (int round = 0; round < 200; round++) {
      Random random = Seed.random(SEED, -1 - round);
      RandomTree trees = new RandomTree(random, 30).withFiniteLeaves().withLimits();
      NamedTree named = NamedTree.of(trees.tree(), trees.capacity()).submitAll();
      CurrentIdealShare following = new CurrentIdealShare();
      IdealShare before = following.of(named.tree());
      for (int step = 0; step < 20; step++) {
        changeTasks(named, random);
        IdealShare actual = following.of(named.tree());
        kept += actual == before ? 1 : 0;
        computed += actual == before ? 0 : 1;
        before = actual;
        assertClose(named, actual, IdealShare.of(named.tree()), round, step);
      }
    }
    assertThat(kept).isGreaterThan(500);
    assertThat(computed).isGreaterThan(500);
  }

  @Test
  void isNotComputedAgainBecauseTasksFloatAmongClasses() {
    ShareTree byClass = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 2, 1));
    byClass.setCapacity(new long[] {100, 100, 0});
    int leaf = byClass.addLeaf(ROOT, 1);
    long[] floating = byClass.space().amounts(1, new long[] {2}, ShareSpace.ANY_CLASS);
    CurrentIdealShare following = new CurrentIdealShare();
    IdealShare first = following.of(byClass);
    byClass.setDemand(leaf, Demand.of(floating, 3));
    assertThat(following.of(byClass)).isSameAs(first);
    byClass.charge(leaf, floating);
    assertThat(following.of(byClass)).isNotSameAs(first);
  }

  private void follows(Runnable change) {
    IdealShare before = current.of(tree);
    change.run();
    assertThat(current.of(tree)).isNotSameAs(before);
  }

  private static void assertClose(
      NamedTree named, IdealShare actual, IdealShare expected, int round, int step) {
    for (String name : named.names()) {
      int node = named.node(name);
      assertThat(actual.dominantShare(node))
          .as("round %d, step %d, %s", round, step, name)
          .isCloseTo(expected.dominantShare(node), within(ROUNDING));
    }
  }

  /** Gives a leaf another number of tasks of its vector. */
  private static void changeTasks(NamedTree named, Random random) {
    TreeSpec leaf = named.leaves().get(random.nextInt(named.leaves().size()));
    long tasks = 1L + random.nextInt(random.nextBoolean() ? 5 : 500);
    named.tree().setDemand(named.node(leaf.name()), Demand.of(leaf.demand(), tasks));
  }

  private static void change(NamedTree named, Random random) {
    ShareTree tree = named.tree();
    int leaf = named.node(named.leaves().get(random.nextInt(named.leaves().size())).name());
    long[] vector = new long[tree.resourceCount()];
    vector[random.nextInt(vector.length)] = 1L + random.nextInt(40);
    switch (random.nextInt(4)) {
      case 0 -> tree.charge(leaf, vector);
      case 1 -> tree.setWeight(leaf, 1 + random.nextInt(3));
      case 2 ->
          tree.setDemand(
              leaf,
              new Demand.Builder()
                  .add(vector, random.nextInt(5))
                  .add(new long[vector.length], random.nextBoolean() ? 0 : Demand.ENDLESS)
                  .add(tree.demand(leaf).isEmpty() ? vector : tree.demand(leaf).vector(0), 2)
                  .build());
      default -> tree.setDemand(leaf, Demand.NOTHING);
    }
  }
}
