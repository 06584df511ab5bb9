// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.ideal.CurrentIdealShare;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The ideal share of one tree, possibly stale: computed in the caller's thread, at most once per
 * interval, and only if something that it depends on has changed. Other calls only read the clock.
 */
final class RecentIdealShare implements IdealShareSource {
  private final long intervalMillis;
  private final LongSupplier clock;
  private final CurrentIdealShare current = new CurrentIdealShare();
  private @Nullable IdealShare ideal;
  private long lookedAt;
  private BooleanSupplier isDue = this::isOld;

  /**
   * Creates the source.
   *
   * @param intervalMillis least time from the end of one computation to the start of the next, in
   *     milliseconds, not negative; with 0 the ideal share is always that of the tree as it stands
   * @param clock returns the time in milliseconds; when it is set back, the ideal share is computed
   *     again
   */
  RecentIdealShare(long intervalMillis, LongSupplier clock) {
    this.intervalMillis = intervalMillis;
    this.clock = clock;
  }

  private boolean isOld() {
    long age = clock.getAsLong() - lookedAt;
    return age < 0 || age >= intervalMillis;
  }

  @Override
  public void timeBy(UnaryOperator<BooleanSupplier> timing) {
    isDue = timing.apply(this::isOld);
  }

  @Override
  public IdealShare latest(ShareTree tree) {
    if (ideal == null || isDue.getAsBoolean()) {
      ideal = current.of(tree);
      lookedAt = clock.getAsLong();
    }
    return ideal;
  }
}
