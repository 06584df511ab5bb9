// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentIdealShareTest {
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 500);
  private final ShareTree tree = new ShareTree(1);
  private final int first = leaf();

  RecentIdealShareTest() {
    tree.setCapacity(new long[] {100});
  }

  @Test
  void changesCountOnceTheIntervalIsOver() {
    RecentIdealShare source = new RecentIdealShare(1000, clock::get);
    IdealShare alone = source.latest(tree);
    assertThat(alone.dominantShare(first)).isCloseTo(1, within(1e-12));
    int second = leaf();
    clock.addAndGet(999);
    assertThat(source.latest(tree)).isSameAs(alone);
    assertThat(source.latest(tree).contains(second)).isFalse();
    clock.addAndGet(1);
    assertThat(source.latest(tree).dominantShare(first)).isCloseTo(0.5, within(1e-12));
    assertThat(source.latest(tree).dominantShare(second)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void nothingIsComputedAfreshIfNothingHasChanged() {
    RecentIdealShare source = new RecentIdealShare(1000, clock::get);
    IdealShare before = source.latest(tree);
    clock.addAndGet(5000);
    assertThat(source.latest(tree)).isSameAs(before);
  }

  @Test
  void withoutIntervalEveryChangeCountsAtOnce() {
    RecentIdealShare source = new RecentIdealShare(0, clock::get);
    assertThat(source.latest(tree).dominantShare(first)).isCloseTo(1, within(1e-12));
    leaf();
    assertThat(source.latest(tree).dominantShare(first)).isCloseTo(0.5, within(1e-12));
  }

  /** By a rival that takes a negative age for young, nothing counts for an hour. */
  @Test
  void changesCountWhenTheClockIsSetBack() {
    RecentIdealShare source = new RecentIdealShare(1000, clock::get);
    assertThat(source.latest(tree).dominantShare(first)).isCloseTo(1, within(1e-12));
    leaf();
    clock.addAndGet(-3_600_000);
    assertThat(source.latest(tree).dominantShare(first)).isCloseTo(0.5, within(1e-12));
  }

  private int leaf() {
    int leaf = tree.addLeaf(ShareTree.ROOT, 1);
    tree.setDemand(leaf, Demand.of(new long[] {1}, Demand.ENDLESS));
    return leaf;
  }
}
