// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Containers end for a gang at one moment, and only if all its members start then: whatever its
 * size, and whatever else comes and goes.
 */
abstract class GangPreemptionContract {
  private SchedulerFixture cluster;
  private PreemptionMonitor monitor;
  private long now = 1_000_000;

  abstract SchedulerConf conf();

  private void boot(SchedulerConf conf, int nodes, Resource node) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    for (int i = 1; i <= nodes; i++) {
      cluster.addNode("n" + i, node);
    }
    monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
  }

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.verify();
      }
    }
  }

  /** A second: every node reports and every master calls; each third second there is a look. */
  private void second() {
    now += 1000;
    cluster.round();
    if (now % 3000 == 0) {
      monitor.editSchedule();
    }
  }

  private SchedulerTestApp filling(String queue, Resource task, int tasks) {
    SchedulerTestApp app = cluster.submit(queue);
    app.ask(task, tasks);
    for (int i = 0; i < 4; i++) {
      second();
    }
    return app;
  }

  private int secondsUntilStarted(SchedulerTestApp gang, int most) {
    int seconds = 0;
    while (gang.live() == 0 && seconds < most) {
      second();
      seconds++;
    }
    return seconds;
  }

  /** Each of two queues is entitled to half of 320 vcores, of which one holds all. */
  @ParameterizedTest
  @ValueSource(ints = {100, 140, 150})
  void gangStartsInTheRoomOfItsNumberOfPreemptedContainers(int size) {
    boot(conf().queues("root", "a,c"), 20, resource(16 * 1024, 16));
    SchedulerTestApp others = filling("root.c", resource(1024, 1), 1000);
    assertThat(others.live()).isEqualTo(320);
    SchedulerTestApp gang = cluster.submitTagged("root.a", "gang=" + size);
    gang.ask(resource(1024, 1), size);
    int seconds = secondsUntilStarted(gang, 120);
    assertThat(gang.live()).as("after %d s", seconds).isEqualTo(size);
    assertThat(others.live()).isEqualTo(320 - size);
  }

  @Test
  void aGangBeyondItsShareEndsNone() {
    boot(conf().queues("root", "a,c"), 20, resource(16 * 1024, 16));
    SchedulerTestApp others = filling("root.c", resource(1024, 1), 1000);
    SchedulerTestApp gang = cluster.submitTagged("root.a", "gang=170");
    gang.ask(resource(1024, 1), 170);
    int seconds = TestSize.of(400, 150);
    assertThat(secondsUntilStarted(gang, seconds)).isEqualTo(seconds);
    assertThat(others.live()).isEqualTo(320);
  }

  /**
   * Waited for ever: by its ideal share a donor that has a master of a core and 1 MB was due hardly
   * any of its master's core.
   */
  @Test
  void aGangOfFourStartsBesideDonorsWithMasters() {
    boot(conf().queues("root", "a,b,c,d"), 2, resource(10_000, 10));
    List<SchedulerTestApp> donors = new ArrayList<>();
    for (String queue : List.of("root.a", "root.b", "root.c")) {
      SchedulerTestApp donor = cluster.submit(queue);
      donor.ask(
          List.of(
              SchedulerTestApp.anywhere(resource(1, 1), 1, 1),
              SchedulerTestApp.anywhere(resource(1_000, 1), 100, 2)));
      donors.add(donor);
    }
    for (int i = 0; i < 4; i++) {
      second();
    }
    for (SchedulerTestApp donor : donors) {
      assertThat(donor.live()).isBetween(6, 8);
      donor.containers().stream()
          .filter(container -> container.getResource().getMemorySize() == 1)
          .map(container -> (RMContainerImpl) cluster.scheduler.getRMContainer(container.getId()))
          .forEach(master -> master.setAMContainer(true));
    }
    SchedulerTestApp gang = cluster.submitTagged("root.d", "gang=4");
    gang.ask(resource(1_000, 1), 4);
    int seconds = secondsUntilStarted(gang, 120);
    assertThat(gang.live()).as("after %d s", seconds).isEqualTo(4);
    assertThat(donors).allMatch(donor -> donor.live() >= 5);
  }

  /** A user's limit is no matter of the plan, but of the moment at which containers would end. */
  @Test
  void aGangBesideTheRestOfItsUsersLimitEndsNone() {
    boot(
        conf()
            .queues("root", "a,c")
            .set("root.a.capacity", 50)
            .set("root.c.capacity", 50)
            .set("root.a.user-limit-factor", 0.5),
        4,
        resource(4096, 4));
    SchedulerTestApp own = cluster.submitAs("user0", "root.a");
    own.ask(resource(1024, 1), 2);
    second();
    SchedulerTestApp others = filling("root.c", resource(1024, 1), 100);
    assertThat(others.live()).isEqualTo(14);
    SchedulerTestApp gang = cluster.submitTagged("root.a", "gang=4", "user0");
    gang.ask(resource(1024, 1), 4);
    assertThat(secondsUntilStarted(gang, 60)).isEqualTo(60);
    assertThat(others.live()).isEqualTo(14);
  }

  /** What ends, ends while no gang is short of room: each that loses a container sees one start. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noContainerEndsForAGangThatDoesNotStart(long seed) {
    Random random = new Random(seed);
    int count = 2 + random.nextInt(3);
    SchedulerConf conf = conf().queues("root", "a,b,c");
    boot(conf, count, resource(8 * 1024, 8));
    List<SchedulerTestApp> holding = new ArrayList<>();
    for (String queue : List.of("root.b", "root.c")) {
      int cores = 1 + random.nextInt(3);
      Resource task = resource(1024 * (1 + random.nextInt(2)), cores);
      SchedulerTestApp app = filling(queue, task, 1 + random.nextInt(40));
      app.ask(task, 0);
      holding.add(app);
    }
    List<SchedulerTestApp> gangs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int size = 2 + random.nextInt(8);
      SchedulerTestApp gang =
          cluster.submitTagged(random.nextBoolean() ? "root.a" : "root.b", "gang=" + size);
      gang.ask(resource(1024 * (1 + random.nextInt(3)), 1 + random.nextInt(2)), size);
      gangs.add(gang);
    }
    int held = holding.stream().mapToInt(SchedulerTestApp::live).sum();
    for (int i = 0; i < 90; i++) {
      List<SchedulerTestApp> waiting = gangs.stream().filter(app -> app.live() == 0).toList();
      second();
      second();
      second();
      int left = holding.stream().mapToInt(SchedulerTestApp::live).sum();
      if (left < held) {
        second();
        assertThat(waiting)
            .as("seed %d: %d containers ended", seed, held - left)
            .anyMatch(app -> app.live() > 0);
      }
      held = holding.stream().mapToInt(SchedulerTestApp::live).sum();
    }
  }
}
