// SPDX-License-Identifier: Apache-2.0
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
