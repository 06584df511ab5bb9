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
package io.github.yarnfair.core;

import static io.github.yarnfair.core.ShareTree.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TreeSpec;
import org.junit.jupiter.api.Test;

/** What every policy that means to be fair along a hierarchy keeps to besides. */
public abstract class HierarchicalPolicyContract extends FairnessPolicyContract {
  private static final long SEED = Seed.of("HierarchicalPolicyContract", 32);

  /** What the last few tasks make of it. */
  private static final double WHOLE_TASKS = 0.004;

  @Test
  void nothingThatAnybodyCouldUseIsLeftOver() {
    for (int round = 0; round < 100; round++) {
      RandomTree trees = new RandomTree(Seed.random(SEED, round), 30).withFiniteLeaves();
      long[] capacity = trees.capacity();
      Filling filling = new Filling(trees.tree(), capacity);
      for (TreeSpec leaf : filling.named.leaves()) {
        int node = filling.named.node(leaf.name());
        assertThat(filling.named.tree().demand(node).fits(filling.free(), 0))
            .as("round %d, %s", round, leaf)
            .isFalse();
      }
    }
  }

  /** H-DRF, DFF and MCH then agree, with any weights. */
  @Test
  void whenAllDemandAllResourcesItIsStaticHdrf() {
    for (int round = 0; round < 20; round++) {
      RandomTree trees = new RandomTree(Seed.random(SEED, round), 8000).withFullDemands();
      long[] capacity = trees.capacity();
      Filling filling = new Filling(trees.tree(), capacity);
      IdealShare ideal = IdealShare.of(NamedTree.of(filling.spec, capacity).submitAll().tree());
      for (String name : filling.named.names()) {
        int node = filling.named.node(name);
        assertThat(filling.named.tree().dominantShare(node))
            .as("round %d, %s", round, name)
            .isCloseTo(ideal.dominantShare(node), within(WHOLE_TASKS));
      }
    }
  }

  /** A cluster of one node that was filled from empty. */
  private final class Filling {
    private final TreeSpec spec;
    private final NamedTree named;
    private final Offer offer;

    private Filling(TreeSpec spec, long... capacity) {
      this.spec = spec;
      named = NamedTree.of(spec, capacity).submitAll();
      ShareTree tree = named.tree();
      Selection selection = over(tree);
      offer = new Offer(capacity.length);
      offer.open(capacity);
      for (int leaf = selection.next(offer); leaf != NONE; leaf = selection.next(offer)) {
        long[] task = tree.demand(leaf).vector(0);
        long tasks = tree.demand(leaf).tasks(0);
        offer.take(task);
        tree.charge(leaf, task);
        tree.setDemand(leaf, Demand.of(task, tasks == Demand.ENDLESS ? tasks : tasks - 1));
      }
    }

    private long[] free() {
      long[] free = new long[named.tree().resourceCount()];
      for (int j = 0; j < free.length; j++) {
        free[j] = offer.free(j);
      }
      return free;
    }
  }
}
