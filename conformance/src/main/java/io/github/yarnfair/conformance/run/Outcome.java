// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.run;

import java.util.Map;

/** What an adapter gives at a moment. */
public record Outcome(
    String moment, Map<String, Long> expected, long tolerance, Map<String, Long> got) {
  /** Returns whether each is within the tolerance. */
  public boolean passes() {
    return expected.entrySet().stream()
        .allMatch(
            entry ->
                Math.abs(entry.getValue() - got.getOrDefault(entry.getKey(), 0L)) <= tolerance);
  }
}
