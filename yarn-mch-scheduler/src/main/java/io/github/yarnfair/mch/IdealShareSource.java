// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where the exact weights come from. */
@FunctionalInterface
public interface IdealShareSource {
  /**
   * Returns the latest ideal share of a tree, which may be older than the tree, or null if there is
   * none yet. Asked before every decision: must allocate nothing while it has nothing new.
   */
  @Nullable IdealShare latest(ShareTree tree);

  /**
   * As {@link io.github.yarnfair.core.policy.FairnessPolicy#timeBy}, of a source that has a clock.
   */
  default void timeBy(UnaryOperator<BooleanSupplier> timing) {}
}
