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

/** Ways to allocate the jobs of users to pairs of a machine class and a resource. */
public enum JobRule {
  /** The paper's offline algorithm, corrected: divisible jobs. */
  PAPER("paper"),
  /** The same, and what it leaves is handed out too. */
  WORK_CONSERVING("work-conserving"),
  /** The online rule: whole jobs, after a while in which jobs end and others start. */
  ONLINE("udrf"),
  /**
   * The online rule by the raw maximum, over pairs, of the usage of a user's jobs; otherwise as the
   * one above.
   */
  RAW_SHARES("raw-shares"),
  /** H-DRF by shares of each resource in all classes together; whole jobs, as the one above. */
  H_DRF_OVER_CLUSTER("h-drf-over-cluster"),
  /** DRF whose resources are the pairs: divisible, a user's jobs in equal numbers. */
  DRF_OVER_PAIRS("drf-over-pairs");

  private final String label;

  JobRule(String label) {
    this.label = label;
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return label;
  }
}
