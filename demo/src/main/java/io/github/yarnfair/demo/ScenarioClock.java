// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.ClusterException;
import java.time.Duration;
import java.time.Instant;

/**
 * The time of a {@link Scenario}, in seconds. It stands while masters start: ten JVMs that start at
 * once take a second on one machine and half a minute on another.
 */
final class ScenarioClock {
  private final Duration timeout;
  private Instant last;
  private Instant lastRegistered;
  private double seconds;

  /**
   * Begins at 0.
   *
   * @param timeout how long masters may take to register
   */
  ScenarioClock(Instant now, Duration timeout) {
    this.timeout = timeout;
    last = now;
    lastRegistered = now;
  }

  double seconds() {
    return seconds;
  }

  /**
   * Advances by the time since the last call, or stands.
   *
   * @param registered whether all masters have registered
   * @throws ClusterException if they have not for longer than the time-out
   */
  void advance(Instant now, boolean registered) {
    if (registered) {
      seconds += Duration.between(last, now).toMillis() / 1000.0;
      lastRegistered = now;
    } else if (Duration.between(lastRegistered, now).compareTo(timeout) > 0) {
      throw new ClusterException(
          "Not all masters have registered within " + timeout.toSeconds() + " s", null);
    }
    last = now;
  }
}
