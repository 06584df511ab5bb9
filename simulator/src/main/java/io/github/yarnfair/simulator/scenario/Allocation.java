// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.List;
import java.util.Map;

/** A case that ends with an allocation of every leaf, by which rules can be compared. */
public sealed interface Allocation permits StaticScenario, DynamicScenario {
  /** Returns the case's name. */
  String id();

  /** Returns the rule that the case is about. */
  Rule rule();

  /** Returns the leaves in pre-order. */
  List<TreeSpec> leaves();

  /** Returns the unit of {@link #expected} and {@link #under}. */
  String unit();

  /** Returns the allocations expected at the end, for the leaves that the case names. */
  Map<String, Tolerated> expected();

  /** Runs the case under a rule and returns each leaf's allocation at the end. */
  Map<String, Double> under(Rule rule);

  /**
   * An expected number.
   *
   * @param value the number
   * @param tolerance largest difference of the actual number
   */
  record Tolerated(double value, double tolerance) {
    /** Returns whether a number is near enough. */
    public boolean allows(double actual) {
      return Math.abs(actual - value) <= tolerance;
    }
  }
}
