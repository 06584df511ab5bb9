// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import java.util.Locale;

/** Which selection works out a rule. */
public enum Engine {
  /** The fastest that the policy has; the plain recursion if it has no other. */
  FAST,
  /** The plain recursion over the whole tree. */
  PLAIN;

  /** Returns the name in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
