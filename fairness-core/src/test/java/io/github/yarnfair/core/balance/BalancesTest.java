// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalancesTest {
  private static final long SEED = Seed.of("BalancesTest", 34);
  private static final long HOUR = 3_600_000;
  private static final long[] TASK = {1};

  private long now;

  private static BalanceRules rules(boolean onlyContended) {
    return new BalanceRules(24 * HOUR, 0.5, 4, onlyContended);
  }

  /** A million random events of all kinds in an exhaustive run, in trees of all spaces. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void floorSumsAndBoundsHoldAfterAnyEvents(boolean onlyContended) {
    int trees = TestSize.of(500, 10);
    for (int tree = 0; tree < trees; tree++) {
      Random random = Seed.random(SEED, tree);
      ShareSpace space =
          tree % 2 == 0
              ? ShareSpace.ofOneClass(1 + random.nextInt(4))
              : RandomTreeEvents.classes(random);
      new Events(new RandomTreeEvents(space, random, 30), random, onlyContended, tree).run(1000);
    }
  }

  /** A random tree, and what its queues held by an integral of its own. */
  private final class Events {
    private final RandomTreeEvents events;
    private final ShareTree tree;
    private final Random random;
    private final Balances balances;
    private final BalanceRules rules;
    private final String name;
    private final double[] most;

    Events(RandomTreeEvents events, Random random, boolean onlyContended, int number) {
      this.events = events;
      this.random = random;
      tree = events.tree();
      rules = rules(onlyContended);
      balances = new Balances(tree, rules, () -> now);
      name = "seed " + SEED + ", tree " + number;
      most = new double[tree.space().shares()];
    }

    void run(int steps) {
      for (int step = 0; step < steps; step++) {
        now += random.nextInt(20_000);
        for (int s = 0; s < most.length; s++) {
          most[s] = Math.max(most[s], (double) tree.shareUsage(ROOT, s));
        }
        events.somethingHappens();
        balances.settle();
        if (random.nextInt(10) == 0) {
          balances.endEpoch();
        }
        if (step % 10 == 0) {
          check(ROOT, 1.0);
        }
      }
    }

    private void check(int parent, double product) {
      Siblings siblings = new Siblings(tree, parent);
      for (int w = 0; w < tree.space().weights() && siblings.count() > 0; w++) {
        double sum = 0.0;
        for (int i = 0; i < siblings.count(); i++) {
          double factor = tree.balanceAt(siblings.get(i), w);
          sum += siblings.part(i, w) * factor;
          assertThat(factor * product).as(name).isGreaterThan(rules.floor() - 1e-9);
          if (w == 0) {
            check(siblings.get(i), product * factor);
          }
        }
        assertThat(sum).as(name).isCloseTo(1.0, within(1e-9));
        assertThat(balances.book().sums().below(parent)[w]).as(name).isEqualTo(siblings.sum(w));
      }
      for (int s = 0; s < tree.space().shares() && siblings.count() > 0; s++) {
        check(parent, siblings, s);
      }
    }

    private void check(int parent, Siblings siblings, int share) {
      double bound = most[share] * (rules.memoryMillis() + 1e7) / 1000;
      double sum = 0.0;
      for (int i = 0; i < siblings.count(); i++) {
        double balance = balances.book().get(siblings.get(i), share);
        assertThat(Math.abs(balance)).as(name).isLessThanOrEqualTo(bound);
        sum += balance;
      }
      sum += balances.book().left(parent, share);
      assertThat(sum).as(name).isCloseTo(0.0, within(1e-6 + 1e-9 * bound));
    }
  }

  /** What queues hold is integrated from each charge and release, and not sampled. */
  @Test
  void tasksBetweenEpochsAreChargedExactly() {
    ShareTree tree = new ShareTree(1);
    tree.setCapacity(new long[] {10});
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 3);
    int leaf = tree.addLeaf(a, 1);
    int other = tree.addLeaf(b, 1);
    Balances balances = new Balances(tree, rules(false), () -> now);
    now = 10_000;
    tree.charge(leaf, TASK, 4);
    now = 13_000;
    tree.release(leaf, TASK);
    now = 59_999;
    for (int i = 0; i < 3; i++) {
      tree.release(leaf, TASK);
    }
    tree.charge(other, TASK);
    now = 60_000;
    balances.endEpoch();
    double held = 4 * 3 + 3 * 46.999;
    double heldByOther = 0.001;
    assertThat(balances.book().get(a, 0)).isCloseTo(held - (held + heldByOther) / 4, within(1e-9));
    assertThat(balances.book().get(b, 0))
        .isCloseTo(heldByOther - (held + heldByOther) * 3 / 4, within(1e-9));
  }

  /** An application that moves takes along what it holds from now on, and not its past. */
  @Test
  void movedApplicationIsChargedWhereItRan() {
    ShareTree tree = new ShareTree(1);
    tree.setCapacity(new long[] {10});
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 1);
    int leaf = tree.addLeaf(a, 1);
    Balances balances = new Balances(tree, rules(false), () -> now);
    tree.charge(leaf, TASK);
    now = 45_000;
    tree.move(leaf, b);
    now = 60_000;
    balances.endEpoch();
    assertThat(balances.book().get(a, 0)).isCloseTo(45 - 30, within(1e-9));
    assertThat(balances.book().get(b, 0)).isCloseTo(15 - 30, within(1e-9));
  }

  /** A user who leaves and comes back is as far ahead as before, less what time has taken. */
  @Test
  void userComesBackWithTheBalanceOfBefore() {
    ShareTree tree = new ShareTree(1);
    tree.setCapacity(new long[] {10});
    int queue = tree.addQueue(ROOT, 1);
    Balances balances = new Balances(tree, rules(false), () -> now);
    int ann = user(tree, balances, queue, "ann");
    int bob = user(tree, balances, queue, "bob");
    int leaf = tree.addLeaf(ann, 1);
    tree.charge(leaf, TASK, 10);
    for (int minute = 0; minute < 600; minute++) {
      now += 60_000;
      balances.endEpoch();
    }
    double before = balances.book().get(ann, 0);
    assertThat(tree.balanceAt(ann, 0)).isLessThan(0.8);
    for (int i = 0; i < 10; i++) {
      tree.release(leaf, TASK);
    }
    tree.remove(leaf);
    tree.remove(ann);
    balances.settle();
    assertThat(tree.balanceAt(bob, 0)).isCloseTo(1.0, within(1e-9));
    now += 12 * HOUR;
    balances.endEpoch();
    int back = user(tree, balances, queue, "ann");
    balances.settle();
    assertThat(balances.book().get(back, 0)).isCloseTo(before / Math.sqrt(2), within(1e-6));
    assertThat(tree.balanceAt(back, 0)).isLessThan(0.85);
    assertThat(tree.balanceAt(bob, 0)).isGreaterThan(1.15);
  }

  private static int user(ShareTree tree, Balances balances, int queue, String name) {
    int node = tree.addQueue(queue, 1);
    balances.name(node, name);
    return node;
  }

  /** A CPU department earns no CPUs for GPUs that it never wanted. */
  @Test
  void resourceThatParentNeverHeldIsNotOwed() {
    ShareTree tree = new ShareTree(2);
    tree.setCapacity(new long[] {100, 10});
    int cpus = tree.addQueue(ROOT, 1);
    int gpus = tree.addQueue(ROOT, 1);
    int one = tree.addQueue(cpus, 1);
    tree.addQueue(cpus, 1);
    tree.charge(tree.addLeaf(one, 1), new long[] {1, 0}, 50);
    tree.charge(tree.addLeaf(gpus, 1), new long[] {1, 1}, 10);
    Balances balances = new Balances(tree, rules(false), () -> now);
    now = 60_000;
    balances.endEpoch();
    assertThat(balances.book().get(one, 0)).isCloseTo(25 * 60, within(1e-9));
    assertThat(balances.book().get(one, 1)).isZero();
    assertThat(balances.book().get(cpus, 1)).isCloseTo(-5 * 60, within(1e-9));
  }

  /** Weights stay while no factor has moved by more than 0.02: each change costs a pass. */
  @Test
  void weightsChangeOnlyByMoreThanAFiftieth() {
    ShareTree tree = new ShareTree(1);
    tree.setCapacity(new long[] {10});
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addQueue(ROOT, 1);
    tree.charge(tree.addLeaf(a, 1), TASK, 10);
    tree.setDemand(tree.addLeaf(b, 1), Demand.of(TASK, 1));
    Balances balances = new Balances(tree, rules(true), () -> now);
    now = 60_000;
    balances.endEpoch();
    assertThat(tree.hasBalance(a)).isFalse();
    assertThat(balances.book().get(a, 0)).isCloseTo(300, within(1e-9));
    for (int minute = 0; minute < 30; minute++) {
      now += 60_000;
      balances.endEpoch();
    }
    assertThat(tree.balanceAt(a, 0)).isBetween(0.9, 0.98);
    assertThat(tree.balanceAt(a, 0) + tree.balanceAt(b, 0)).isCloseTo(2.0, within(1e-9));
    assertThat(tree.configuredWeightAt(a, 0)).isEqualTo(1.0);
  }

  /** The rival adds up all siblings' weights for each queue: a million additions. */
  @Test
  void readingThousandQueuesAddsUpTheirWeightsOnce() {
    ShareTree tree = new ShareTree(1);
    tree.setCapacity(new long[] {10});
    int[] queues = new int[1000];
    Arrays.setAll(queues, i -> tree.addQueue(ROOT, 1 + i % 3));
    Balances balances = new Balances(tree, rules(false), () -> now);
    balances.book().add(queues[0], 0, 5.0);
    balances.book().square();
    for (int reading = 0; reading < 2; reading++) {
      for (int queue : queues) {
        assertThat(balances.book().relatives(queue)).hasSize(1);
      }
    }
    assertThat(balances.book().sums().additions()).isEqualTo(1000);
    tree.setWeight(queues[0], 7);
    double[] parts = balances.book().parts(queues[0]);
    assertThat(balances.book().sums().additions()).isEqualTo(2000);
    assertThat(parts[0]).isCloseTo(7 / (1999.0 - 1 + 7), within(1e-12));

    ShareTree copy = tree.emptyLike(1000);
    BalanceBook taken = balances.book().over(copy);
    int[] copies = new int[1000];
    for (int i = 0; i < queues.length; i++) {
      copies[i] = copy.addCopy(tree, queues[i], ROOT);
      taken.take(copies[i], balances.book(), queues[i]);
    }
    for (int i = 0; i < queues.length; i++) {
      assertThat(taken.parts(copies[i])).isEqualTo(balances.book().parts(queues[i]));
    }
    assertThat(taken.sums().additions()).isEqualTo(1000);
  }

  @Test
  void copyOfATreeHasTheBalances() {
    ShareTree tree = new ShareTree(1);
    int a = tree.addQueue(ROOT, 3);
    tree.setBalance(a, new double[] {0.5});
    ShareTree copy = tree.emptyLike(1);
    int added = copy.addCopy(tree, a, ROOT);
    assertThat(copy.weight(added)).isEqualTo(1.5);
    assertThat(copy.configuredWeightAt(added, 0)).isEqualTo(3.0);
    assertThat(tree.copy().weight(a)).isEqualTo(1.5);
    tree.setWeight(a, 4);
    assertThat(tree.weight(a)).isEqualTo(2.0);
    tree.remove(a);
    assertThat(tree.weight(tree.addQueue(ROOT, 1))).isEqualTo(1.0);
  }

  @Test
  void rulesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> BalanceRules.of(59_999)).hasMessageContaining("half-life");
    assertThatThrownBy(() -> BalanceRules.of(366 * 24 * HOUR)).hasMessageContaining("half-life");
    assertThatThrownBy(() -> new BalanceRules(HOUR, 0, 4, true)).hasMessageContaining("floor");
    assertThatThrownBy(() -> new BalanceRules(HOUR, 1.1, 4, true)).hasMessageContaining("floor");
    assertThatThrownBy(() -> new BalanceRules(HOUR, Double.NaN, 4, true))
        .hasMessageContaining("floor");
    assertThatThrownBy(() -> new BalanceRules(HOUR, 1, -0.1, true))
        .hasMessageContaining("strength");
  }
}
