// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.PoorestApplicationPolicy;
import io.github.yarnfair.core.policy.RecursivePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * What queues that serve in order receive beside others, worked out by hand; rivals are those
 * treatments of such a queue that decision 63 rejects.
 */
class QueuesInOrderTest {
  private ShareTree tree = new ShareTree(2);
  private int ordered;
  private int earlier;
  private int later;
  private int sibling;
  private int other;

  /** Department q serves a and b in order, department r has c. */
  private void departments(int above, double weight, long... capacity) {
    tree.setCapacity(capacity);
    ordered = tree.addQueue(above, weight);
    tree.setInOrder(ordered, true);
    earlier = tree.addLeaf(ordered, 1);
    later = tree.addLeaf(ordered, 1);
    sibling = tree.addQueue(ROOT, 1);
    other = tree.addLeaf(sibling, 1);
  }

  /** CPUs: q holds 0.3 by a, which wants no more; r rises to 0.3, and then both to 0.5. */
  @Test
  void usageOfASatisfiedApplicationCountsForItsQueue() {
    departments(ROOT, 1, 100, 100);
    hold(earlier, 30, 1, 0);
    want(later, 1, 0);
    want(other, 1, 0);
    serve();
    assertThat(tree.usage(ordered, 0)).isEqualTo(50);
    assertThat(tree.usage(sibling, 0)).isEqualTo(50);
  }

  /** Rival: rescaled to its poorest application, by which a counts only as much as b. */
  @Test
  void rescaledToTheLeastApplicationTheQueueWouldReceiveMore() {
    departments(ROOT, 1, 100, 100);
    tree.setInOrder(ordered, false);
    hold(earlier, 30, 1, 0);
    want(later, 1, 0);
    want(other, 1, 0);
    serve(t -> new TreePassSelection(t, new PoorestApplicationPolicy()));
    assertThat(tree.usage(ordered, 0)).isGreaterThan(52);
  }

  /** q holds 0.9 of the GPUs by a; b and c want CPUs, of which each department has half. */
  @Test
  void heldGpusDoNotKeepALaterApplicationFromCpus() {
    departments(ROOT, 1, 100, 100);
    hold(earlier, 90, 0, 1);
    want(later, 1, 0);
    want(other, 1, 0);
    serve();
    assertThat(tree.usage(later, 0)).isEqualTo(50);
    assertThat(tree.usage(other, 0)).isEqualTo(50);
  }

  /** Rival: by the plain sum q has the share 0.9, and r takes 90 CPUs. */
  @Test
  void byThePlainSumTheLaterApplicationWouldStarve() {
    departments(ROOT, 1, 100, 100);
    tree.setInOrder(ordered, false);
    hold(earlier, 90, 0, 1);
    want(later, 1, 0);
    want(other, 1, 0);
    FairnessPolicy plainSum =
        new RecursivePolicy(
            new HdrfPolicy(),
            queue ->
                queue == ordered ? RecursivePolicy.Order.FIFO : RecursivePolicy.Order.BY_POLICY);
    serve(t -> new TreePassSelection(t, plainSum));
    assertThat(tree.usage(other, 0)).isEqualTo(90);
  }

  /**
   * Memory and CPUs, 1000 of each; tasks of b and c take ⟨1, 10⟩. a holds 0.9 of the memory, which
   * counts 0.09 for b. Rival: if memory counted in full, as b asks for some, q's key would be 0.9,
   * and c would receive 90 of the 100 tasks for which there is memory.
   */
  @Test
  void resourceThatTheNextTaskHardlyNeedsHardlyCounts() {
    departments(ROOT, 1, 1000, 1000);
    hold(earlier, 900, 1, 0);
    want(later, 1, 10);
    want(other, 1, 10);
    assertThat(key(ordered)).isCloseTo(0.09, within(1e-12));
    serve();
    assertThat(tree.usage(later, 1) / 10).isEqualTo(50);
    assertThat(tree.usage(other, 1) / 10).isEqualTo(50);
  }

  /**
   * The same with b's tasks of ⟨9, 10⟩ and c's without memory: memory counts 0.81 at first and
   * 0.891 with ten tasks of b, of which eleven would fit, while c has 90.
   */
  @Test
  void resourceThatTheNextTaskNeedsAsMuchCountsAlmostInFull() {
    departments(ROOT, 1, 1000, 1000);
    hold(earlier, 900, 1, 0);
    want(later, 9, 10);
    want(other, 0, 10);
    assertThat(key(ordered)).isCloseTo(0.81, within(1e-12));
    serve();
    assertThat(tree.usage(later, 1) / 10).isEqualTo(10);
    assertThat(tree.usage(other, 1) / 10).isEqualTo(90);
  }

  /** p has q and a fair queue of d: p and r have half of the CPUs each, q and d a quarter. */
  @Test
  void belowAQueueTheyCountNoMoreThanTheirLevel() {
    int above = tree.addQueue(ROOT, 1);
    departments(above, 1, 100, 100);
    int fair = tree.addLeaf(tree.addQueue(above, 1), 1);
    hold(earlier, 90, 0, 1);
    want(later, 1, 0);
    want(fair, 1, 0);
    want(other, 1, 0);
    serve();
    assertThat(tree.usage(other, 0)).isEqualTo(50);
    assertThat(tree.usage(later, 0)).isEqualTo(25);
    assertThat(tree.usage(fair, 0)).isEqualTo(25);
  }

