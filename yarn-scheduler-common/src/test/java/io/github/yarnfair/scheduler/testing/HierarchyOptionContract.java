// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduler whose option {@code hierarchy} is {@code flat} or {@code tree}. */
public abstract class HierarchyOptionContract {
  private final Class<? extends HierarchicalScheduler> scheduler;

  protected HierarchyOptionContract(Class<? extends HierarchicalScheduler> scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * 120 cores for root.a and root.b.x, each with an application, while root.b.y is idle: flat, they
   * have a half and a quarter of the weight; in the tree, root.b.x has all that is root.b's.
   */
  @ParameterizedTest
  @CsvSource({"flat, 80, 40", "tree, 60, 60"})
  void shareOfAnIdleQueueGoesToAllOrToItsSiblings(String hierarchy, int ofA, int ofX) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .option("hierarchy", hierarchy)
            .queues("root", "a,b")
            .queues("root.b", "x,y");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 120));
      SchedulerTestApp a = cluster.submit("root.a");
      SchedulerTestApp x = cluster.submit("root.b.x");
      a.ask(resource(1, 1), 1000);
      x.ask(resource(1, 1), 1000);
      cluster.rounds(10);
      assertThat(a.live()).isCloseTo(ofA, within(1));
      assertThat(x.live()).isCloseTo(ofX, within(1));
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /** By what the queue holds in all, the neighbour would get no core. */
  @ParameterizedTest
  @ValueSource(strings = {"flat", "tree"})
  void gpusOfANeighbourCostAnApplicationNoCores(String hierarchy) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler).option("hierarchy", hierarchy).queues("root", "a,b");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 60, 10, 0));
      SchedulerTestApp gpu = cluster.submit("root.a");
      gpu.ask(resource(1, 0, 1, 0), 1000);
      cluster.rounds(5);
      assertThat(gpu.held().getResourceValue("yarn.io/gpu")).isEqualTo(10);
      SchedulerTestApp cpu = cluster.submit("root.a");
      SchedulerTestApp other = cluster.submit("root.b");
      cpu.ask(resource(1, 1), 1000);
      other.ask(resource(1, 1), 1000);
      cluster.rounds(5);
      assertThat(cpu.live()).isCloseTo(30, within(1));
      assertThat(cpu.live() + other.live()).isEqualTo(60);
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }
}
