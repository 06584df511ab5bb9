// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import io.github.yarnfair.core.ideal.IdealShare;

/** Whether ideal shares follow from the tree alone. */
public final class SiblingOrder {
  private SiblingOrder() {}

  /**
   * Returns whether the order of siblings decides what is ideal, which the paper leaves open: where
   * keys of several siblings do not react.
   */
  public static boolean decides(TreeSpec spec, long[] capacity) {
    NamedTree named = NamedTree.of(spec, capacity).submitAll();
    NamedTree reversed = NamedTree.of(spec.reversed(), capacity).submitAll();
    IdealShare ideal = IdealShare.of(named.tree());
    IdealShare other = IdealShare.of(reversed.tree());
    return named.names().stream()
        .anyMatch(
            name ->
                Math.abs(
                        ideal.dominantShare(named.node(name))
                            - other.dominantShare(reversed.node(name)))
                    > 1e-9);
  }
}
