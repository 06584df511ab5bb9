// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.RecursivePolicy;
import io.github.yarnfair.core.policy.RecursivePolicy.Order;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The properties that the papers claim, counted over seeded random trees of leaves that always want
 * more, on a cluster of about a thousand tasks: in how many trees is each violated? What is known
 * to hold is asserted, and so is that some rule violates what discriminates.
 */
class PropertiesTest {
  private static final long SEED = Seed.of("PropertiesTest", 5);
  private static final int TREES = TestSize.of(200, 30);
  private static final long TASKS = 1000;

  /** Whole tasks cost some of the guarantee; a node that holds less than this part lost it. */
  private static final double GUARANTEED = 0.8;

  @Test
  void hierarchicalShareGuaranteeFilledFromEmpty() {
    Map<Rule, Integer> broken =
        count(
            "static share guarantee",
            round -> new RandomTree(Seed.random(SEED, round), 5 * TASKS),
            world -> world.breaksGuarantee(world.filled(), 0.97));
    assertNone(broken, Set.of(Rule.H_DRF, Rule.DFF, Rule.MCH_UNIFORM, Rule.MCH_EXACT));
    assertThat(broken.get(Rule.MCH)).isPositive();
    assertThat(broken.get(Rule.CH)).isPositive();
  }

  @Test
  void noStarvingLeafUnderChurn() {
    Map<Rule, Integer> starving = count("starving leaf under churn", World::starvesUnderChurn);
    assertNone(starving, Set.of(Rule.H_DRF));
    assertThat(starving.get(Rule.H_DRF_PUBLISHED)).isPositive();
    assertThat(starving.get(Rule.NAIVE)).isGreaterThan(starving.get(Rule.H_DRF_PUBLISHED));
  }

  @Test
  void hierarchicalShareGuaranteeUnderChurn() {
    Map<Rule, Integer> broken =
        count(
            "share guarantee under churn",
            world -> world.breaksGuarantee(world.filled().churn(100), GUARANTEED));
    assertNone(broken, Set.of(Rule.H_DRF));
    assertThat(broken.get(Rule.H_DRF_PUBLISHED)).isPositive();
  }

  @Test
  void paretoEfficiency() {
    Map<Rule, Integer> wasteful =
        count("usable resources left over", world -> world.filled().leavesSomethingUsable());
    assertNone(wasteful, allBut(Rule.CS_CURRENT));
    assertThat(wasteful.get(Rule.CS_CURRENT)).isPositive();
  }

  /** Twenty tasks of each leaf end at once, so that there is room for tasks of any shape. */
  @Test
  void dynamicIsStaticWhenFullyAllocated() {
    Map<Rule, Integer> other = count("dynamic differs from static", World::differsFromStatic);
    assertNone(other, Set.of(Rule.H_DRF));
    assertThat(other.get(Rule.NAIVE)).isPositive();
  }

  @Test
  void whenAllDemandAllResourcesHdrfDffAndMchAgree() {
    Map<Rule, Integer> other =
        count(
            "full demands: differs from static H-DRF",
            round -> trees(round).withFullDemands(),
            world -> world.isFarFromIdeal(world.filled()));
    assertNone(other, Set.of(Rule.H_DRF, Rule.DFF, Rule.MCH, Rule.MCH_UNIFORM, Rule.MCH_EXACT));
    assertThat(other.get(Rule.CH)).isPositive();
  }

  /** The first queue is first in, first out inside; the guarantee of all others stands. */
  @Test
  void recursiveScheduling() {
    int broken = 0;
    int served = 0;
    for (int round = 0; round < TREES; round++) {
      World world = new World(trees(round), PropertiesTest::withFirstQueueFifo);
      TaskSimulation filled = world.filled();
      int fifo = firstQueue(filled.named().tree());
      Predicate<Integer> outside = node -> isOutside(filled, node, fifo);
      broken += World.breaksGuarantee(filled.named(), GUARANTEED, outside) ? 1 : 0;
      served += fifo == ShareTree.NONE ? 0 : 1;
    }
    System.out.printf(
        "%-42s h-drf %d of %d%n", "recursive: guarantee outside a FIFO queue", broken, served);
    assertThat(served).isGreaterThan(TREES / 2);
    assertThat(broken).isZero();
  }

  private static Set<Rule> allBut(Rule one) {
    Set<Rule> others = new TreeSet<>(Rule.all());
    others.remove(one);
    return others;
  }

  private static void assertNone(Map<Rule, Integer> violations, Set<Rule> rules) {
    rules.forEach(rule -> assertThat(violations.get(rule)).as(rule.toString()).isZero());
  }

  private static RandomTree trees(int round) {
    return new RandomTree(Seed.random(SEED, round), TASKS);
  }

  private static Map<Rule, Integer> count(String property, Predicate<World> violated) {
    return count(property, PropertiesTest::trees, violated);
  }

  private static Map<Rule, Integer> count(
      String property, IntFunction<RandomTree> trees, Predicate<World> violated) {
    Map<Rule, Integer> violations = new TreeMap<>();
    for (Rule rule : Rule.all()) {
      violations.put(rule, 0);
      for (int round = 0; round < TREES; round++) {
        if (violated.test(new World(trees.apply(round), rule::over))) {
          violations.merge(rule, 1, Integer::sum);
        }
      }
    }
    System.out.printf("%-42s of %d trees: %s%n", property, TREES, violations);
    return violations;
  }

  private static Selection withFirstQueueFifo(ShareTree tree) {
    int fifo = firstQueue(tree);
    return new TreePassSelection(
        tree,
        new RecursivePolicy(
            new HdrfPolicy(), queue -> queue == fifo ? Order.FIFO : Order.BY_POLICY));
  }

  private static int firstQueue(ShareTree tree) {
    int child = tree.firstChild(ShareTree.ROOT);
    while (child != ShareTree.NONE && tree.isLeaf(child)) {
      child = tree.nextSibling(child);
    }
    return child;
  }

  private static boolean isOutside(TaskSimulation simulation, int node, int queue) {
    for (int n = node; n != ShareTree.NONE; n = simulation.named().tree().parent(n)) {
      if (n == queue) {
        return node == queue;
      }
    }
    return true;
  }
}
