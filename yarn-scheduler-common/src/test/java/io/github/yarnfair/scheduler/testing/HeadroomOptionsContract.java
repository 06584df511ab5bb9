// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The node-headroom options are checked before anything starts. */
abstract class HeadroomOptionsContract {
  private static final String KEY = "node-headroom";

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @ParameterizedTest
  @CsvSource({
    "'', reservations, 'one of reservation, largest-task, none'",
    "'', Largest-Task, 'one of reservation, largest-task, none'",
    ".timeout-ms, 0, a whole number of milliseconds above 0",
    ".timeout-ms, 5min, a whole number of milliseconds above 0",
    ".reserved-nodes-per-application, 0, 'a part of the nodes, above 0 and at most 1'",
    ".reserved-nodes-per-application, 3, 'a part of the nodes, above 0 and at most 1'",
    ".reserved-nodes-per-queue, many, 'a part of the nodes, above 0 and at most 1'",
    ".reserved-nodes, 10, 'a part of the nodes, above 0 and at most 1'",
  })
  void aBadValueIsRefusedAndNamed(String suffix, String value, String expected) {
    SchedulerConf conf = conf().queues("root", "a").option(KEY + suffix, value);
    assertThatThrownBy(() -> new SchedulerFixture(conf))
        .hasStackTraceContaining(
            conf.optionKey(KEY + suffix) + " = \"" + value + "\": expected " + expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reservation", "largest-task", "none"})
  void eachModeStarts(String mode) {
    try (SchedulerFixture cluster =
        new SchedulerFixture(conf().queues("root", "a").option(KEY, mode))) {
      cluster.verify();
    }
  }

  @Test
  void aRefreshWithABadValueChangesNothing() {
    SchedulerConf conf = conf().queues("root", "a");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      assertThatThrownBy(
              () ->
                  cluster.scheduler.reinitialize(
                      conf.copy().option(KEY, "some").build(), cluster.rm.getRMContext()))
          .hasMessageContaining(conf.optionKey(KEY) + " = \"some\": expected");
      cluster.verify();
    }
  }
}
