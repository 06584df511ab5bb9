// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallFailuresTest {
  private final CallFailures failures = new CallFailures();

  @Test
  void failuresThatDifferInNumbersCountTogether() {
    failures.add(new IOException("127.1.0.1:4000: SHUTDOWN\n\tat x"));
    failures.add(new IOException("127.1.0.2:4000: SHUTDOWN\n\tat y"));
    failures.add(new IllegalStateException());
    assertThat(failures.take())
        .isEqualTo(
            Map.of(
                "java.io.IOException: #.#.#.#:#: SHUTDOWN",
                2,
                "java.lang.IllegalStateException",
                1));
  }

  @Test
  void whatIsTakenCountsOnce() {
    failures.add(new IOException("x"));
    failures.take();
    assertThat(failures.take()).isEmpty();
  }
}
