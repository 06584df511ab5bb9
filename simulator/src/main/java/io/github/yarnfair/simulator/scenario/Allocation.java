/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.List;
import java.util.Map;

/** A case in whose end every leaf holds something, so that rules can be compared by it. */
public sealed interface Allocation permits StaticScenario, DynamicScenario {
  /** Returns the case's name. */
  String id();

  /** Returns the rule that the case is about. */
  Rule rule();

  /** Returns the leaves in pre-order. */
  List<TreeSpec> leaves();

  /** Returns what {@link #expected} and {@link #under} count. */
  String unit();

  /** Returns what each leaf must have in the end, as far as the case says. */
  Map<String, Tolerated> expected();

  /** Runs the case under a rule and returns what each leaf has in the end. */
  Map<String, Double> under(Rule rule);

  /**
   * An expected number.
   *
   * @param value the number
   * @param tolerance by how much the real one may differ
   */
  record Tolerated(double value, double tolerance) {
    /** Returns whether a number is near enough. */
    public boolean allows(double actual) {
      return Math.abs(actual - value) <= tolerance;
    }
  }
}
