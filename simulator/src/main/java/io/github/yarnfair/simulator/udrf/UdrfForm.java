// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

/** The two forms of the offline algorithm. */
public enum UdrfForm {
  /** The paper's, corrected: a user with a job that can grow no further ends with all its jobs. */
  PAPER("paper"),
  /** What the paper's leaves of pairs that a job could use is handed out too, least share first. */
  WORK_CONSERVING("work-conserving");

  private final String label;

  UdrfForm(String label) {
    this.label = label;
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return label;
  }
}
