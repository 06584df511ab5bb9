// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.yarnfair.core.scenario.Seed;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What a scheduler's rule and its options have to do with a refresh of the queues. */
abstract class RefreshContract {
  final SchedulerConf conf =
      conf()
          .queues("root", "a,b,c")
          .set("root.a.capacity", "1w")
          .set("root.b.capacity", "1w")
          .set("root.c.capacity", "0w");
  SchedulerFixture cluster;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  abstract List<RefusedOption> refusedOptions();

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(conf);
    for (int i = 0; i < 4; i++) {
      cluster.addNode("n" + i, resource(10_000, 25));
    }
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root");
    }
  }

  void refresh(SchedulerConf changed) throws IOException {
    cluster.scheduler.reinitialize(changed.build(), cluster.rm.getRMContext());
  }

  @Test
  void weightsChangedLiveMoveTheSharesAndKeepTheUsage() throws Exception {
    SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("refresh", 5), 0));
    churn.endless("a", "root.a", resource(1, 1));
    churn.endless("b", "root.b", resource(1, 1));
    churn.fill();
    assertThat(churn.shareNow("a")).isCloseTo(0.5, within(0.01));
    refresh(conf.copy().set("root.a.capacity", "4w"));
    assertThat(churn.shareNow("a")).as("carried over").isCloseTo(0.5, within(0.01));
    cluster.verify();
    churn.churn(80, 40);
    assertThat(churn.averageShare("a")).isCloseTo(0.8, within(0.04));
    assertThat(churn.averageShare("b")).isCloseTo(0.2, within(0.04));
  }

  @TestFactory
  Stream<DynamicTest> aBadOptionIsRefusedOnRefreshToo() {
    return refusedOptions().stream()
        .map(
            option ->
                dynamicTest(
                    option.toString(),
                    () ->
                        assertThatThrownBy(() -> refresh(option.on(conf)))
                            .hasMessageContaining(option.key())
                            .hasMessageContaining(option.value())
                            .hasMessageContaining(option.expected())));
  }
}
