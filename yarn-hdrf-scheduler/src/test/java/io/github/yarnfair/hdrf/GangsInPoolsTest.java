// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A queue of many gangs beside a queue of one application that asks endlessly, on 40 vcores. The
 * share tree is told of a gang's members one by one and is charged nothing for room that is kept,
 * so a gang that collects holds nothing there. Rated by its least application, its queue is first
 * until all members have room, for one gang after the other: a holds 5 and 12 of the 20.
 */
class GangsInPoolsTest {
  private static final Resource TASK = resource(1024, 1);
  private static final int NODES = 10;
  private static final int SETTLING = 200;
  private static final int MEASURED = 300;

  private long now = 1_000_000;

  private static SchedulerTestApp submit(SchedulerFixture cluster, String queue, int size) {
    SchedulerTestApp gang = cluster.submitTagged(queue, "gang=" + size);
    gang.ask(TASK, size);
    return gang;
  }

  /** Ends a task of all that run, each as likely as the others. */
  private static void endOne(List<SchedulerTestApp> apps, Random random) {
    int running = apps.stream().mapToInt(SchedulerTestApp::live).sum();
    int chosen = random.nextInt(running);
    for (SchedulerTestApp app : apps) {
      List<Container> containers = app.containers();
      if (chosen < containers.size()) {
        app.complete(containers.get(chosen));
        return;
      }
      chosen -= containers.size();
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 20", "8, 10"})
  void queueOfGangsHoldsHalf(int size, int gangs) {
    assertHalf(
        SchedulerConf.of(HdrfScheduler.class).queues("root", "a,b"),
        Collections.nCopies(gangs, "root.b"),
        size);
  }

  /**
   * With a queue for each of the users, one that waits for its gang is at the level of the whole
   * gang. At that of one member, the queues beside it count up to one task each, and a holds 14,
   * and 10 to 12, of the 20.
   */
  @ParameterizedTest
  @CsvSource({"4, 20", "8, 10"})
  void usersWithGangsHoldHalf(int size, int gangs) {
    List<String> users = IntStream.range(0, gangs).mapToObj(i -> "u" + i).toList();
    assertHalf(
        SchedulerConf.of(HdrfScheduler.class)
            .queues("root", "a,b")
            .queues("root.b", String.join(",", users)),
        users.stream().map(user -> "root.b." + user).toList(),
        size);
  }

  /**
   * Lets a task end at a time, chosen by seed 28, and each gang that is done come again.
   *
   * @param queues of the gangs, one each
   */
  private void assertHalf(SchedulerConf conf, List<String> queues, int size) {
    int gangs = queues.size();
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.scheduler.setClock(() -> now);
      for (int i = 0; i < NODES; i++) {
        cluster.addNode("n" + i, resource(4096, 4));
      }
      SchedulerTestApp a = cluster.submit("root.a");
      a.ask(TASK, 200);
      cluster.rounds(2);
      List<SchedulerTestApp> apps = new ArrayList<>(List.of(a));
      for (int i = 0; i < gangs; i++) {
        apps.add(submit(cluster, queues.get(i), size));
      }
      Random random = new Random(28);
      double held = 0;
      for (int step = 0; step < SETTLING + MEASURED; step++) {
        now += 1000;
        endOne(apps, random);
        a.ask(TASK, 200);
        for (int i = 1; i <= gangs; i++) {
          if (apps.get(i).live() == 0 && apps.get(i).pending() == 0) {
            apps.get(i).finish();
            apps.set(i, submit(cluster, queues.get(i - 1), size));
          }
        }
        cluster.round();
        held += step < SETTLING ? 0 : (double) a.live() / MEASURED;
      }
      assertThat(held).isBetween(18.0, 22.0);
      cluster.verify();
    }
  }
}
