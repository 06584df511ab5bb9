// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Cases of planned preemption with CapacityScheduler's defaults, in numbers: a tenth is ignored, a
 * tenth of the cluster and a fifth of an excess may be preempted in one look, tasks do not move
 * between the leaves of a queue; a case that counts to the last task ignores nothing. Each names
 * the rival rule that fails it. Each policy's module runs it.
 */
public abstract class PlannedPreemptionContract {
  private static final int MANY = 1_000;
  private static final long[] CORE = {1, 0};
  private static final long[] GPU = {0, 1};

  private final ShareTree tree = new ShareTree(2);
  private double ignored = 0.1;
  private boolean withinQueue;

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  /**
   * Returns how many of 100 cores an application gets whose queue's other one holds all GPUs with 8
   * cores, while a second queue asks for cores too: what makes the queues equal without the GPUs,
   * or the next.
   */
  protected long coresBesideGpus() {
    return 41;
  }

  private ClosedCluster cluster(int nodes, long... each) {
    return new ClosedCluster(tree, this::policy, Collections.nCopies(nodes, each));
  }

  private int queue(int parent) {
    return tree.addQueue(parent, 1);
  }

  private int leaf(int parent) {
    return tree.addLeaf(parent, 1);
  }

  private PreemptionRules rules() {
    return new PreemptionRules(
        ignored,
        0.1,
        0.2,
        (losing, gaining) -> withinQueue || tree.parent(losing) != tree.parent(gaining),
        (leaf, task, node) -> true);
  }

  /** Looks until nothing is planned; returns what was preempted. */
  private List<PlannedPreemption> look(ClosedCluster cluster) {
    List<PlannedPreemption> all = new ArrayList<>();
    List<PlannedPreemption> plan = cluster.plan(rules());
    for (int looks = 0; !plan.isEmpty(); looks++) {
      assertThat(looks).as("looks").isLessThan(200);
      all.addAll(plan);
      cluster.end(plan);
      cluster.fill();
      plan = cluster.plan(rules());
    }
    return all;
  }

  private static void submit(ClosedCluster cluster, int leaf, long[] task, int count) {
    cluster.submit(leaf, task, count);
    cluster.fill();
  }

  /** A tenth of the ideal of the present demand, .99, is ignored by a rival: nothing ends. */
  @Test
  void singleTaskOfAnotherDepartmentIsServed() {
    int d1 = leaf(queue(ROOT));
    int d2 = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(4, 25, 0);
    submit(cluster, d1, CORE, MANY);
    submit(cluster, d2, CORE, 1);
    assertThat(look(cluster)).hasSize(1);
    assertThat(tree.usage(d2, 0)).isEqualTo(1);
  }

  /** The same rival ends nothing: d1 would have to exceed 92 cores by a tenth. */
  @Test
  void eightTasksOfAnotherDepartmentAreServed() {
    int d1 = leaf(queue(ROOT));
    int d2 = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(4, 25, 0);
    submit(cluster, d1, CORE, MANY);
    submit(cluster, d2, CORE, 8);
    assertThat(look(cluster)).hasSize(8);
    assertThat(tree.usage(d2, 0)).isEqualTo(8);
  }

  /** The same rival, or one that looks at the first resource only, ends nothing. */
  @Test
  void twoOfThirtyTwoGpusAreServed() {
    int d1 = leaf(queue(ROOT));
    int d2 = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(4, 10, 8);
    submit(cluster, d1, GPU, MANY);
    submit(cluster, d2, GPU, 2);
    assertThat(look(cluster)).hasSize(2);
    assertThat(tree.usage(d2, 1)).isEqualTo(2);
  }

