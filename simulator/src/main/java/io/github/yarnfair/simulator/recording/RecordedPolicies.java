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
package io.github.yarnfair.simulator.recording;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.simulator.scenario.Rule;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The policies that recordings name, by their own names and not those of the simulator's rules. */
public final class RecordedPolicies {
  private RecordedPolicies() {}

  /**
   * Returns a new policy.
   *
   * @throws IllegalArgumentException if there is none of that name; the message lists all names
   */
  public static FairnessPolicy named(String name) {
    return Arrays.stream(Rule.values())
        .map(Rule::policy)
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("policy \"" + name + "\": there are " + all()));
  }

  private static String all() {
    return Arrays.stream(Rule.values())
        .map(rule -> rule.policy().name())
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
