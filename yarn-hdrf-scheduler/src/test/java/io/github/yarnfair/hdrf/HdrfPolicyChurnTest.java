/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.ShareTreeAudit;
import io.github.yarnfair.core.scenario.ChurnSimulator;
import io.github.yarnfair.core.scenario.NaivePolicy;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TreeSpec;
import org.junit.jupiter.api.Test;

/**
 * Random trees of leaves that always want more, on a cluster of about a thousand tasks, after each
 * leaf ended a hundred tasks one at a time.
 */
class HdrfPolicyChurnTest {
  private static final long SEED = Seed.of("HdrfPolicyChurnTest", 5);
  private static final int TREES = 200;

  /** A leaf that holds less than this part of its static allocation starves. */
  private static final double STARVING = 0.1;

  /** Whole tasks cost some of the guarantee; a node that holds less than this part lost it. */
  private static final double GUARANTEED = 0.8;

  @Test
  void nobodyStarvesOrLosesItsGuaranteeUnderTheCorrectedRuleAlone() {
    Losses corrected = losses(new HdrfPolicy());
    Losses printed = losses(new PublishedHdrfPolicy());
    Losses naive = losses(new NaivePolicy());
    assertThat(corrected.treesWithStarvingLeaf).isZero();
    assertThat(corrected.treesWithBrokenGuarantee).isZero();
    assertThat(printed.treesWithStarvingLeaf).isPositive();
    assertThat(printed.treesWithBrokenGuarantee).isPositive();
    assertThat(naive.treesWithStarvingLeaf).isGreaterThan(printed.treesWithStarvingLeaf);
  }

  private static Losses losses(FairnessPolicy policy) {
    Losses losses = new Losses();
    for (int round = 0; round < TREES; round++) {
      RandomTree random = new RandomTree(Seed.random(SEED, round), 1000);
      long[] capacity = random.capacity();
      TreeSpec spec = random.tree();
      NamedTree named = new ChurnSimulator(spec, policy, capacity).submitAll().churn(100).named();
      IdealShare ideal = IdealShare.of(NamedTree.of(spec, capacity).submitAll().tree());
      losses.count(named, ideal);
      assertThat(ShareTreeAudit.violations(named.tree())).isEmpty();
    }
    System.out.printf(
        "%s: of %d trees %d have a starving leaf, %d a node without its guarantee%n",
        policy.name(), TREES, losses.treesWithStarvingLeaf, losses.treesWithBrokenGuarantee);
    return losses;
  }

  /** In how many trees something was lost. */
  private static final class Losses {
    private int treesWithStarvingLeaf;
    private int treesWithBrokenGuarantee;

    private void count(NamedTree named, IdealShare ideal) {
      ShareTree tree = named.tree();
      boolean starves =
          named.leaves().stream()
              .mapToInt(leaf -> named.node(leaf.name()))
              .anyMatch(leaf -> tree.dominantShare(leaf) < STARVING * ideal.dominantShare(leaf));
      boolean broken =
          named.names().stream()
              .mapToInt(named::node)
              .anyMatch(node -> tree.dominantShare(node) < GUARANTEED * guarantee(tree, node));
      treesWithStarvingLeaf += starves ? 1 : 0;
      treesWithBrokenGuarantee += broken ? 1 : 0;
    }

    /** The product of w / Σw over the siblings, from the node to the root. */
    private static double guarantee(ShareTree tree, int node) {
      double guarantee = 1;
      for (int n = node; n != ShareTree.ROOT; n = tree.parent(n)) {
        double weights = 0;
        int sibling = tree.firstChild(tree.parent(n));
        for (; sibling != ShareTree.NONE; sibling = tree.nextSibling(sibling)) {
          weights += tree.weight(sibling);
        }
        guarantee *= tree.weight(n) / weights;
      }
      return guarantee;
    }
  }
}
