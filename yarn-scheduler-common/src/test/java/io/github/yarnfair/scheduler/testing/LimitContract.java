// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** maximum-capacity is a wall for every resource type by itself; headroom tells where it stands. */
abstract class LimitContract {
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
  void aPercentageHoldsForEveryResourceType() {
    boot(conf().queues("root", "a,b").set("root.a.maximum-capacity", 25));
    cluster.addNode("n1", resource(8000, 80, 8, 0));
    SchedulerTestApp cpu = cluster.submit("root.a");
    cpu.ask(resource(10, 1), 100);
    SchedulerTestApp gpu = cluster.submit("root.a");
    gpu.ask(resource(10, 0, 1, 0), 100);
    cluster.rounds(3);
    assertThat(cluster.held("root.a")).isEqualTo(resource(220, 20, 2, 0));
  }

  @Test
  void aFullGpuLimitDoesNotStopCpuWorkOfTheSameQueue() {
    boot(
        conf()
            .queues("root", "a,b")
            .set("root.a.maximum-capacity", "[memory=8000,vcores=80,yarn.io/gpu=2]"));
    cluster.addNode("n1", resource(8000, 80, 8, 0));
    SchedulerTestApp mixed = cluster.submit("root.a");
    mixed.ask(List.of(anywhere(resource(10, 0, 1, 0), 50, 1), anywhere(resource(10, 1), 50, 2)));
    cluster.rounds(2);
    assertThat(cluster.held("root.a")).isEqualTo(resource(520, 50, 2, 0));
  }

  @Test
  void aLimitOfNoneOfAResourceTypeLetsTheOthersPass() {
    boot(
        conf()
            .queues("root", "a,b")
            .set("root.a.maximum-capacity", "[memory=8000,vcores=80,yarn.io/gpu=0]"));
    cluster.addNode("n1", resource(8000, 80, 8, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(List.of(anywhere(resource(10, 0, 1, 0), 1, 1), anywhere(resource(10, 1), 1, 2)));
    cluster.rounds(2);
    assertThat(app.held()).isEqualTo(resource(10, 1));
    assertThat(app.heartbeat().getResourceLimit().getResourceValue(SchedulerConf.GPU)).isZero();
  }

  @Test
  void aLimitLoweredBelowWhatIsUsedStopsNewContainersOnly() throws Exception {
    SchedulerConf conf = conf().queues("root", "a,b");
    boot(conf);
    SchedulerTestNode node = cluster.addNode("n1", resource(1000, 10));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(100, 1), 20);
    cluster.rounds(2);
    assertThat(app.held()).isEqualTo(resource(1000, 10));
    cluster.scheduler.reinitialize(
        conf.copy().set("root.a.maximum-capacity", 30).build(), cluster.rm.getRMContext());
    for (int i = 0; i < 6; i++) {
      app.complete(app.containers().get(0));
      node.heartbeat();
    }
    assertThat(app.held()).isEqualTo(resource(400, 4));
    app.complete(app.containers().get(0));
    app.complete(app.containers().get(1));
    cluster.rounds(2);
    assertThat(app.held()).as("one more was given at the limit").isEqualTo(resource(300, 3));
    assertHeadroom(app, resource(0, 0));
  }

  @Test
  void limitsAreNeverExceededUnderRandomLoad() {
    boot(
        conf()
            .queues("root", "a,b")
            .queues("root.a", "x,y")
            .set("root.a.maximum-capacity", 50)
            .set("root.a.x.maximum-capacity", 60)
            .set("root.b.maximum-capacity", "[memory=20000,vcores=21,yarn.io/gpu=3,mic=1]"));
    for (int i = 0; i < 5; i++) {
      cluster.addNode("n" + i, resource(10_000, 10, 2, i % 2));
    }
    Random random = Seed.random(Seed.of("limits", 99), 0);
    List<String> leaves = List.of("root.a.x", "root.a.y", "root.b");
    leaves.forEach(cluster::submit);
    leaves.forEach(cluster::submit);
    int full = 0;
    for (int i = 0; i < 600; i++) {
      SchedulerTestApp app = cluster.apps().get(random.nextInt(cluster.apps().size()));
      app.ask(
          List.of(
              anywhere(
                  resource(
                      100 + random.nextInt(3000),
                      random.nextInt(3),
                      random.nextInt(2),
                      random.nextInt(2)),
                  random.nextInt(10),
                  1 + random.nextInt(3))));
      List<Container> containers = new ArrayList<>(app.containers());
      if (random.nextInt(3) == 0 && !containers.isEmpty()) {
        app.complete(containers.get(random.nextInt(containers.size())));
      }
      cluster.nodes().get(random.nextInt(5)).heartbeat();
      assertWithin("root.a", resource(25_000, 25, 5, 1));
      assertWithin("root.a.x", resource(15_000, 15, 3, 0));
      assertWithin("root.b", resource(20_000, 21, 3, 1));
      full += cluster.held("root.b").getResourceValue(SchedulerConf.GPU) == 3 ? 1 : 0;
    }
    assertThat(full).as("the load was enough to reach a limit").isGreaterThan(20);
  }

  private void assertWithin(String queue, Resource limit) {
    Resource held = cluster.held(queue);
    for (ResourceInformation most : limit.getResources()) {
      assertThat(held.getResourceValue(most.getName()))
          .as(queue + " " + most.getName())
          .isLessThanOrEqualTo(most.getValue());
    }
  }

  @Test
  void headroomIsWhatIsFreeWithinEveryLimitAbove() {
    boot(
        conf()
            .queues("root", "a,b")
            .queues("root.a", "x,y")
            .set("root.a.maximum-capacity", 50)
            .set("root.a.x.maximum-capacity", "[memory=3000,vcores=100,yarn.io/gpu=100]"));
    SchedulerTestNode first = cluster.addNode("n1", resource(4000, 40, 4, 0));
    cluster.addNode("n2", resource(4000, 40, 0, 2));
    SchedulerTestApp x = cluster.submit("root.a.x");
    SchedulerTestApp b = cluster.submit("root.b");
    assertHeadroom(x, resource(3000, 40, 2, 1));
    assertHeadroom(b, resource(8000, 80, 4, 2));
    b.ask(resource(1000, 10, 3, 0), 1);
    first.heartbeat();
    b.heartbeat();
    assertHeadroom(x, resource(3000, 40, 1, 1));
    assertHeadroom(b, resource(7000, 70, 1, 2));
    x.ask(resource(2500, 30), 1);
    cluster.round();
    assertHeadroom(x, resource(500, 10, 1, 1));
    assertHeadroom(b, resource(4500, 40, 1, 2));
  }

  @Test
  void headroomLeavesBlacklistedNodesOut() {
    boot(conf().queues("root", "a"));
    cluster.addNode("n1", resource(4000, 40, 4, 0));
    cluster.addNode("n2", resource(1000, 10, 0, 2));
    SchedulerTestApp app = cluster.submit("root.a");
    Allocation allocation = app.blacklist(List.of("n1"), List.of());
    assertThat(allocation.getResourceLimit()).isEqualTo(resource(1000, 10, 0, 2));
    app.ask(resource(100, 1), 100);
    cluster.rounds(2);
    assertThat(app.held())
        .as("nothing is placed on a blacklisted node")
        .isEqualTo(resource(1000, 10));
    app.blacklist(List.of(), List.of("n1"));
    cluster.rounds(2);
    assertThat(app.held()).isEqualTo(resource(5000, 50));
  }

  private static void assertHeadroom(SchedulerTestApp app, Resource expected) {
    assertThat(app.headroom(expected)).isEqualTo(expected);
  }
}
