// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.ReachableObjects;
import io.github.yarnfair.scheduler.model.AppAttempt;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.jupiter.api.Test;

/** A refresh replaces all queues; nothing that outlives it refers to those of an earlier tree. */
abstract class GenerationContract {
  /** Containers of the soak: a million take a few minutes, and the heap is printed. */
  private static final int SOAK =
      Integer.getInteger("yarnfair.soakContainers", TestSize.of(10_000, 5_000));

  private static final int SOAK_REFRESHES = SOAK < 100_000 ? 10 : 100;
  private static final int TASKS_PER_APP = 50;

  private final SchedulerConf conf =
      conf()
          .queues("root", "a,b,users")
          .queues("root.a", "x,y")
          .set("root.users.auto-queue-creation-v2.enabled", true)
          .set("auto-queue-creation-v2.queue-expiration-time", 0)
          .set("root.a.capacity", "2w")
          .set("root.b.capacity", "1w")
          .set("root.users.capacity", "1w");

  /** Another queue, which is gone again with the next refresh, and other weights. */
  private final SchedulerConf other =
      conf.copy()
          .queues("root", "a,b,c,users")
          .set("root.c.capacity", "1w")
          .set("root.a.capacity", "1w");

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerFixture boot(int nodes) {
    SchedulerFixture cluster = new SchedulerFixture(conf);
    for (int i = 0; i < nodes; i++) {
      cluster.addNode("n" + i, resource(10_000, 25));
    }
    return cluster;
  }

  private void refresh(SchedulerFixture cluster, int generation) throws Exception {
    SchedulerConf changed = generation % 2 == 0 ? conf : other;
    cluster.scheduler.reinitialize(changed.build(), cluster.rm.getRMContext());
  }

  // ------------------------------------------------------------------------- what is reachable

  @Test
  void refreshesLeaveNoQueueLedgerOrApplicationOfEarlierTreesReachable() throws Exception {
    try (SchedulerFixture cluster = boot(3)) {
      live(cluster, 1);
      for (int generation = 1; generation <= 4; generation++) {
        refresh(cluster, generation);
        live(cluster, generation);
        assertThat(reserved(cluster)).as("nodes reserved").isPositive();
        ReachableObjects reachable = ReachableObjects.of(cluster.scheduler);
        assertThat(reachable.pathsToReplaced()).as("generation %d", generation).isEmpty();
        assertThat(reachable.count(AppAttempt.class))
            .as("attempts, all of which live: the walk finds them")
            .isEqualTo(cluster.apps().size());
      }
      cluster.drainAndVerify("root", "root.a.x", "root.a.y", "root.b");
    }
  }

  @Test
  void treesOfEarlierGenerationsAreCollected() throws Exception {
    try (SchedulerFixture cluster = boot(3)) {
      live(cluster, 1);
      List<WeakReference<?>> first = ReachableObjects.inForce(cluster.scheduler);
      refresh(cluster, 1);
      live(cluster, 2);
      List<WeakReference<?>> second = ReachableObjects.inForce(cluster.scheduler);
      refresh(cluster, 2);
      live(cluster, 2);
      awaitCollected(first);
      awaitCollected(second);
      assertThat(ReachableObjects.inForce(cluster.scheduler)).noneMatch(each -> each.get() == null);
      cluster.drainAndVerify("root");
    }
  }

