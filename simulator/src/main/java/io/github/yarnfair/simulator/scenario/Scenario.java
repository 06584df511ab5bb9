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
