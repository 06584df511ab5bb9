// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.incremental.HdrfSelection;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.IncrementalSelectionContract;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Decided along one path, against the plain recursion: choices and queues' keys. */
class HdrfIncrementalSelectionTest extends IncrementalSelectionContract {
  private static final long SEED = Seed.of("HdrfIncrementalSelectionTest", 94);

  @Override
  protected FairnessPolicy policy() {
    return new HdrfPolicy();
  }

  /** The plain keys are after the choice, and before the task is charged, the other ones after. */
  @Override
  protected double key(Selection incremental, TreePassSelection plain, int node) {
    boolean isQueue = plain.shares().firstChild(node) != ShareTree.NONE && node != ShareTree.ROOT;
    return isQueue ? ((HdrfSelection) incremental).key(node) : plain.shares().key(node);
  }

  @Override
  protected void compare(
      Selection incremental, TreePassSelection plain, int node, boolean isQueue, String where) {
    if (isQueue && node != ShareTree.ROOT) {
      double key = ((HdrfSelection) incremental).key(node);
      double expected = plain.shares().key(node);
      if (!(Math.abs(key - expected) <= 1e-12 * Math.max(1, expected))) {
        fail("%s, queue %d: key %s, expected %s", where, node, key, expected);
      }
    }
  }

  /**
   * Queue p of queues holds nothing any more. What rounding leaves of its sum is a key far below
   * one task, and must not count as a task in the queue above.
   */
  @Test
  void queueWhoseTasksHaveAllEndedCountsForNothingAbove() {
    ShareTree tree = new ShareTree(2);
    tree.setCapacity(new long[] {62, 150});
    int top = tree.addQueue(ShareTree.ROOT, 1);
    int p = tree.addQueue(top, 1);
    long[][] tasks = {{1, 2}, {2, 1}, {3, 4}, {1, 2}};
    int[] leaves = new int[tasks.length];
    for (int i = 0; i < leaves.length; i++) {
      leaves[i] = tree.addLeaf(tree.addQueue(i < 3 ? p : top, 1), 1);
      tree.setDemand(leaves[i], Demand.of(tasks[i], Demand.ENDLESS));
    }
    tree.charge(leaves[3], tasks[3], 8);
    HdrfSelection selection = new HdrfSelection(tree);
    TreePassSelection plain = new TreePassSelection(tree, policy());
    Offer offer = new Offer(2);
    offer.open(new long[] {3, 4});
    Random random = Seed.random(SEED, 0);
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < 3; i++) {
        tree.charge(leaves[i], tasks[i], 1 + random.nextInt(5));
        selection.next(offer);
      }
      for (int i = 0; i < 3; i++) {
        while (!tree.holdsNothing(leaves[i])) {
          tree.release(leaves[i], tasks[i]);
        }
        selection.next(offer);
      }
      plain.next(offer);
      compare(selection, plain, top, true, "round " + round);
    }
  }

  /**
   * Below p, limited, a task that needs nothing of the cluster is the smallest, of level 0: p
   * counts for nothing, though it holds something, and a task that p can receive is of a level
   * above 0.
   */
  @Test
  void queueScaledToNothingCountsForNothingAbove() {
    ShareTree tree = new ShareTree(2);
    tree.setCapacity(new long[] {0, 62});
    int top = tree.addQueue(ShareTree.ROOT, 1);
    int p = tree.addQueue(top, 1);
    tree.setLimit(p, new long[] {0, ShareTree.UNLIMITED});
    long[] core = {0, 1};
    int holding = tree.addLeaf(tree.addQueue(p, 1), 1);
    tree.charge(holding, core, 8);
    int wanting = tree.addLeaf(tree.addQueue(p, 1), 1);
    tree.setDemand(
        wanting, new Demand.Builder().add(new long[] {1, 0}, 1).add(core, Demand.ENDLESS).build());
    int other = tree.addLeaf(tree.addQueue(top, 1), 1);
    tree.charge(other, core, 8);
    tree.setDemand(other, Demand.of(core, Demand.ENDLESS));
    Offer offer = new Offer(2);
    offer.open(new long[] {1, 3});
    HdrfSelection selection = new HdrfSelection(tree);
    TreePassSelection plain = new TreePassSelection(tree, policy());
    selection.next(offer);
    plain.next(offer);
    assertThat(plain.shares().key(p)).isZero();
    assertThat(plain.shares().key(top)).isCloseTo(1.0 / 62, within(1e-12));
    compare(selection, plain, top, true, "scaled to nothing");
  }
}
