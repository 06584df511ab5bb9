// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Futures of small clusters that can be computed by hand. */
class ForwardRunsTest {
  private static final Bounds BOUNDS = new Bounds(200, 1000, 1e9);

  private final ShareTree tree = new ShareTree(1);
  private final List<AgedTask> running = new ArrayList<>();
  private final List<long[]> free = new ArrayList<>();

  private static LifeTable lasting(long millis) {
    DurationSketch sketch = new DurationSketch();
    for (int i = 0; i < 1000; i++) {
      sketch.addEnded(millis);
    }
    return LifeTable.of(sketch);
  }

  private int leaf(int queue, int pending) {
    int leaf = tree.addLeaf(queue, 1.0);
    tree.setDemand(leaf, pending == 0 ? Demand.NOTHING : Demand.of(new long[] {1}, pending));
    return leaf;
  }

  private void run(int leaf, int node, LifeTable life) {
    tree.charge(leaf, new long[] {1});
    running.add(new AgedTask(leaf, new long[] {1}, new long[] {1}, node, 0, life));
  }

  private List<StartForecast> forecast(LifeTable next, int... leaves) {
    return new ForwardRuns(tree, t -> new NaivePolicy().over(t), free, running, leaf -> next)
        .of(leaves, BOUNDS, 1, () -> false);
  }

  @Test
  void freeRoomIsUsedAtOnce() {
    tree.setCapacity(new long[] {2});
    free.add(new long[] {1});
    int leaf = leaf(ShareTree.ROOT, 1);
    run(leaf(ShareTree.ROOT, 0), 0, lasting(60_000));
    assertThat(forecast(lasting(60_000), leaf).get(0).medianMillis()).isZero();
  }

  @Test
  void loneWaitingTaskStartsWithTheFirstEnd() {
    tree.setCapacity(new long[] {4});
    for (int i = 0; i < 4; i++) {
      free.add(new long[] {0});
      run(leaf(ShareTree.ROOT, 0), i, lasting(100_000));
    }
    int leaf = leaf(ShareTree.ROOT, 1);
    // The first of four that are spread over a bucket of 19 %.
    assertThat(forecast(lasting(1_000), leaf).get(0).medianMillis()).isBetween(85_000.0, 110_000.0);
  }

  @Test
  void theLeafWithLessIsServedBeforeTheOneWithMore() {
    tree.setCapacity(new long[] {3});
    free.add(new long[] {0});
    int rich = leaf(ShareTree.ROOT, 5);
    int poor = leaf(ShareTree.ROOT, 1);
    for (int i = 0; i < 3; i++) {
      run(rich, 0, lasting(1_000 * (long) Math.pow(10, i)));
    }
    List<StartForecast> forecasts = forecast(lasting(1_000_000), rich, poor);
    assertThat(forecasts.get(1).medianMillis()).isCloseTo(1_000, within(200.0));
    assertThat(forecasts.get(0).medianMillis()).isCloseTo(10_000, within(2_000.0));
  }

  @Test
  void aTaskWaitsUntilOneNodeHasRoomForAllOfIt() {
    tree.setCapacity(new long[] {4});
    free.add(new long[] {0});
    free.add(new long[] {0});
    int other = leaf(ShareTree.ROOT, 0);
    run(other, 0, lasting(1_000));
    run(other, 0, lasting(1_000_000));
    run(other, 1, lasting(100_000));
    run(other, 1, lasting(100_000));
    int large = tree.addLeaf(ShareTree.ROOT, 1.0);
    tree.setDemand(large, Demand.of(new long[] {2}, 1));
    assertThat(forecast(lasting(1_000), large).get(0).medianMillis())
        .as("both on the second node have ended")
        .isBetween(90_000.0, 130_000.0);
  }

  @Test
  void aTaskThatNeverFitsIsUnknown() {
    tree.setCapacity(new long[] {1});
    free.add(new long[] {0});
    run(leaf(ShareTree.ROOT, 0), 0, lasting(1_000));
    int leaf = tree.addLeaf(ShareTree.ROOT, 1.0);
    tree.setDemand(leaf, Demand.of(new long[] {2}, 1));
    assertThat(forecast(lasting(1_000), leaf).get(0).isUnknown()).isTrue();
  }

  /** On the node that frees room the limit forbids it, on another one room is free all along. */
  @Test
  void roomOnOtherNodesIsUsedOnceALimitLetsIt() {
    tree.setCapacity(new long[] {4});
    int queue = tree.addQueue(ShareTree.ROOT, 1.0);
    tree.setLimit(queue, new long[] {1});
    free.add(new long[] {-5});
    free.add(new long[] {1});
    run(leaf(queue, 0), 0, lasting(10_000));
    int waiting = leaf(queue, 1);
    assertThat(forecast(lasting(1_000), waiting).get(0).medianMillis())
        .isCloseTo(10_000, within(2_000.0));
  }

  @Test
  void theTreeAndTheFreeRoomStayAsTheyAre() {
    tree.setCapacity(new long[] {2});
    free.add(new long[] {1});
    int leaf = leaf(ShareTree.ROOT, 3);
    run(leaf, 0, lasting(1_000));
    forecast(lasting(1_000), leaf);
    assertThat(tree.usage(leaf, 0)).isOne();
    assertThat(tree.demand(leaf).tasks(0)).isEqualTo(3);
    assertThat(free.get(0)).containsExactly(1);
  }
}
