// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class NodeIndexTest {
  private static final long[] TOTAL = {8, 8};

  /** The fullest node first: less of the first resource is left. */
  private static final class LeastLeft implements NodeScore {
    private long factor = 1;

    @Override
    public boolean update(long[] clusterTotal, Demand pending) {
      factor = -factor;
      return true;
    }

    @Override
    public double score(long[] task, long[] free, long[] total) {
      return factor * (free[0] - task[0]);
    }
  }

  private final NodeIndex index = new NodeIndex(2, new LeastLeft());

  @Test
  void theNodeWithTheLeastScoreIsChosenAndOfEqualsTheLeast() {
    index.put(3, TOTAL, amounts(4, 4));
    index.put(1, TOTAL, amounts(2, 4));
    index.put(2, TOTAL, amounts(2, 4));
    index.put(0, TOTAL, amounts(1, 4));
    assertThat(index.choose(amounts(2, 2))).isEqualTo(1);
    index.put(1, TOTAL, amounts(0, 2));
    assertThat(index.choose(amounts(2, 2))).isEqualTo(2);
    index.remove(2);
    assertThat(index.choose(amounts(2, 2))).isEqualTo(3);
    index.put(2, TOTAL, amounts(8, 8));
    index.put(1, TOTAL, amounts(8, 8));
    assertThat(index.choose(amounts(5, 5))).isEqualTo(1);
    assertThat(index.choose(amounts(9, 0))).isEqualTo(NodeIndex.NONE);
  }

  /** The largest free amounts, 4 and 4, are on different nodes: a component-wise maximum fails. */
  @Test
  void aTaskFitsOneNodeOrNone() {
    index.put(0, TOTAL, amounts(4, 1));
    index.put(1, TOTAL, amounts(1, 4));
    assertThat(index.fits(amounts(4, 1))).isTrue();
    assertThat(index.fits(amounts(1, 4))).isTrue();
    assertThat(index.fits(amounts(2, 2))).isFalse();
  }

  @Test
  void theVersionChangesWhenTasksFitNoLongerOrAgain() {
    index.put(0, TOTAL, amounts(4, 4));
    index.put(1, TOTAL, amounts(4, 4));
    assertThat(index.fits(amounts(3, 3))).isTrue();
    assertThat(index.fits(amounts(5, 5))).isFalse();
    long before = index.version();
    index.put(0, TOTAL, amounts(1, 1));
    assertThat(index.version()).isEqualTo(before);
    index.put(1, TOTAL, amounts(1, 1));
    assertThat(index.version()).isNotEqualTo(before);
    assertThat(index.fits(amounts(3, 3))).isFalse();
    before = index.version();
    index.put(1, TOTAL, amounts(2, 2));
    assertThat(index.version()).isEqualTo(before);
    index.put(1, TOTAL, amounts(6, 6));
    assertThat(index.version()).isNotEqualTo(before);
    assertThat(index.fits(amounts(5, 5))).isTrue();
  }

  @Test
  void aFullOrOverCommittedNodeHasRoomForNothing() {
    index.put(0, TOTAL, amounts(0, 0));
    index.put(1, TOTAL, amounts(-1, 8));
    index.put(2, TOTAL, amounts(0, 1));
    assertThat(index.choose(amounts(0, 0))).isEqualTo(2);
    assertThat(index.isExhausted(0)).isTrue();
    assertThat(index.isExhausted(1)).isFalse();
    assertThat(index.contains(1)).isFalse();
    index.put(2, TOTAL, amounts(-1, 1));
    assertThat(index.fits(amounts(0, 0))).isFalse();
  }

  @Test
  void aNodeThatRefusesIsPassedOver() {
    for (int node = 0; node < 6; node++) {
      index.put(node, TOTAL, amounts(node / 2 + 1, 4));
    }
    assertThat(index.choose(amounts(1, 1), node -> node > 2)).isEqualTo(3);
    assertThat(index.choose(amounts(1, 1), node -> false)).isEqualTo(NodeIndex.NONE);
    assertThat(index.choose(amounts(1, 1))).isEqualTo(0);
  }

  /** A plain search of all nodes finds the same, whatever comes and goes. */
  @Test
  void itFindsWhatAPlainSearchFinds() {
    long seed = Seed.of("NodeIndexTest", 20_261_123);
    for (int round = 0; round < TestSize.of(400, 40); round++) {
      compare(Seed.random(seed, round), round);
    }
  }

  private static void compare(Random random, int round) {
    LeastLeft score = new LeastLeft();
    NodeIndex index = new NodeIndex(2, score);
    int nodes = 1 + random.nextInt(60);
    int sizes = 1 + random.nextInt(8);
    long[][] free = new long[nodes][];
    long[][] told = new long[sizes * sizes][];
    boolean[] fits = new boolean[sizes * sizes];
    long version = -1;
    for (int step = 0; step < 500; step++) {
      index.beginPass();
      int node = random.nextInt(nodes);
      if (random.nextInt(4) == 0) {
        index.remove(node);
        free[node] = null;
      } else {
        free[node] =
            amounts(
                random.nextInt(sizes + 1) - (step % 50 == 0 ? 1 : 0), random.nextInt(sizes + 1));
        index.put(node, TOTAL, free[node]);
      }
      if (random.nextInt(50) == 0) {
        index.update(TOTAL, Demand.NOTHING);
      }
      long[] task = amounts(random.nextInt(sizes), random.nextInt(sizes));
      int odd = random.nextInt(3);
      IntPredicate accepts = n -> n % 3 != odd;
      String where = "round " + round + ", step " + step + ", task " + Arrays.toString(task);
      assertThat(index.choose(task, accepts))
          .as(where)
          .isEqualTo(plain(free, task, score, accepts));
      int best = plain(free, task, score, n -> true);
      assertThat(index.choose(task)).as(where).isEqualTo(best);
      assertThat(index.fits(task)).as(where).isEqualTo(best != NodeIndex.NONE);
      if (index.version() != version) {
        version = index.version();
        for (int i = 0; i < told.length; i++) {
          told[i] = amounts(i / sizes, i % sizes);
          fits[i] = index.fits(told[i]);
        }
        version = index.version();
      }
      for (int i = 0; i < told.length; i++) {
        boolean actual = plain(free, told[i], score, n -> true) != NodeIndex.NONE;
        assertThat(fits[i]).as("%s, told of %s", where, Arrays.toString(told[i])).isEqualTo(actual);
      }
    }
  }

  private static int plain(long[][] free, long[] task, NodeScore score, IntPredicate accepts) {
    int best = NodeIndex.NONE;
    for (int node = 0; node < free.length; node++) {
      if (free[node] != null
          && free[node][0] >= 0
          && free[node][0] + free[node][1] > 0
          && Amounts.fits(task, free[node])
          && accepts.test(node)
          && (best == NodeIndex.NONE
              || score.score(task, free[node], TOTAL) < score.score(task, free[best], TOTAL))) {
        best = node;
      }
    }
    return best;
  }

  @Test
  void vectorsThatAreNotAskedForAreForgotten() {
    for (int node = 0; node < 10; node++) {
      index.put(node, TOTAL, amounts(8, 8));
    }
    for (int size = 0; size < 10_000; size++) {
      index.beginPass();
      assertThat(index.fits(amounts(size, 1))).isEqualTo(size <= 8);
    }
    assertThat(index.knownVectors()).isLessThan(1_000);
  }

  @Test
  void aChoiceAllocatesNothing() {
    NodeIndex many = new NodeIndex(2, new LeastLeft());
    Random random = Seed.random(Seed.of("NodeIndexTest", 20_261_123), 0);
    int nodes = 1_000;
    long[][] free = new long[nodes][];
    long[][] tasks = new long[20][];
    Arrays.setAll(tasks, i -> amounts(1 + i % 5, 1 + i / 5));
    for (int node = 0; node < nodes; node++) {
      free[node] = amounts(64, 64);
      many.put(node, amounts(64, 64), free[node]);
    }
    fillAndDrain(many, free, tasks, random, 400_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    int placed = fillAndDrain(many, free, tasks, random, 20_000);
    long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(placed).isGreaterThan(5_000);
    assertThat(bytes).isLessThan(20_000); // less than one a step: some array has grown
  }

  private static int fillAndDrain(
      NodeIndex index, long[][] free, long[][] tasks, Random random, int steps) {
    int placed = 0;
    for (int i = 0; i < steps; i++) {
      index.beginPass();
      long[] task = tasks[random.nextInt(tasks.length)];
      int node = index.choose(task);
      if (node != NodeIndex.NONE && random.nextInt(4) > 0) {
        placed++;
        change(index, free, node, task, -1);
      } else {
        change(index, free, random.nextInt(free.length), task, 1);
      }
    }
    return placed;
  }

  private static void change(NodeIndex index, long[][] free, int node, long[] task, int sign) {
    for (int j = 0; j < 2; j++) {
      free[node][j] = Math.min(64, free[node][j] + sign * task[j]);
    }
    index.put(node, HUGE, free[node]);
  }

  private static final long[] HUGE = {64, 64};

  private static long[] amounts(long... amounts) {
    return amounts;
  }
}