  private static void awaitCollected(List<WeakReference<?>> references) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (references.stream().anyMatch(each -> each.get() != null)
        && System.nanoTime() < deadline) {
      System.gc();
    }
    assertThat(references).allSatisfy(each -> assertThat(each.get()).isNull());
  }

  /** What may leave something behind: one of each that runs, and one of each that has ended. */
  private static void live(SchedulerFixture cluster, int generation) throws Exception {
    for (SchedulerTestApp former : cluster.apps()) {
      if (generation % 2 == 0 || !former.queue().equals("root.a.x")) {
        former.finish();
      }
    }
    Resource task = resource(1000, 4);
    for (String queue : List.of("root.a.x", "root.users.u" + generation, "root.users.u0")) {
      cluster.submit(queue).ask(task, 8);
    }
    SchedulerTestApp moved = cluster.submit("root.b", 1);
    moved.ask(List.of(anywhere(task, 2, 1), anywhere(resource(20_000, 1), 1, 2)));
    cluster.round();
    moved.setQueue(cluster.scheduler.moveApplication(moved.id(), "root.a.y"));
    SchedulerTestApp failed = cluster.submit("root.users.u0");
    failed.ask(task, 2);
    cluster.round();
    failed.failAttempt(true);
    failed.addAttempt(true);
    SchedulerTestApp large = cluster.submit("root.b");
    large.ask(resource(9500, 20), 2);
    cluster.rounds(2);
    SchedulerTestApp ended = cluster.submit("root.users.ended" + generation);
    ended.ask(task, 1);
    cluster.rounds(2);
    ended.finish();
    cluster.rounds(2);
    cluster.settle();
  }

  private static long reserved(SchedulerFixture cluster) {
    return cluster.nodes().stream()
        .filter(node -> node.inScheduler().getReservedContainer() != null)
        .count();
  }

  // ----------------------------------------------------------------------------------- the soak

  @Test
  void containersAndRefreshesLeaveNothingBehind() throws Exception {
    try (SchedulerFixture cluster = boot(20)) {
      Random random = new Random(17);
      int early = 0;
      int done = 0;
      for (int refreshes = 1; refreshes <= SOAK_REFRESHES; refreshes++) {
        while (done < (long) SOAK * refreshes / SOAK_REFRESHES) {
          done += work(cluster, random);
        }
        cluster.scheduler.readings().snapshot(); // as for the page, and not again
        refresh(cluster, refreshes);
        if (refreshes == SOAK_REFRESHES / 5) {
          early = checkReachable(cluster, done);
        }
      }
      int late = checkReachable(cluster, done);
      // Metrics of users and of created queues that are there by chance make up to a sixth of it.
      assertThat(late)
          .as("objects of YARN reachable, at a fifth %d", early)
          .isLessThan(early * 5 / 4);
      cluster.drainAndVerify("root");
    }
  }

  /** Ends what runs, lets short-lived applications come and go; returns how many tasks ended. */
  private static int work(SchedulerFixture cluster, Random random) {
    int ended = 0;
    for (SchedulerTestApp app : cluster.apps()) {
      for (Container container : app.containers()) {
        app.complete(container);
        ended++;
      }
      if (app.pending() == 0 && app.live() == 0) {
        app.finish();
      }
    }
    List<String> queues = List.of("root.a.x", "root.a.y", "root.b", "root.users.u0");
    while (cluster.apps().size() < 12) {
      SchedulerTestApp app = cluster.submit(queues.get(random.nextInt(queues.size())));
      app.ask(resource(200 + random.nextInt(3) * 400L, 1), TASKS_PER_APP);
    }
    cluster.round();
    return ended;
  }

  /** Ends all applications, so that what is reachable does not depend on what happens to run. */
  private static int checkReachable(SchedulerFixture cluster, int done) {
    cluster.apps().forEach(SchedulerTestApp::finish);
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    cluster.settle();
    ReachableObjects reachable = ReachableObjects.of(cluster.scheduler);
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        "GenerationContract: %,d containers: %,d objects of YARN reachable, %,d KiB of heap%n",
        done, reachable.ofYarn(), (runtime.totalMemory() - runtime.freeMemory()) / 1024);
    assertThat(reachable.pathsToReplaced()).isEmpty();
    assertThat(reachable.count(AppAttempt.class)).as("attempts").isZero();
    assertThat(reachable.count(RMContainer.class)).as("containers").isZero();
    return reachable.ofYarn();
  }
}
