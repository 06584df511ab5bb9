// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

/**
 * How many random cases an exhaustive test checks: a tenth, unless the system property {@code
 * yarnfair.exhaustive} is true, as in Maven's profile {@code exhaustive}.
 */
public final class TestSize {
  /** Whether exhaustive tests run in full. */
  public static final boolean EXHAUSTIVE = Boolean.getBoolean("yarnfair.exhaustive");

  private TestSize() {}

  /** Returns a number of cases, or a tenth of it, at least 1. */
  public static int of(int full) {
    return of(full, Math.max(1, full / 10));
  }

  /** Returns the first number of cases in an exhaustive run, the second otherwise. */
  public static int of(int full, int usual) {
    return EXHAUSTIVE ? full : usual;
  }
}
