// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

/** An invariant does not hold. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String invariant;

  /**
   * @param invariant its name, by which a failure is known again
   */
  Violation(String invariant, String what) {
    super(invariant + ": " + what);
    this.invariant = invariant;
  }

  Violation(String invariant, Throwable cause) {
    super(invariant + ": " + cause, cause);
    this.invariant = invariant;
  }

  String invariant() {
    return invariant;
  }
}
