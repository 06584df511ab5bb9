// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.PoorestApplicationPolicy;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A queue A of one application that asks endlessly beside a queue B of 300 small applications,
 * which hold all of 100 cores: preemption moves the cores to what the queues are entitled to, and
 * no further. B always has applications that hold nothing, as its share has fewer tasks than it has
 * applications. A rule that rates B by the least of them gives B each core that becomes free, so
 * the planner, which takes nothing that the next turn gives back, finds nothing to take. Each
 * policy's module runs it.
 */
public abstract class ManyApplicationsPreemptionContract {
  private static final int CORES = 100;
  private static final int APPLICATIONS = 300;
  private static final int MOST_ROUNDS = 200;
  private static final int ENDED_TASKS = TestSize.of(500, 200);
  private static final long[] CORE = {1};

  private final ShareTree tree = new ShareTree(1);

  /** A tenth of the cluster and a fifth of an excess at most in one round; nothing is ignored. */
  private final PreemptionRules rules =
      new PreemptionRules(
          0.0,
          0.1,
          0.2,
          (losing, gaining) -> tree.parent(losing) != tree.parent(gaining),
          (leaf, task, node) -> true);

  private int a;
  private int b;

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  /** Returns a cluster of four nodes of 25 cores, all held by B. */
  private ClosedCluster cluster(
      Supplier<FairnessPolicy> policy, double weight, int tasks, boolean isByUser) {
    int queueA = tree.addQueue(ROOT, weight);
    b = tree.addQueue(ROOT, 1);
    a = tree.addLeaf(queueA, 1);
    ClosedCluster cluster =
        new ClosedCluster(tree, policy, Collections.nCopies(4, new long[] {CORES / 4}));
    for (int i = 0; i < APPLICATIONS; i++) {
      int leaf = tree.addLeaf(isByUser ? tree.addQueue(b, 1) : b, 1);
      cluster.submit(leaf, CORE, tasks);
    }
    cluster.fill();
    assertThat(tree.usage(b, 0)).isEqualTo(CORES);
    cluster.submit(a, CORE, 1_000);
    assertThat(cluster.fill()).isEmpty();
    return cluster;
  }

  /** Preempts until nothing is planned; returns the number of rounds. */
  private int preempt(ClosedCluster cluster) {
    int rounds = 0;
    List<PlannedPreemption> plan = cluster.plan(rules);
    while (!plan.isEmpty()) {
      assertThat(++rounds).as("rounds").isLessThan(MOST_ROUNDS);
      long before = tree.usage(a, 0);
      cluster.end(plan);
      cluster.fill();
      assertThat(tree.usage(a, 0)).as("round %d", rounds).isEqualTo(before + plan.size());
      plan = cluster.plan(rules);
    }
    return rounds;
  }

  /**
   * Room for one task of a for each task that ends. Weights of A are 1, 9 and 1/3, applications of
   * one task and of two, in one queue and in one for each user.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, false, 50, 13",
    "1, 1, true, 50, 13",
    "1, 2, false, 50, 13",
    "1, 2, true, 50, 13",
    "9, 1, false, 90, 18",
    "9, 1, true, 90, 18",
    "0.3333333333333333, 1, false, 25, 10",
    "0.3333333333333333, 1, true, 25, 10",
  })
  void coresMoveToTheEntitlementsWithinTheBudgetAndStay(
      double weight, int tasks, boolean isByUser, long entitled, int rounds) {
    ClosedCluster cluster = cluster(this::policy, weight, tasks, isByUser);
    assertThat(preempt(cluster)).isLessThanOrEqualTo(rounds);
    assertThat(tree.usage(a, 0)).isEqualTo(entitled);
    assertThat(tree.usage(b, 0)).isEqualTo(CORES - entitled);
    assertStays(cluster, entitled);
  }

  /** One task at a time ends and is asked for again; a plan would be taken back by the next. */
  private void assertStays(ClosedCluster cluster, long entitled) {
    Random random = new Random(28);
    for (int i = 0; i < ENDED_TASKS; i++) {
      List<ClosedCluster.Task> onNode = cluster.running(random.nextInt(cluster.nodeCount()));
      cluster.end(onNode.get(random.nextInt(onNode.size())).id());
      cluster.fill();
      assertThat(tree.usage(a, 0)).as("after %d tasks", i).isBetween(entitled - 1, entitled + 1);
      assertThat(cluster.plan(rules)).as("after %d tasks", i).isEmpty();
    }
  }

  /** B's next application would take each further core: a stays at 1 of 50. */
  @Test
  void ratedByTheLeastApplicationOneTaskIsTaken() {
    ClosedCluster cluster = cluster(PoorestApplicationPolicy::new, 1, 1, false);
    assertThat(preempt(cluster)).isEqualTo(1);
    assertThat(tree.usage(a, 0)).isEqualTo(1);
  }
}
