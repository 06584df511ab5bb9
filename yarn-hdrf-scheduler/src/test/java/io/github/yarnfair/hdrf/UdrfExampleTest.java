// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The example of Y. Tahir et al., "UDRF: Multi-resource Fairness for Complex Jobs with Placement
 * Constraints", figures 1 to 4, under H-DRF with shares of machine classes: users are queues, jobs
 * are leaves. What the paper's offline algorithm leaves unused is handed out here. A job of the
 * second user spans two classes, so each offer is of all machines together. Amounts are doubled, as
 * that job takes half a unit.
 */
class UdrfExampleTest {
  private static final long SEED = Seed.of("UdrfExampleTest", 18);
  private static final long[] CAPACITY = {112, 128, 32, 80, 24, 48, 50, 64, 0};
  private static final long[][] JOBS = {
    {2, 2, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 2, 4, 0, 0, 0, 0, 0},
    {0, 0, 2, 2, 1, 1, 0, 0, 0},
    {0, 0, 0, 0, 2, 8, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 2, 2, 0},
  };

  /** Tasks of each job when each user has what is fair and no task fits any more. */
  private static final int[] FAIR = {56, 8, 8, 5, 25};

  private final ShareTree tree = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 4, 2));
  private final Offer offer = new Offer(tree.space());
  private final long[] free = CAPACITY.clone();
  private final List<Integer> leaves = new ArrayList<>();
  private final List<Integer> running = new ArrayList<>();

  private UdrfExampleTest() {
    tree.setCapacity(CAPACITY);
    int first = tree.addQueue(ROOT, 1);
    leaves.add(tree.addLeaf(first, 1));
    leaves.add(tree.addLeaf(first, 1));
    for (int user = 2; user <= 4; user++) {
      leaves.add(tree.addLeaf(tree.addQueue(ROOT, 1), 1));
    }
  }

  @Test
  void idealSharesAreThoseOfTheExample() {
    leaves.forEach(this::submit);
    IdealShare ideal = IdealShare.of(tree);
    for (int job = 0; job < JOBS.length; job++) {
      for (int j = 0; j < tree.space().pairs(); j++) {
        assertThat(ideal.usage(leaves.get(job))[j])
            .as("job %d, pair %d", job, j)
            .isCloseTo((double) FAIR[job] * JOBS[job][j], within(1e-6));
      }
    }
  }

  /** The last users fill the cluster before the first one comes, or the other way round. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void churnEndsAtTheSharesOfTheExample(boolean lastComeFirst) {
    assertThat(churn(new HdrfPolicy(), lastComeFirst)).containsExactly(FAIR);
  }

  /**
   * By the largest entry of all that a user holds the first one has a share of 1 by the class that
   * it uses alone, and the second one takes the class that both use.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rivalByTheRawMaximumStarvesTheSecondJobOfTheFirstUser(boolean lastComeFirst) {
    int[] tasks = churn(new NaivePolicy(), lastComeFirst);
    assertThat(tasks[0]).isEqualTo(56);
    assertThat(tasks[1]).isLessThan(3);
    assertThat(tasks[2]).isGreaterThan(12);
  }

  private int[] churn(FairnessPolicy policy, boolean lastComeFirst) {
    Random random = Seed.random(SEED, lastComeFirst ? 1 : 0);
    Selection selection = policy.over(tree);
    for (int i = 0; i < JOBS.length; i++) {
      submit(leaves.get(lastComeFirst ? JOBS.length - 1 - i : i));
      fill(selection);
    }
    for (int round = 0; round < 5_000; round++) {
      for (int ends = 1 + random.nextInt(6); ends > 0; ends--) {
        end(running.remove(random.nextInt(running.size())));
      }
      fill(selection);
    }
    int[] tasks = new int[JOBS.length];
    running.forEach(leaf -> tasks[leaves.indexOf(leaf)]++);
    System.out.println(policy.name() + ": " + Arrays.toString(tasks));
    return tasks;
  }

  private void submit(int leaf) {
    tree.setDemand(leaf, Demand.of(task(leaf), Demand.ENDLESS));
  }

  private long[] task(int leaf) {
    return JOBS[leaves.indexOf(leaf)];
  }

  private void fill(Selection selection) {
    offer.open(free);
    for (int leaf = selection.next(offer); leaf != ShareTree.NONE; leaf = selection.next(offer)) {
      long[] task = task(leaf);
      offer.take(task);
      tree.charge(leaf, task);
      Arrays.setAll(free, j -> free[j] - task[j]);
      running.add(leaf);
    }
  }

  private void end(int leaf) {
    long[] task = task(leaf);
    tree.release(leaf, task);
    Arrays.setAll(free, j -> free[j] + task[j]);
  }
}
