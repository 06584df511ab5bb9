// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.minicluster.ClusterException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A clock of the machine would end a phase before its masters have started. */
class ScenarioClockTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private Instant now = Instant.EPOCH;
  private final ScenarioClock clock = new ScenarioClock(now, TIMEOUT);

  @Test
  void standsWhileMastersStart() {
    pass(10, true);
    pass(30, false);
    pass(0.25, true);
    assertThat(clock.seconds()).isCloseTo(10.25, within(1e-9));
  }

  @Test
  void mastersThatDoNotRegisterEndTheScenario() {
    pass(100, true);
    pass(60, false);
    assertThatThrownBy(() -> pass(1, false))
        .isInstanceOf(ClusterException.class)
        .hasMessage("Not all masters have registered within 60 s");
  }

  @Test
  void eachRegistrationHasItsOwnTimeout() {
    pass(50, false);
    pass(1, true);
    pass(50, false);
    assertThat(clock.seconds()).isCloseTo(1, within(1e-9));
  }

  private void pass(double seconds, boolean registered) {
    now = now.plusMillis(Math.round(seconds * 1000));
    clock.advance(now, registered);
  }
}
