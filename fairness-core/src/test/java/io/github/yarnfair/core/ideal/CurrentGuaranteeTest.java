// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.FairnessPolicyContract;
import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CurrentGuaranteeTest {
  private static final long SEED = Seed.of("CurrentGuaranteeTest", 7);

  @Test
  void isTheGuaranteeOfTheTreeAsItStandsWhateverHappens() {
    for (int round = 0; round < 300; round++) {
      compare("round " + round, new RandomTreeEvents(Seed.random(SEED, round), 2 + round % 40));
    }
  }

  @Test
  void isTheGuaranteeByTheWeightsOfEachMachineClass() {
    for (int round = 0; round < 100; round++) {
      Random random = Seed.random(SEED, round);
      ShareSpace space = RandomTreeEvents.classes(random);
      compare(space + ", round " + round, new RandomTreeEvents(space, random, 2 + round % 40));
    }
  }

  private static void compare(String where, RandomTreeEvents events) {
    HierarchicalGuarantee plain = new HierarchicalGuarantee();
    CurrentGuarantee current = new CurrentGuarantee();
    current.attachTo(events.tree());
    for (int step = 0; step < 200; step++) {
      plain.compute(events.tree());
      for (int node : events.nodes()) {
        for (int w = 0; w < events.tree().space().weights(); w++) {
          assertThat(current.of(node, w))
              .as("%s, step %d, node %d, weight %d", where, step, node, w)
              .isCloseTo(plain.of(node, w), within(1e-12));
        }
      }
      events.somethingHappens();
    }
  }

  @Test
  void aSmallWeightIsItselfAgainOnceLargeOnesHaveGone() {
    ShareTree tree = FairnessPolicyContract.tree(100);
    CurrentGuarantee guarantee = new CurrentGuarantee();
    guarantee.attachTo(tree);
    int small = busy(tree, 1e-9);
    int alike = busy(tree, 3e-9);
    for (int i = 0; i < 1000; i++) {
      int large = busy(tree, 1e9 / (i + 1));
      tree.release(large, new long[] {1});
    }
    assertThat(guarantee.of(small)).isCloseTo(0.25, within(1e-12));
    assertThat(guarantee.of(alike)).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void followsOneTreeOnly() {
    CurrentGuarantee guarantee = new CurrentGuarantee();
    guarantee.attachTo(new ShareTree(1));
    assertThatIllegalArgumentException().isThrownBy(() -> guarantee.attachTo(new ShareTree(1)));
  }

  private static int busy(ShareTree tree, double weight) {
    int leaf = tree.addLeaf(ROOT, weight);
    tree.charge(leaf, new long[] {1});
    return leaf;
  }
}
