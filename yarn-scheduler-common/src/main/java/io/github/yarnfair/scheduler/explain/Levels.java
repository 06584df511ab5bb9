// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.explain.TurnSearch.Step;
import io.github.yarnfair.scheduler.explain.TurnSearch.Way;
import io.github.yarnfair.scheduler.explain.answer.Level;
import io.github.yarnfair.scheduler.explain.answer.Level.Ahead;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.BalanceText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/** Reads the way from the root queue to a node of the share tree. */
final class Levels {
  private final ShareView view;
  private final Names names;

  Levels(ShareView view, Names names) {
    this.view = view;
    this.names = names;
  }

  /**
   * Returns the levels from the root to a node.
   *
   * @param way with the keys on it; null if they are not known
   */
  List<Level> of(int node, @Nullable Way way) {
    List<Level> levels = new ArrayList<>();
    for (int n = node; n != ShareTree.NONE; n = view.tree().parent(n)) {
      levels.add(level(n, step(n, way)));
    }
    Collections.reverse(levels);
    return levels;
  }

  private static @Nullable Step step(int node, @Nullable Way way) {
    return way == null
        ? null
        : way.steps().stream().filter(step -> step.node() == node).findFirst().orElse(null);
  }

  private Level level(int node, @Nullable Step step) {
    return new Level(
        names.type(node),
        String.valueOf(view.subject(node)),
        view.tree().weight(node),
        BalanceText.of(view.balances(), view.tree(), node),
        view.tree().dominantShare(node),
        view.partition(node),
        view.ideal().dominantShare(node),
        view.guarantee().of(node),
        step == null ? null : step.key(),
        used(node),
        step == null || step.isBest()
            ? null
            : new Ahead(
                names.type(step.best()),
                names.of(step.best()),
                view.tree().weight(step.best()),
                view.tree().dominantShare(step.best()),
                view.partition(step.best()),
                step.bestKey(),
                step.others()));
  }

  private Resource used(int node) {
    ShareLedger ledger = view.origin().ledger();
    long[] used = new long[view.tree().space().pairs()];
    Arrays.setAll(used, pair -> view.tree().usage(node, pair));
    return ledger.vectors().toResource(ledger.capacity().overAll(used));
  }
}
