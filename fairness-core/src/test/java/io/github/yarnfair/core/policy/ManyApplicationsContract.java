// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A queue does not gain by having many applications: queue A has one endless application, queue B
 * has 300 of one task each, on 100 cores. One task at a time ends and is asked for again.
 */
public abstract class ManyApplicationsContract {
  private static final long SEED = Seed.of("ManyApplicationsContract", 93);
  private static final int CORES = 100;
  private static final int APPLICATIONS = 300;
  private static final int CHURN = 2000;
  private static final long[] CORE = {1};

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  /** What hangs below queue B. */
  protected enum Form {
    /** Its applications. */
    FLAT,
    /** A queue for each user, with one application each. */
    QUEUE_FOR_EACH_USER
  }

  @ParameterizedTest
  @CsvSource({
    "FLAT, 1, true, 50",
    "FLAT, 1, false, 50",
    "FLAT, 9, true, 90",
    "FLAT, 9, false, 90",
    "QUEUE_FOR_EACH_USER, 1, true, 50",
    "QUEUE_FOR_EACH_USER, 1, false, 50",
    "QUEUE_FOR_EACH_USER, 9, true, 90",
    "QUEUE_FOR_EACH_USER, 9, false, 90",
  })
  protected final void aQueueWithManyApplicationsTakesNoMoreThanItsShare(
      Form form, double weight, boolean fullOfOne, long expected) {
    assertThat(tasksOfOneAfterChurn(policy(), form, weight, fullOfOne))
        .isCloseTo(expected, within(2L));
  }

  /** Rival: rated by its poorest application, which holds nothing, B takes the cluster. */
  @Test
  void rivalByThePoorestApplicationGivesTheClusterToTheQueueWithMany() {
    for (Form form : Form.values()) {
      assertThat(tasksOfOneAfterChurn(new PoorestApplicationPolicy(), form, 9, true)).isLessThan(5);
    }
  }

  /** Returns how many cores A holds in the end, of weight w : 1. */
  private static long tasksOfOneAfterChurn(
      FairnessPolicy policy, Form form, double weight, boolean fullOfOne) {
    Cluster cluster = new Cluster(policy, form, weight);
    Random random = Seed.random(SEED, form.ordinal());
    for (int core = 0; core < CORES; core++) {
      cluster.start(fullOfOne ? cluster.leaves.get(0) : cluster.leaves.get(1 + core));
    }
    for (int step = 0; step < CHURN; step++) {
      cluster.end(random.nextInt(CORES));
      cluster.serve();
    }
    return cluster.tree.usage(cluster.leaves.get(0), 0);
  }

  /** The cores, all taken but for what just ended. */
  private static final class Cluster {
    private final ShareTree tree = new ShareTree(1);
    private final Offer offer = new Offer(1);
    private final Selection selection;

    /** That of A first, then those of B. */
    private final List<Integer> leaves = new ArrayList<>();

    /** The leaf of each running task. */
    private final List<Integer> running = new ArrayList<>();

    private Cluster(FairnessPolicy policy, Form form, double weight) {
      tree.setCapacity(new long[] {CORES});
      leaves.add(tree.addLeaf(tree.addQueue(ROOT, weight), 1));
      int many = tree.addQueue(ROOT, 1);
      for (int i = 0; i < APPLICATIONS; i++) {
        leaves.add(tree.addLeaf(form == Form.FLAT ? many : tree.addQueue(many, 1), 1));
      }
      leaves.forEach(leaf -> want(leaf, 1));
      selection = policy.over(tree);
    }

    private void want(int leaf, long tasks) {
      boolean isEndless = leaf == leaves.get(0);
      tree.setDemand(leaf, Demand.of(CORE, isEndless ? Demand.ENDLESS : tasks));
    }

    private void start(int leaf) {
      tree.charge(leaf, CORE);
      want(leaf, 0);
      running.add(leaf);
    }

    private void end(int task) {
      int leaf = running.remove(task);
      tree.release(leaf, CORE);
      want(leaf, 1);
    }

    private void serve() {
      offer.open(CORE);
      start(selection.next(offer));
    }
  }
}
