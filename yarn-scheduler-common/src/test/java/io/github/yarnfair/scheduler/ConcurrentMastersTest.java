// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.Container;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Application masters call from threads of their own while nodes report and queues are refreshed.
 */
class ConcurrentMastersTest {
  private static final int MASTERS = 8;
  private static final int CALLS = TestSize.of(400, 100);

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void allMastersFinishAndNothingIsLeftBehind() throws Exception {
    long seed = Seed.of("ConcurrentMastersTest", 31);
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b").set("node-locality-delay", 2);
    SchedulerConf other = conf.copy().set("root.a.capacity", "3w").set("root.b.capacity", "1w");
    ExecutorService threads = Executors.newFixedThreadPool(MASTERS);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      for (int i = 0; i < 4; i++) {
        cluster.addNode("n" + i, resource(20_000, 20, 2, 1));
      }
      List<Future<?>> masters = new ArrayList<>();
      for (int i = 0; i < MASTERS; i++) {
        // Launching would share the simulated nodes between the threads.
        SchedulerTestApp app = cluster.submit(i % 2 == 0 ? "root.a" : "root.b").launching(false);
        Random random = Seed.random(seed, i);
        masters.add(threads.submit(() -> live(app, random)));
      }
      int refreshes = 0;
      while (!masters.stream().allMatch(Future::isDone)) {
        cluster.nodes().forEach(SchedulerTestNode::heartbeat);
        if (refreshes++ % 50 == 0) {
          cluster.scheduler.reinitialize(
              (refreshes % 100 == 1 ? other : conf).build(), cluster.rm.getRMContext());
          assertThat(cluster.scheduler.getQueueInfo("root", true, true).getChildQueues())
              .hasSize(2);
        }
      }
      for (Future<?> master : masters) {
        master.get();
      }
      cluster.drainAndVerify("root", "root.a", "root.b");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aMasterDoesNotWaitForADecisionThatIsUnderWay() throws Exception {
    try (SchedulerFixture cluster =
        new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"))) {
      SchedulerTestNode node = cluster.addNode("n1", resource(20_000, 20));
      SchedulerTestApp app = cluster.submit("root.a").launching(false);
      app.ask(resource(1000, 1), 1);
      CountDownLatch deciding = new CountDownLatch(1);
      CountDownLatch answered = new CountDownLatch(1);
      Thread decision = new Thread(node::heartbeat, "decision");
      cluster.scheduler.setClock(
          () -> {
            if (Thread.currentThread() == decision) {
              deciding.countDown();
              await(answered);
            }
            return 1;
          });
      decision.start();
      deciding.await();
      app.ask(resource(1000, 1), 2);
      assertThat(app.attempt().getHeadroom()).isEqualTo(resource(20_000, 20));
      answered.countDown();
      decision.join();
      assertThat(app.headroom(resource(18_000, 18))).isEqualTo(resource(18_000, 18));
      assertThat(app.live()).isEqualTo(2);
      cluster.verify();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void live(SchedulerTestApp app, Random random) {
    for (int i = 0; i < CALLS; i++) {
      app.ask(resource(1 + random.nextInt(900), random.nextInt(2)), random.nextInt(5));
      List<Container> containers = app.containers();
      if (containers.isEmpty()) {
        continue;
      }
      Container container = containers.get(random.nextInt(containers.size()));
      switch (random.nextInt(4)) {
        case 0 -> app.increase(container, resource(1000, 2));
        case 1 -> app.blacklist(List.of("n1"), List.of("n2"));
        default -> app.release(container.getId());
      }
    }
  }
}
