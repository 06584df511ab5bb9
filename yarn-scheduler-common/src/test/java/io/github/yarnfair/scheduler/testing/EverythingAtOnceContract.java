// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All that a ResourceManager's threads do at the same moment, by 32 of them: one handles events, as
 * its dispatcher does, while masters call, queues are refreshed, applications are moved and
 * prioritized, containers preempted, and the page, explanations and what-ifs are read. Nobody waits
 * for ever, nothing leaves {@code handle()}, and nothing is left in the end.
 */
abstract class EverythingAtOnceContract {
  private static final int MASTERS = 20;
  private static final int OTHERS = 11;

  /** What each thread does so often; an event of the dispatcher is a heartbeat of all nodes. */
  private static final int TIMES = TestSize.of(200, 40);

  /** Instead, for how long, in seconds; 600 is what a release is tested with. */
  private static final long SECONDS = Long.getLong("yarnfair.atOnceSeconds", 0);

  private static final List<String> LEAVES = List.of("root.a.x", "root.a.y", "root.b", "root.c");

  @TempDir private Path directory;

  private final AtomicLong done = new AtomicLong();
  private SchedulerFixture cluster;
  private List<SchedulerTestApp> living;
  private List<SchedulerConf> confs;
  private long deadline;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf first() {
    return conf()
        .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 3)
        .option("recording.directory", directory)
        .queues("root", "a,b,c,e")
        .queues("root.a", "x,y")
        .set("root.e.auto-queue-creation-v2.enabled", true)
        .set("root.e.capacity", "1w")
        .set("root.a.capacity", "4w")
        .set("root.b.capacity", "2w")
        .set("root.c.capacity", "1w")
        .set("root.b.ordering-policy", "fifo")
        .set("root.c.minimum-user-limit-percent", 25)
        .set("root.c.maximum-application-lifetime", 1000);
  }

  private interface Work {
    void run(Random random) throws Exception;
  }

  @Test
  void allApplicationsFinishAndNothingIsLost() throws Exception {
    long seed = Seed.of("EverythingAtOnceContract", 20_261_124);
    SchedulerConf first = first();
    confs =
        List.of(
            first,
            first.copy().option("node-choice", "best-fit").set("root.a.capacity", "1w"),
            first
                .copy()
                .option("node-headroom", "largest-task")
                .option("recording.maximum-size", "64m")
                .set("root.c.ordering-policy", "fifo"));
    ExecutorService threads = Executors.newFixedThreadPool(1 + MASTERS + OTHERS);
    try (SchedulerFixture made = new SchedulerFixture(first)) {
      cluster = made;
      for (int i = 0; i < 8; i++) {
        cluster.addNode("n" + i, resource(20_000, 20, i % 3, i % 2));
      }
      living = new ArrayList<>();
      for (int i = 0; i < MASTERS; i++) {
        String queue = i % 5 == 4 ? "root.e.u" + i : LEAVES.get(i % 4);
        // Launching would share the simulated nodes between the threads.
        living.add(
            (i % 4 == 3 ? cluster.submitTagged(queue, "gang=3:1") : cluster.submit(queue))
                .launching(false));
      }
      deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      List<Future<?>> all = start(threads, seed);
      long most = SECONDS + 300;
      for (Future<?> each : all) {
        try {
          each.get(most, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
          long[] dead = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
          throw new AssertionError("waits for ever; deadlocked: " + (dead != null), e);
        }
      }
      System.out.printf("EverythingAtOnceContract: %d calls%n", done.get());
      cluster.scheduler.reinitialize(first.build(), cluster.rm.getRMContext());
      cluster.drainAndVerify("root", "root.a", "root.a.x", "root.a.y", "root.b", "root.c");
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Future<?>> start(ExecutorService threads, long seed) {
    List<Work> works = new ArrayList<>();
    works.add(random -> event(random));
    living.forEach(app -> works.add(random -> call(app, random)));
    PreemptionMonitor monitor = new PreemptionMonitor();
    monitor.init(cluster.rm.getConfig(), cluster.rm.getRMContext(), cluster.scheduler);
    works.add(random -> monitor.editSchedule());
    works.add(random -> refresh(random));
    works.add(random -> move(random));
    works.add(random -> move(random));
    works.add(random -> prioritize(random));
    works.add(random -> whatIf(random));
    works.add(random -> cluster.scheduler.readings().explainInDiagnostics());
    works.add(random -> cluster.scheduler.readings().sample());
    for (int i = 0; i < 3; i++) {
      works.add(random -> read(random));
    }
    assertThat(works).hasSize(1 + MASTERS + OTHERS);
    List<Future<?>> started = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      Work work = works.get(i);
      Random random = Seed.random(seed, i);
      started.add(
          threads.submit(
              () -> {
                for (int n = 0; SECONDS > 0 ? System.nanoTime() < deadline : n < TIMES; n++) {
                  work.run(random);
                  done.incrementAndGet();
                }
                return null;
              }));
    }
    return started;
  }

  /** The only thread that sends events, and that knows of applications that come and go. */
  private void event(Random random) {
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    switch (random.nextInt(6)) {
      case 0 -> cluster.submit(LEAVES.get(random.nextInt(4))).launching(false).finish();
      case 1 -> cluster.submit("root.e.g" + random.nextInt(3)).launching(false).finish();
      case 2 -> {
        SchedulerTestNode node = cluster.nodes().get(random.nextInt(8));
        node.resize(resource(10_000 + random.nextInt(10_000), 10 + random.nextInt(10), 1, 1), -1);
      }
      default -> {}
    }
  }

  private static void call(SchedulerTestApp app, Random random) {
    app.ask(resource(1 + random.nextInt(900), random.nextInt(2)), random.nextInt(5));
    List<Container> containers = app.containers();
    if (containers.isEmpty()) {
      return;
    }
    Container container = containers.get(random.nextInt(containers.size()));
    switch (random.nextInt(6)) {
      case 0 -> app.increase(container, resource(1000, 2));
      case 1 -> app.blacklist(List.of("n1"), List.of("n2"));
      case 2 -> {
        int id = 1 + random.nextInt(3);
        app.askConstrained(
            ConstrainedRequests.of(
                id, 2, Set.of("t" + id), resource(200, 1), random.nextInt(3), null));
      }
      default -> app.release(container.getId());
    }
  }

  private void refresh(Random random) throws Exception {
    cluster.scheduler.reinitialize(
        confs.get(random.nextInt(confs.size())).build(), cluster.rm.getRMContext());
  }

  private void move(Random random) throws YarnException {
    SchedulerTestApp app = living.get(random.nextInt(living.size()));
    cluster.scheduler.moveApplication(app.id(), LEAVES.get(random.nextInt(4)));
  }

  private void prioritize(Random random) throws YarnException {
    cluster.scheduler.updateApplicationPriority(
        Priority.newInstance(random.nextInt(4)),
        living.get(random.nextInt(living.size())).id(),
        SettableFuture.create(),
        UserGroupInformation.createRemoteUser("boss"));
  }

  private void whatIf(Random random) throws Exception {
    try {
      cluster
          .scheduler
          .readings()
          .whatIf(WhatIfContract.request(Map.of("root.a.capacity", 1 + random.nextInt(9) + "w")));
    } catch (TimeoutException e) {
      // It is too much at once for this machine.
    }
  }

  private void read(Random random) throws Exception {
    cluster.scheduler.readings().snapshot();
    cluster.scheduler.readings().details();
    cluster.scheduler.getQueueInfo("root", true, true);
    SchedulerTestApp app = living.get(random.nextInt(living.size()));
    cluster.scheduler.readings().explainer().explain(app.id(), id -> true);
  }
}