  /** q of weight 2 holds 10 CPUs by a and ends with two thirds of 90. */
  @Test
  void weightsOfTheQueueCount() {
    departments(ROOT, 2, 90, 90);
    hold(earlier, 10, 1, 0);
    want(later, 1, 0);
    want(other, 1, 0);
    serve();
    assertThat(tree.usage(ordered, 0)).isEqualTo(60);
  }

  /** All of one machine class is a's; the other class is divided equally. */
  @Test
  void usageInAnotherMachineClassDoesNotCount() {
    tree = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 2, 1));
    departments(ROOT, 1, 100, 100, 0);
    hold(earlier, 100, 1, 0, 0);
    want(later, 0, 1, 0);
    want(other, 0, 1, 0);
    serve();
    assertThat(tree.usage(later, 1)).isEqualTo(50);
  }

  /**
   * The first in order receives all that its queue does; one that cannot use an offer is passed.
   */
  @Test
  void applicationsAreServedByPriorityAndThenBySubmission() {
    departments(ROOT, 1, 100, 100);
    int last = tree.addLeaf(ordered, 1);
    tree.setRank(earlier, 0, 2);
    tree.setRank(later, 0, 1);
    tree.setRank(last, 1, 3);
    tree.setDemand(earlier, Demand.of(new long[] {1, 0}, 5));
    tree.setDemand(later, Demand.of(new long[] {2, 0}, 2));
    tree.setDemand(last, Demand.of(new long[] {1, 1}, 2));
    Selection selection = new HdrfPolicy().over(tree);
    assertThat(next(selection, 4, 1)).as("priority 1").isEqualTo(last);
    assertThat(next(selection, 4, 0)).as("no GPU: submitted first").isEqualTo(later);
    assertThat(next(selection, 1, 0)).as("too small for that").isEqualTo(earlier);
    tree.setRank(earlier, 2, 2);
    assertThat(next(selection, 4, 1)).as("priority raised").isEqualTo(earlier);
    tree.setRank(earlier, 0, 0);
    assertThat(next(selection, 4, 0)).isEqualTo(earlier);
    tree.setInOrder(ordered, false);
    hold(earlier, 1, 1, 0);
    assertThat(next(selection, 4, 0)).as("fair again").isEqualTo(later);
  }

  /** q and r have half of the CPUs each; a is met first, and b has the rest of q's half. */
  @Test
  void idealSharesAreFilledInOrder() {
    departments(ROOT, 1, 100, 100);
    tree.setDemand(earlier, Demand.of(new long[] {1, 0}, 30));
    want(later, 1, 0);
    want(other, 1, 0);
    IdealShare ideal = IdealShare.of(tree);
    assertThat(ideal.usage(earlier)[0]).isCloseTo(30, within(1e-6));
    assertThat(ideal.usage(later)[0]).isCloseTo(20, within(1e-6));
    assertThat(ideal.usage(other)[0]).isCloseTo(50, within(1e-6));
    tree.setRank(later, 1, 7);
    ideal = IdealShare.of(tree);
    assertThat(ideal.usage(earlier)[0]).isCloseTo(0, within(1e-6));
    assertThat(ideal.usage(later)[0]).isCloseTo(50, within(1e-6));
  }

  /** a is blocked when the 40 GPUs are exhausted; b goes on with CPUs. */
  @Test
  void idealSharesGoOnBehindABlockedApplication() {
    departments(ROOT, 1, 100, 40);
    want(earlier, 1, 1);
    want(later, 1, 0);
    IdealShare ideal = IdealShare.of(tree);
    assertThat(ideal.usage(earlier)).containsExactly(new double[] {40, 40}, within(1e-6));
    assertThat(ideal.usage(later)[0]).isCloseTo(60, within(1e-6));
  }

  private void hold(int leaf, long tasks, long... task) {
    tree.charge(leaf, task, tasks);
  }

  private void want(int leaf, long... task) {
    tree.setDemand(leaf, Demand.of(task, Demand.ENDLESS));
  }

  private int next(Selection selection, long... free) {
    Offer offer = new Offer(tree.space());
    offer.open(free);
    return selection.next(offer);
  }

  private double key(int node) {
    TreePassSelection selection = new TreePassSelection(tree, new HdrfPolicy());
    next(selection, free());
    return selection.shares().key(node);
  }

  /** Serves until nothing fits, by the plain recursion and by the selection along one path. */
  private void serve() {
    ShareTree before = tree;
    tree = before.copy();
    serve(t -> new TreePassSelection(t, new HdrfPolicy()));
    ShareTree plain = tree;
    tree = before;
    serve(new HdrfPolicy()::over);
    for (int s = 0; s < tree.space().shares(); s++) {
      assertThat(tree.usage(ordered, s)).isEqualTo(plain.usage(ordered, s));
    }
  }

  private long[] free() {
    long[] free = new long[tree.space().length()];
    for (int j = 0; j < tree.space().pairs(); j++) {
      free[j] = tree.capacity(j) - tree.usage(ROOT, j);
    }
    return free;
  }

  private void serve(Function<ShareTree, Selection> by) {
    Offer offer = new Offer(tree.space());
    offer.open(free());
    Selection selection = by.apply(tree);
    for (int leaf = selection.next(offer); leaf != NONE; leaf = selection.next(offer)) {
      long[] task = tree.demand(leaf).vector(0);
      tree.charge(leaf, task);
      offer.take(task);
    }
  }
}
