// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How much of a tree of 20 queues with 50 leaves each is rated for what happens to one node. */
class KindSelectionTest {
  private static final int QUEUES = 20;
  private static final int LEAVES = 50;
  private static final long[] TASK = {1};

  private final ShareTree tree = new ShareTree(1);
  private final int[] queues = new int[QUEUES];
  private final int[][] leaves = new int[QUEUES][LEAVES];
  private final Counting policy = new Counting();
  private final Offer offer = new Offer(1);
  private KindSelection selection;

  /** Weighted max-min of one resource, whose siblings concern each other as a test says. */
  private static final class Counting extends KindPolicy {
    private boolean siblingsMatter;
    private int prepared;
    private int ratedLeaves;
    private int ratedQueues;

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public Form form() {
      return Form.POOLED;
    }

    @Override
    public void rateKinds(Shares shares, int queue) {
      shares.kinds().pool(queue);
    }

    @Override
    public void prepare(ShareTree tree) {
      prepared++;
    }

    @Override
    public double leafKey(Shares shares, int leaf) {
      ratedLeaves++;
      return shares.dominantShare(leaf) / shares.weight(leaf);
    }

    @Override
    public boolean hasOwnKey() {
      return true;
    }

    @Override
    public double ownKey(Shares shares, int queue) {
      ratedQueues++;
      return shares.dominantShare(queue) / shares.weight(queue);
    }

    @Override
    public double queueKey(double ownKey, double leastKey) {
      return ownKey;
    }

    @Override
    public int updateLeaf(ShareTree tree, int leaf) {
      return NONE;
    }

    @Override
    public boolean concernsSiblings(ShareTree tree, int node) {
      return siblingsMatter;
    }

    @Override
    public int updateChildren(ShareTree tree, int queue) {
      return queue;
    }
  }

  @BeforeEach
  void decideOnce() {
    tree.setCapacity(new long[] {10_000});
    for (int i = 0; i < QUEUES; i++) {
      queues[i] = tree.addQueue(ROOT, 1);
      for (int k = 0; k < LEAVES; k++) {
        leaves[i][k] = leaf(queues[i]);
      }
    }
    selection = new KindSelection(tree, policy);
    decide();
    policy.prepared = 0;
  }

  private int leaf(int queue) {
    int leaf = tree.addLeaf(queue, 1);
    tree.setDemand(leaf, Demand.of(TASK, Demand.ENDLESS));
    tree.charge(leaf, TASK);
    return leaf;
  }

  private int decide() {
    policy.ratedLeaves = 0;
    policy.ratedQueues = 0;
    offer.open(new long[] {5});
    return selection.next(offer);
  }

  private void remove(int leaf) {
    tree.release(leaf, TASK);
    tree.remove(leaf);
  }

  /** No queue but those on the path, and each of them once or twice. */
  private void expectPaths(int ratedLeaves, int paths) {
    decide();
    assertThat(policy.ratedLeaves).isEqualTo(ratedLeaves);
    assertThat(policy.ratedQueues).isBetween(paths, 2 * paths);
    assertThat(policy.prepared).isZero();
  }

  @Test
  void aLeafThatComesCostsItsPath() {
    leaf(queues[3]);
    expectPaths(1, 1);
  }

  @Test
  void aLeafThatGoesCostsItsPath() {
    remove(leaves[3][7]);
    expectPaths(0, 1);
  }

  @Test
  void aHandleThatIsGivenOutAgainCostsItsTwoPaths() {
    remove(leaves[3][7]);
    assertThat(leaf(queues[5])).isEqualTo(leaves[3][7]);
    expectPaths(1, 2);
  }

  @Test
  void aLeafThatMovesCostsItsTwoPaths() {
    tree.move(leaves[3][7], queues[5]);
    expectPaths(1, 2);
  }

  @Test
  void aQueueThatMovesTakesItsLeavesAlongUnrated() {
    tree.move(queues[3], queues[5]);
    expectPaths(0, 2);
  }

  @Test
  void aWeightCostsItsPath() {
    tree.setWeight(leaves[3][7], 2);
    expectPaths(1, 1);
    tree.setWeight(queues[3], 2);
    expectPaths(0, 1);
  }

  @Test
  void aLimitCostsItsPath() {
    tree.setLimit(leaves[3][7], new long[] {3});
    expectPaths(1, 1);
    tree.setLimit(queues[3], new long[] {3});
    expectPaths(0, 1);
  }

  @Test
  void onlySiblingsThatMatterToEachOtherAreRated() {
    policy.siblingsMatter = true;
    remove(leaves[3][7]);
    decide();
    assertThat(policy.ratedLeaves).isEqualTo(LEAVES - 1);
    assertThat(policy.prepared).isEqualTo(1);
  }

  @Test
  void leavesRatedBelowAQueueAreNotRatedAgainBelowItsChildren() {
    policy.siblingsMatter = true;
    tree.setWeight(leaves[3][7], 2);
    tree.setWeight(queues[5], 2);
    decide();
    assertThat(policy.ratedLeaves).as("each once, and who has changed").isEqualTo(1001);
    assertThat(policy.prepared).isEqualTo(1);
  }

  @Test
  void anotherCapacityRatesEachNodeOnce() {
    tree.setCapacity(new long[] {20_000});
    tree.setCapacity(new long[] {30_000});
    int served = decide();
    assertThat(policy.ratedLeaves).isEqualTo(QUEUES * LEAVES);
    assertThat(policy.ratedQueues).isEqualTo(QUEUES);
    assertThat(policy.prepared).isEqualTo(1);
    assertThat(served).as("of equals the first").isEqualTo(leaves[0][0]);
  }
}
