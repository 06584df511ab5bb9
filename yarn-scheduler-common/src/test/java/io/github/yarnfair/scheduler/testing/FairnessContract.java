// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The H-DRF paper's figures, by containers on nodes of a YARN cluster. Each task wants one kind of
 * device or CPU, so that every hierarchical rule has the same ideal.
 */
abstract class FairnessContract {
  private static final int ROUNDS = TestSize.of(150, 60);
  private static final int WARM_UP = TestSize.of(60, 30);
  private static final int WEIGHTED_ROUNDS = TestSize.of(60, 30);
  private static final int WEIGHTED_WARM_UP = 20;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @Test
  void aDepartmentThatSharesItsQueueWithAGpuUserKeepsItsCpuShare() {
    double[] fair = figureFour(conf());
    double[] naive = figureFour(SchedulerConf.of(NaiveScheduler.class));
    System.out.printf(
        Locale.ROOT,
        "H-DRF paper, figure 4, under churn: n1,1 / n2,1 / n2,2%n  ideal  .50 / .50 / 1.00%n"
            + "  fair   %.2f / %.2f / %.2f%n  naive  %.2f / %.2f / %.2f%n",
        fair[0],
        fair[1],
        fair[2],
        naive[0],
        naive[1],
        naive[2]);
    assertThat(fair[0]).isCloseTo(0.5, within(0.07));
    assertThat(fair[1]).isCloseTo(0.5, within(0.07));
    assertThat(fair[2]).isGreaterThan(0.9);
    assertThat(naive[1]).as("n2,1 under naive hierarchical DRF starves").isLessThan(0.1);
  }

  /** n1{n1,1: CPU}, n2{n2,1: CPU; n2,2: GPU}; returns the average shares in that order. */
  private static double[] figureFour(SchedulerConf scheduler) {
    SchedulerConf conf = scheduler.queues("root", "n1,n2").queues("root.n2", "n21,n22");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      for (int i = 0; i < 4; i++) {
        cluster.addNode("cpu" + i, resource(100_000, 20));
        cluster.addNode("gpu" + i, resource(100_000, 5, 25, 0));
      }
      SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("figure 4", 4), 0));
      churn.endless("n1,1", "root.n1", resource(1, 1));
      churn.endless("n2,1", "root.n2.n21", resource(1, 1));
      churn.endless("n2,2", "root.n2.n22", resource(1, 0, 1, 0));
      churn.fill();
      churn.churn(ROUNDS, WARM_UP);
      double[] shares = {
        churn.averageShare("n1,1"), churn.averageShare("n2,1"), churn.averageShare("n2,2")
      };
      cluster.drainAndVerify("root", "root.n1", "root.n2", "root.n2.n21", "root.n2.n22");
      return shares;
    }
  }

  /** 49 nodes of ⟨16 GB, 4 CPU, 4 GPU⟩, weights 4:1; then n2,1 and n2,2 share what n1,1 leaves. */
  @Test
  void weightsOfFourToOneGiveFourFifths() {
    SchedulerConf conf =
        conf()
            .queues("root", "n1,n2")
            .queues("root.n1", "n11,n12")
            .queues("root.n2", "n21,n22")
            .set("root.n1.capacity", "4w")
            .set("root.n2.capacity", "1w");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      for (int i = 0; i < 49; i++) {
        cluster.addNode("h" + i, resource(16_384, 4, 4, 0));
      }
      SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("figure 8", 8), 0));
      churn.endless("n1,1", "root.n1.n11", resource(1, 1));
      churn.endless("n1,2", "root.n1.n12", resource(1, 0, 1, 0));
      churn.endless("n2,1", "root.n2.n21", resource(1, 1));
      churn.endless("n2,2", "root.n2.n22", resource(1, 1));
      churn.fill();
      churn.churn(WEIGHTED_ROUNDS, WEIGHTED_WARM_UP);
      assertThat(churn.averageShare("n1,1")).isCloseTo(0.8, within(0.05));
      assertThat(churn.averageShare("n1,2")).isGreaterThan(0.9);
      assertThat(churn.averageShare("n2,1")).isCloseTo(0.1, within(0.03));
      assertThat(churn.averageShare("n2,2")).isCloseTo(0.1, within(0.03));
      churn.leave("n1,1");
      churn.fill();
      churn.churn(WEIGHTED_ROUNDS, WEIGHTED_WARM_UP);
      assertThat(churn.averageShare("n2,1")).isCloseTo(0.5, within(0.05));
      assertThat(churn.averageShare("n2,2")).isCloseTo(0.5, within(0.05));
      assertThat(churn.averageShare("n1,2")).isGreaterThan(0.9);
      churn.leave("n2,2");
      churn.fill();
      churn.churn(WEIGHTED_ROUNDS, WEIGHTED_WARM_UP);
      assertThat(churn.averageShare("n2,1")).isGreaterThan(0.9);
      cluster.drainAndVerify("root");
    }
  }
}
