// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.RandomTree;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
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

  /**
   * One node of both classes. If a queue's weights by class did not count for its own applications,
   * these would be equal, and so would the queues be.
   */
  @Test
  void weightsByClassDivideEachClassOfOneNode() {
    expectTasksOfTwoQueues(true, 300, 100, 100, 300);
  }

  /** One node of each class, which are offered in turn; naive H-DRF gives each class away whole. */
  @Test
  protected void weightsByClassDivideNodesOfEachClass() {
    expectTasksOfTwoQueues(false, 300, 100, 100, 300);
  }

  /**
   * Fills 400 cores of each of two classes for two queues, of weights 3 and 1 in the first class,
   * and 1 and 3 in the second, each with an application in each class.
   *
   * @param expected by queue and class, the number of its tasks, each of a core, to the last two
   */
  protected final void expectTasksOfTwoQueues(boolean onOneNode, long... expected) {
    ShareTree tree = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 2, 1));
    tree.setCapacity(new long[] {400, 400, 0});
    int first = queueOfBothClasses(tree, 3, 1);
    int second = queueOfBothClasses(tree, 1, 3);
    Selection selection = over(tree);
    Offer offer = new Offer(tree.space());
    offer.open(new long[] {400, 400, ShareSpace.ANY_CLASS});
    for (int tasks = 0; tasks < 800; tasks++) {
      if (!onOneNode) {
        offer.open(tree.space().amounts(tasks % 2, new long[] {1}, ShareSpace.ANY_CLASS));
      }
      int leaf = selection.next(offer);
      long[] task = tree.demand(leaf).vector(0);
      offer.take(task);
      tree.charge(leaf, task);
    }
    for (int i = 0; i < expected.length; i++) {
      assertThat(tree.usage(i < 2 ? first : second, i % 2))
          .as("queue %d, class %d", i / 2, i % 2)
          .isCloseTo(expected[i], within(2L));
    }
  }

  private static int queueOfBothClasses(ShareTree tree, double... weights) {
    int queue = tree.addQueue(ShareTree.ROOT, 1);
    tree.setWeight(queue, weights);
    wanting(tree, queue, 1, 0, 0);
    wanting(tree, queue, 0, 1, 0);
    return queue;
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
