// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * Properties that static H-DRF does not have, though one would wish so and a theorem says so of the
 * last: random trees with counter-examples are counted, by the number of resources.
 */
class FalsePropertiesTest {
  private static final long SEED = Seed.of("FalsePropertiesTest", 6);
  private static final int TREES = 600;
  private static final double EXACT = 1e-9;

  /** The paper's Theorem 5: somebody may lose because somebody else leaves. */
  @Test
  void populationMonotonicity() {
    int[] violated = count("population monotonicity", Case::someoneLosesWhenALeafLeaves);
    assertThat(violated[2] + violated[3] + violated[4]).isPositive();
  }

  /** What a leaf leaves behind does not stay with its siblings alone. */
  @Test
  void strictSiblingSharing() {
    int[] violated = count("strict sibling sharing", Case::aStrangerGainsWhenALeafLeaves);
    assertThat(violated[2] + violated[3] + violated[4]).isPositive();
  }

  /** Contrary to Theorem 3: a leaf may run more tasks because it claims more than they need. */
  @Test
  void strategyProofness() {
    int[] violated = count("strategy-proofness", Case::aLeafGainsByClaimingMore);
    assertThat(violated[3] + violated[4]).isPositive();
  }

  /** Returns by number of resources in how many trees there is a counter-example. */
  private static int[] count(String property, ToIntFunction<Case> counterExample) {
    int[] trees = new int[5];
    int[] violated = new int[5];
    for (int round = 0; round < TREES; round++) {
      Case random = new Case(round);
      trees[random.capacity.length]++;
      violated[random.capacity.length] += counterExample.applyAsInt(random);
    }
    System.out.printf(
        "%-25s violated with 2 resources in %d of %d, with 3 in %d of %d, with 4 in %d of %d%n",
        property, violated[2], trees[2], violated[3], trees[3], violated[4], trees[4]);
    return violated;
  }

  /** A random tree whose leaves want endlessly much. */
  private static final class Case {
    private final Random random;
    private final long[] capacity;
    private final NamedTree named;
    private final ShareTree tree;
    private final IdealShare before;

    private Case(int round) {
      random = Seed.random(SEED, round);
      RandomTree trees = new RandomTree(random, 1000);
      capacity = trees.capacity();
      named = NamedTree.of(trees.tree(), capacity).submitAll();
      tree = named.tree();
      before = IdealShare.of(tree);
    }

    private int someoneLosesWhenALeafLeaves() {
      for (TreeSpec leaving : named.leaves()) {
        int gone = named.node(leaving.name());
        IdealShare after = with(gone, Demand.NOTHING);
        for (TreeSpec leaf : named.leaves()) {
          int node = named.node(leaf.name());
          if (node != gone && after.dominantShare(node) < before.dominantShare(node) - EXACT) {
            return 1;
          }
        }
      }
      return 0;
    }

    private int aStrangerGainsWhenALeafLeaves() {
      for (TreeSpec leaving : named.leaves()) {
        int gone = named.node(leaving.name());
        boolean hasSibling = tree.firstChild(tree.parent(gone)) != gone;
        IdealShare after = with(gone, Demand.NOTHING);
        for (TreeSpec leaf : named.leaves()) {
          int node = named.node(leaf.name());
          boolean stranger = !isBelow(node, tree.parent(gone));
          boolean gains = after.dominantShare(node) > before.dominantShare(node) + EXACT;
          if (hasSibling && stranger && gains) {
            return 1;
          }
        }
      }
      return 0;
    }

    private int aLeafGainsByClaimingMore() {
      for (TreeSpec leaf : named.leaves()) {
        int node = named.node(leaf.name());
        long[] claim = leaf.demand();
        claim[random.nextInt(claim.length)] += 1 + random.nextInt(5);
        IdealShare after = with(node, Demand.of(claim, Demand.ENDLESS));
        if (tasks(after, node, leaf) > tasks(before, node, leaf) * (1 + EXACT)) {
          return 1;
        }
      }
      return 0;
    }

    /** Returns the ideal share if a leaf had another demand. */
    private IdealShare with(int leaf, Demand demand) {
      Demand own = tree.demand(leaf);
      tree.setDemand(leaf, demand);
      IdealShare ideal = IdealShare.of(tree);
      tree.setDemand(leaf, own);
      return ideal;
    }

    private boolean isBelow(int node, int queue) {
      int n = node;
      while (n != ShareTree.NONE && n != queue) {
        n = tree.parent(n);
      }
      return n == queue;
    }

    /** Returns how many of its real tasks a leaf can run with what it holds. */
    private static double tasks(IdealShare ideal, int node, TreeSpec leaf) {
      double[] held = ideal.usage(node);
      double tasks = Double.POSITIVE_INFINITY;
      for (int j = 0; j < held.length; j++) {
        if (leaf.demand(j) > 0) {
          tasks = Math.min(tasks, held[j] / leaf.demand(j));
        }
      }
      return tasks;
    }
  }
}