  /** The ideal of each leaf is 4: a rival that asks whether the leaf may gain serves none. */
  @Test
  void twoOfFourWholeTasksRunWhereTheQueueIsEntitledToTwo() {
    int d1 = leaf(queue(ROOT));
    int d2 = queue(ROOT);
    List<Integer> leaves = List.of(leaf(d2), leaf(d2), leaf(d2), leaf(d2));
    ClosedCluster cluster = cluster(4, 10, 8);
    submit(cluster, d1, GPU, MANY);
    leaves.forEach(leaf -> submit(cluster, leaf, new long[] {0, 8}, 1));
    assertThat(look(cluster)).hasSize(16);
    assertThat(tree.usage(d2, 1)).isEqualTo(16);
    assertThat(leaves.stream().filter(leaf -> !tree.holdsNothing(leaf))).hasSize(2);
  }

  /** A tenth more than d1 is entitled to is ignored: a rival that ignores nothing ends 50. */
  @Test
  void tenthMoreThanAnEntitlementIsLeft() {
    int d1 = leaf(queue(ROOT));
    int d2 = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(4, 25, 0);
    submit(cluster, d1, CORE, MANY);
    submit(cluster, d2, CORE, MANY);
    assertThat(look(cluster)).hasSize(45);
    assertThat(tree.usage(d1, 0)).isEqualTo(55);
  }

  /** n1 is entitled to all GPUs: a rival that compares dominant shares takes nothing from it. */
  @Test
  void departmentWithAllOfBothGivesHalfOfTheCores() {
    ignored = 0;
    int n1 = queue(ROOT);
    int n1Cpu = leaf(queue(n1));
    int n1Gpu = leaf(queue(n1));
    int n2Cpu = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(4, 25, 8);
    cluster.submit(n1Cpu, CORE, MANY);
    submit(cluster, n1Gpu, GPU, MANY);
    submit(cluster, n2Cpu, CORE, MANY);
    assertThat(look(cluster)).allMatch(preemption -> preemption.task().leaf() == n1Cpu);
    assertThat(tree.usage(n2Cpu, 0)).isEqualTo(50);
    assertThat(tree.usage(n1Gpu, 1)).isEqualTo(32);
  }

  /** A rival that takes the newest task of any queue in excess ends GPU tasks. */
  @Test
  void gpuTasksAreSparedWhileOthersWouldDo() {
    ignored = 0;
    int n1 = leaf(queue(ROOT));
    int n2 = queue(ROOT);
    int n2Gpu = leaf(queue(n2));
    int n2Cpu = leaf(queue(n2));
    ClosedCluster cluster = cluster(4, 25, 2);
    for (int task = 0; task < 8; task++) {
      cluster.start(n2Gpu, new long[] {1, 1}, task / 2);
    }
    submit(cluster, n1, CORE, MANY);
    submit(cluster, n2Cpu, CORE, MANY);
    assertThat(look(cluster)).isNotEmpty().allMatch(preemption -> preemption.task().leaf() == n1);
    assertThat(tree.usage(n2Gpu, 1)).isEqualTo(8);
    // DFF leaves the last core to n1: its turns divide a little unlike the ideal shares.
    assertThat(tree.usage(n2Cpu, 0)).isBetween(coresBesideGpus(), coresBesideGpus() + 1);
  }

  /**
   * A GPU is a larger part of the cluster than a core: only up to half of what d2 is entitled to is
   * a GPU left idle for it. A rival that never leaves any idle starves d2; one that does not weigh
   * leaves five idle.
   */
  @Test
  void gpusAreLeftIdleOnlyUpToHalfOfAnEntitlement() {
    int d1 = leaf(queue(ROOT));
    int d2 = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(1, 10, 10);
    submit(cluster, d1, new long[] {1, 1}, 10);
    submit(cluster, d2, CORE, MANY);
    assertThat(look(cluster)).allMatch(PlannedPreemption::leavesIdle);
    assertThat(tree.usage(d2, 0)).isBetween(3L, 5L);
  }

