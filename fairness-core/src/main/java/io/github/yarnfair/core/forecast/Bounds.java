// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

/**
 * The bounds of a forecast.
 *
 * @param runs how many possible futures are run, at least 2
 * @param mostEvents most ends of tasks in one of them
 * @param horizonMillis how far they reach
 */
public record Bounds(int runs, int mostEvents, double horizonMillis) {
  /** Checks the numbers. */
  public Bounds {
    if (runs < 2 || mostEvents < 1 || !(horizonMillis > 0.0)) {
      throw new IllegalArgumentException(
          "%d runs of %d events and %s ms: expected at least 2, 1, and more than 0"
              .formatted(runs, mostEvents, horizonMillis));
    }
  }
}
