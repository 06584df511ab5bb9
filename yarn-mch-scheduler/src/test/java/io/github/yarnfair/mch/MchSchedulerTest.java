// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.conf.ConfiguredRule;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MchSchedulerTest {
  @ParameterizedTest
  @CsvSource({"exact, mch-exact", "uniform, mch-uniform", " published , mch-published"})
  void theOptionNamesTheWeights(String option, String policy) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(MchScheduler.WEIGHTS_KEY, option);
    assertThat(new ConfiguredRule(new MchRule(), conf, () -> 0).policy().name()).isEqualTo(policy);
  }

  @Test
  void theWeightsAreExactUnlessSaidOtherwise() throws Exception {
    assertThat(new ConfiguredRule(new MchRule(), new Configuration(false), () -> 0).policy().name())
        .isEqualTo("mch-exact");
  }

  /**
   * The counter-example of {@link MchPolicy} in containers: b is guaranteed a sixth of the cluster,
   * 50 of 300, and gets that and more unless the weights are the paper's.
   */
  @ParameterizedTest
  @CsvSource({"exact, 75", "uniform, 75", "published, 43"})
  void thePublishedWeightsBreakAGuarantee(String weights, int expected) {
    SchedulerConf conf =
        SchedulerConf.of(MchScheduler.class)
            .yarn(MchScheduler.WEIGHTS_KEY, weights)
            .yarn(MchScheduler.REFRESH_INTERVAL_KEY, 0)
            .queues("root", "q,d")
            .queues("root.q", "a,b,c");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 300, 300, 0));
      submit(cluster, "root.q.a", 0, 1);
      SchedulerTestApp b = submit(cluster, "root.q.b", 1, 1);
      submit(cluster, "root.q.c", 0, 1);
      submit(cluster, "root.d", 1, 0);
      cluster.rounds(10);
      assertThat(b.live()).isCloseTo(expected, within(2));
      cluster.drainAndVerify("root");
    }
  }

  /**
   * Between two computations: the first application has the ideal share of when it was alone, 1,
   * and the second its guarantee, a half, so that it gets a third.
   */
  @Test
  void newApplicationIsServedBeforeItsWeightIsComputed() {
    SchedulerConf conf =
        SchedulerConf.of(MchScheduler.class)
            .yarn(MchScheduler.REFRESH_INTERVAL_KEY, 3_600_000)
            .queues("root", "a,b");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 30));
      SchedulerTestApp first = submit(cluster, "root.a", 1, 0);
      cluster.rounds(2);
      assertThat(first.live()).isEqualTo(30);
      SchedulerTestApp second = submit(cluster, "root.b", 1, 0);
      for (int i = 0; i < 20; i++) {
        first.complete(first.containers().get(0));
        cluster.round();
      }
      assertThat(first.live()).isEqualTo(20);
      assertThat(second.live()).isEqualTo(10);
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }

  private static SchedulerTestApp submit(
      SchedulerFixture cluster, String queue, int vcores, long gpus) {
    SchedulerTestApp app = cluster.submit(queue);
    app.ask(resource(1, vcores, gpus, 0), 1000);
    return app;
  }
}
