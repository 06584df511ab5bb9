// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queue files of the shapes that others wrote start, and mean what CapacityScheduler reads. */
abstract class ForeignFileContract {
  private SchedulerFixture cluster;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private void boot(SchedulerConf conf) {
    cluster = new SchedulerFixture(conf);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root");
    }
  }

  @Test
  void keysOfNoQueueAreWarnedOfAndApplicationsRun() {
    boot(
        conf()
            .queues("root", "default")
            .set("root.default.capacity", 100)
            .set("default.minimum-user-limit-percent", 100)
            .set("root.unfunded.capacity", 50)
            .set("root.default.disable_preemption", "yes")
            .set("queue-mappings", " "));
    assertThat(cluster.errors.warnings())
        .anyMatch(
            text ->
                text.contains("capacity.default.minimum-user-limit-percent = \"100\": expected")
                    && text.contains("is root.default meant?"))
        .anyMatch(text -> text.contains("root.unfunded.capacity = \"50\": expected"))
        .anyMatch(text -> text.contains("disable_preemption = \"yes\": expected true or false"));
    cluster.addNode("n1", resource(1000, 10));
    SchedulerTestApp app = cluster.submit("default");
    app.ask(resource(100, 1), 20);
    cluster.rounds(2);
    assertThat(app.held()).isEqualTo(resource(1000, 10));
  }

  @Test
  void siblingsOfSeveralKindsShareByWhatEachIsEntitledTo() {
    boot(
        conf()
            .queues("root", "a,b,c")
            .set("root.a.capacity", "[memory=50%,vcores=20%]")
            .set("root.b.capacity", "[memory=1w,vcores=1w]")
            .set("root.c.capacity", "[memory=2500]")
            .set("root.a.maximum-capacity", "[memory=40%,vcores=90]"));
    // c: 2500 MB; a: half of the other 7500, 20 cores; b: the rest, 80 cores.
    cluster.addNode("n1", resource(10_000, 100));
    SchedulerTestApp a = cluster.submit("root.a");
    SchedulerTestApp b = cluster.submit("root.b");
    SchedulerTestApp c = cluster.submit("root.c");
    for (SchedulerTestApp app : cluster.apps()) {
      app.ask(resource(10, 0), 2000);
    }
    cluster.rounds(15);
    assertThat(memory(a) + memory(b) + memory(c)).isEqualTo(10_000);
    assertThat(memory(a) / 10_000.0).isCloseTo(0.375 / 1.425, within(0.02));
    assertThat(memory(b) / 10_000.0).isCloseTo(0.8 / 1.425, within(0.02));
    assertThat(memory(c) / 10_000.0).isCloseTo(0.25 / 1.425, within(0.02));
  }

  @Test
  void aLimitMayHavePercentagesAndAmounts() {
    boot(
        conf()
            .queues("root", "a,b")
            .set("root.a.maximum-capacity", "[memory=80%,vcores=7,yarn.io/gpu=25%]"));
    cluster.addNode("n1", resource(1000, 10, 8, 0));
    SchedulerTestApp cores = cluster.submit("root.a");
    cores.ask(resource(10, 1), 100);
    SchedulerTestApp gpus = cluster.submit("root.a");
    gpus.ask(resource(10, 0, 1, 0), 100);
    SchedulerTestApp memory = cluster.submit("root.a");
    memory.ask(resource(10, 0), 200);
    cluster.rounds(4);
    assertThat(cluster.held("root.a")).isEqualTo(resource(800, 7, 2, 0));
  }

  private static long memory(SchedulerTestApp app) {
    return app.held().getMemorySize();
  }
}
