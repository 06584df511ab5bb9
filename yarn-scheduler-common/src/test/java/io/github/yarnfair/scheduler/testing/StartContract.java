// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A ResourceManager with a bad option of its scheduler does not start, and says what to mend. */
abstract class StartContract {
  final SchedulerConf good =
      conf().queues("root", "a,b").set("root.a.capacity", "1w").set("root.b.capacity", "1w");

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  abstract List<RefusedOption> refusedOptions();

  @TestFactory
  Stream<DynamicTest> anOptionThatIsNotValid() {
    return refusedOptions().stream()
        .map(
            option ->
                dynamicTest(
                    option.toString(),
                    () ->
                        assertRefused(
                            option.on(good), option.key(), option.value(), option.expected())));
  }

  static void assertRefused(SchedulerConf bad, String... named) {
    try (SchedulerErrors errors = new SchedulerErrors()) {
      for (String name : named) {
        assertThatThrownBy(() -> SchedulerFixture.resourceManager(bad, null, errors))
            .hasStackTraceContaining(name);
      }
    }
  }
}
