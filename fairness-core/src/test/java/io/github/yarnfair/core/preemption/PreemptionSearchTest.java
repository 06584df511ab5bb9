// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On which nodes, and how often, a plan looks for room. */
class PreemptionSearchTest {
  private static final PreemptionRules.Permission ANY = (losing, gaining) -> true;

  private final ShareTree tree = new ShareTree(1);

  /**
   * P{p}, Q{first, second} on one node of four cores, tasks of two: first holds all, p may not run
   * there, and the node has nothing for P's tasks. A rival that takes the node for hopeless for the
   * like tasks of all queues of the root plans nothing, and second never starts.
   */
  @Test
  void aQueueTakesWithinItselfOnANodeThatHasNothingForItsSibling() {
    long[] task = {2};
    int p = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
    int q = tree.addQueue(ROOT, 3);
    int first = tree.addLeaf(q, 1);
    int second = tree.addLeaf(q, 1);
    ClosedCluster cluster = new ClosedCluster(tree, NaivePolicy::new, List.of(new long[] {4}));
    cluster.start(first, task, 0);
    cluster.start(first, task, 0);
    cluster.submit(p, task, 1);
    cluster.submit(second, task, 1);
    List<PlannedPreemption> plan =
        cluster.plan(new PreemptionRules(0, 1, 1, ANY, (leaf, amounts, node) -> leaf != p));
    assertThat(plan).extracting(PlannedPreemption::gainingLeaf).containsExactly(second);
    assertThat(plan).extracting(end -> end.task().leaf()).containsExactly(first);
  }

  /**
   * All room costs the same: one task of one core for another one. A rival that searches all nodes
   * for the tasks of all queues before it makes room on the first asks 1,440 times.
   */
  @Test
  void roomThatCostsTheLeastPossibleIsMadeWithoutASearchOfTheOtherNodes() {
    int nodes = 40;
    int queues = 8;
    long[] core = {1};
    int donor = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
    ClosedCluster cluster =
        new ClosedCluster(tree, NaivePolicy::new, Collections.nCopies(nodes, new long[] {4}));
    for (int i = 0; i < 4 * nodes; i++) {
      cluster.start(donor, core, i % nodes);
    }
    int coming = tree.addQueue(ROOT, 1);
    for (int i = 0; i < queues; i++) {
      cluster.submit(tree.addLeaf(tree.addQueue(coming, 1), 1), core, 100);
    }
    int[] asked = new int[1];
    PreemptionRules rules =
        new PreemptionRules(
            0,
            0.25,
            1,
            ANY,
            (leaf, amounts, node) -> {
              asked[0]++;
              return true;
            });
    assertThat(cluster.plan(rules)).hasSize(nodes);
    assertThat(asked[0]).as("questions of placement").isLessThan(20 * nodes);
  }
}
