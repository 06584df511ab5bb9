// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Settled changes of one leaf are reverted and restored in any order. A rival that changes what is
 * pending by differences counts -1 tasks, or one too many later, where a task that was supposed to
 * end is supposed to have started again by a change that stays.
 */
class SupposedTreeTest {
  private static final long[] TASK = {2};
  private static final long[] OTHER = {3};
  private static final int HELD = 40;

  private final ShareTree tree = new ShareTree(1);
  private int leaf;
  private SupposedTree supposed;

  @BeforeEach
  void holdTasks() {
    tree.setCapacity(new long[] {1_000});
    leaf = tree.addLeaf(ROOT, 1);
    for (int i = 0; i < HELD; i++) {
      tree.charge(leaf, TASK);
      tree.charge(leaf, OTHER);
    }
    supposed = new SupposedTree(tree, new NaivePolicy());
  }

  @Test
  void aTaskThatStartedWithoutHavingEndedIsOwed() {
    supposed.end(leaf, TASK);
    List<SupposedTree.Change> ended = supposed.settle();
    supposed.start(leaf, TASK);
    supposed.settle();
    assertHolds(HELD, 0);

    supposed.revert(ended);
    assertHolds(HELD + 1, 0);

    // Where it ends again, what is asked for is what has started.
    supposed.end(leaf, TASK);
    assertHolds(HELD, 0);
    supposed.undoTo(0);
    assertHolds(HELD + 1, 0);
    supposed.end(leaf, TASK);
    supposed.end(leaf, TASK);
    assertHolds(HELD - 1, 1);
    supposed.undoTo(0);

    supposed.restore(ended);
    assertHolds(HELD, 0);
    supposed.end(leaf, TASK);
    assertHolds(HELD - 1, 1);
  }

  /** What is pending is what was, and a task for each end, less one for each start, or nothing. */
  @Test
  void randomChangesAreRevertedAndRestoredInAnyOrder() {
    long seed = Seed.of("SupposedTreeTest", 20_261_126);
    for (int round = 0; round < TestSize.of(20_000, 500); round++) {
      holdTasks();
      run(Seed.random(seed, round));
    }
  }

  private void run(Random random) {
    List<List<SupposedTree.Change>> settled = new ArrayList<>();
    for (int step = 0; step < 12; step++) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        change(random);
      }
      if (random.nextInt(3) == 0) {
        List<Long> before = pending();
        supposed.redo(supposed.undoTo(random.nextInt(supposed.mark() + 1)));
        assertThat(pending()).isEqualTo(before);
      }
      settled.add(supposed.settle());
      List<SupposedTree.Change> some = settled.get(random.nextInt(settled.size()));
      List<Long> before = pending();
      supposed.revert(some);
      assertThat(pending()).isEqualTo(counted(settled, some));
      change(random);
      supposed.undoTo(0);
      if (random.nextBoolean()) {
        supposed.restore(some);
        assertThat(pending()).isEqualTo(before);
      } else {
        settled.remove(some);
        change(random);
        settled.add(supposed.settle());
        assertThat(pending()).isEqualTo(counted(settled, List.of()));
      }
    }
  }

  private void change(Random random) {
    long[] task = random.nextBoolean() ? TASK : OTHER;
    if (random.nextBoolean() && supposed.tree().demand(leaf).contains(task)) {
      supposed.start(leaf, task);
    } else {
      supposed.end(leaf, task);
    }
  }

  private static List<Long> counted(
      List<List<SupposedTree.Change>> settled, List<SupposedTree.Change> reverted) {
    long[] sums = new long[2];
    for (List<SupposedTree.Change> changes : settled) {
      if (changes != reverted) {
        changes.forEach(change -> sums[change.amounts() == TASK ? 0 : 1] -= change.tasks());
      }
    }
    return List.of(Math.max(0, sums[0]), Math.max(0, sums[1]));
  }

  private List<Long> pending() {
    return List.of(pending(TASK), pending(OTHER));
  }

  private long pending(long[] task) {
    Demand demand = supposed.tree().demand(leaf);
    long tasks = 0;
    for (int i = 0; i < demand.size(); i++) {
      tasks += demand.amount(i, 0) == task[0] ? demand.tasks(i) : 0;
    }
    return tasks;
  }

  private void assertHolds(int tasks, int asked) {
    long held = tasks * TASK[0] + HELD * OTHER[0];
    assertThat(supposed.tree().usage(leaf, 0)).isEqualTo(held);
    assertThat(pending(TASK)).isEqualTo(asked);
  }
}
