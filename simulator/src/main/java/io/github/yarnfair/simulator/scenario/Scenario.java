// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.simulator.rule.Rule;
import org.jspecify.annotations.Nullable;

/** A case: a cluster, a tree, what happens and what must come out. */
public sealed interface Scenario
    permits StaticScenario, DynamicScenario, EvalScenario, DrfhScenario, UdrfScenario {
  /** Returns the name, unique in its file. */
  String id();

  /** Returns the kind, as case files name it. */
  String kind();

  /**
   * Runs the case.
   *
   * @param forced the rule to run it under, null for the one that the case is about
   */
  Outcome run(@Nullable Rule forced);
}