  /** A rival that tries a fixed number of leaves by their need never comes to the last. */
  @Test
  void leavesWithTooLargeTasksDoNotBlockAnother() {
    int d1 = leaf(queue(ROOT));
    int d2 = queue(ROOT);
    for (int i = 0; i < 40; i++) {
      tree.setDemand(leaf(d2), Demand.of(new long[] {60 + i, 0}, 1));
    }
    int small = leaf(d2);
    ClosedCluster cluster = cluster(1, 100, 0);
    for (int task = 0; task < 100; task++) {
      cluster.start(d1, CORE, 0);
    }
    cluster.submit(d1, CORE, MANY);
    submit(cluster, small, CORE, 5);
    look(cluster);
    assertThat(tree.usage(small, 0)).isEqualTo(5);
  }

  /** Half of the node is free all the time: a rival that asks what the node lacks does nothing. */
  @Test
  void leafBelowAFullMaximumIsServed() {
    ignored = 0;
    withinQueue = true;
    int capped = queue(ROOT);
    int first = leaf(capped);
    int second = leaf(capped);
    tree.setLimit(capped, new long[] {50, ShareTree.UNLIMITED});
    ClosedCluster cluster = cluster(1, 100, 0);
    submit(cluster, first, CORE, MANY);
    submit(cluster, second, CORE, MANY);
    assertThat(tree.usage(capped, 0)).isEqualTo(50);
    assertThat(look(cluster)).hasSize(25);
    assertThat(tree.usage(second, 0)).isEqualTo(25);
  }

  /**
   * d1's own waiting leaves come before d2 in the policies' turns. A rival that makes room only for
   * what d2 gets at once never begins; one that does not ask for turns makes the same room again.
   */
  @Test
  void departmentIsServedBesideAHogAndItsWaitingNeighbours() {
    ignored = 0;
    int d1 = queue(ROOT);
    int hog = leaf(d1);
    List<Integer> waiting = List.of(leaf(d1), leaf(d1), leaf(d1));
    int d2 = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(4, 25, 0);
    submit(cluster, hog, CORE, MANY);
    waiting.forEach(leaf -> submit(cluster, leaf, CORE, 5));
    submit(cluster, d2, CORE, MANY);
    List<PlannedPreemption> ended = look(cluster);
    assertThat(tree.usage(d2, 0)).isEqualTo(50);
    assertThat(ended).hasSizeLessThanOrEqualTo(65).allMatch(end -> end.task().leaf() == hog);
  }

  /** A rival that takes masters for other tasks makes room on the first node. */
  @Test
  void mastersAreNeverPreempted() {
    int d1 = leaf(queue(ROOT));
    int d2 = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(2, 4, 0);
    for (int task = 0; task < 4; task++) {
      cluster.startMaster(d1, CORE, 0);
      cluster.start(d1, CORE, 1);
    }
    submit(cluster, d2, CORE, 6);
    assertThat(look(cluster)).hasSize(4);
    assertThat(cluster.running(0)).hasSize(4).allMatch(ClosedCluster.Task::isMaster);
    assertThat(tree.usage(d2, 0)).isEqualTo(4);
  }

  /**
   * Under a policy that rates b by its poorest leaf, it is always that leaf's turn on the nodes of
   * c, with 67: a rival that makes room there only as claimed leaves 17 to a.
   */
  @Test
  void departmentIsServedBesideANeighboursWaitingApplication() {
    ignored = 0;
    int a = leaf(queue(ROOT));
    int b = queue(ROOT);
    int hog = leaf(b);
    int waiting = leaf(b);
    int c = leaf(queue(ROOT));
    ClosedCluster cluster = cluster(4, 25, 0);
    for (int task = 0; task < 100; task++) {
      cluster.start(task < 33 ? hog : c, CORE, task / 25);
    }
    cluster.submit(hog, CORE, MANY);
    cluster.submit(c, CORE, MANY);
    cluster.submit(a, CORE, MANY);
    submit(cluster, waiting, CORE, MANY);
    look(cluster);
    // A third of 100 is no whole task: the last one stays with b or c, or goes to a under DFF.
    assertThat(tree.usage(a, 0)).isBetween(32L, 33L);
    assertThat(tree.usage(c, 0)).isEqualTo(34);
  }
}
