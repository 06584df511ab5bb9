// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;

/**
 * The applications that may run are those that may under CapacityScheduler, with the same queue
 * file and events: submissions by users, ends, and refreshes with other limits. All have the same
 * priority, since CapacityScheduler starts them in the order of submission alone; none moves, since
 * it goes on counting one that moves in the queues above the former one.
 */
class ParallelAgreementTest {
  private static final int FILES = TestSize.of(20, 4);
  private static final int EVENTS = 30;
  private static final List<String> QUEUES = List.of("root.a", "root.p.b", "root.p.c");
  private static final List<String> USERS = List.of("alice", "bob", "carol");
  private static final List<String> LIMITED =
      List.of(
          "root.",
          "root.a.",
          "root.p.",
          "root.p.b.",
          "root.p.c.",
          "user.alice.",
          "user.bob.",
          "user.",
          "");

  private int compared;

  private record Event(int kind, String queue, String user, int which, Map<String, Integer> keys) {}

  @Test
  void thoseThatRunAreThoseThatRunUnderCapacityScheduler() throws Exception {
    long seed = Seed.of("ParallelAgreementTest", 20_261_123);
    for (int i = 0; i < FILES; i++) {
      Random random = Seed.random(seed, i);
      Map<String, Integer> keys = keys(random);
      List<Event> events = events(random);
      List<String> ours = run(NaiveScheduler.class, keys, events);
      assertThat(ours)
          .as("seed %d, file %d: %s, %s", seed, i, keys, events)
          .isEqualTo(run(CapacityScheduler.class, keys, events));
      compared += ours.size();
    }
    System.out.printf("ParallelAgreementTest: %d states agree%n", compared);
    assertThat(compared).isEqualTo(FILES * EVENTS);
  }

  private static Map<String, Integer> keys(Random random) {
    Map<String, Integer> keys = new TreeMap<>();
    for (String limited : LIMITED) {
      if (random.nextInt(3) == 0) {
        keys.put(
            limited + "max-parallel-apps", random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(5));
      }
    }
    return keys;
  }

  private static List<Event> events(Random random) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      int kind = random.nextInt(10);
      events.add(
          new Event(
              kind,
              QUEUES.get(random.nextInt(QUEUES.size())),
              USERS.get(random.nextInt(USERS.size())),
              random.nextInt(1000),
              kind == 9 ? keys(random) : Map.of()));
    }
    return events;
  }

  private static SchedulerConf conf(
      Class<? extends ResourceScheduler> scheduler, Map<String, Integer> keys) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a,p")
            .queues("root.p", "b,c")
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .set("root.a.capacity", 50)
            .set("root.p.capacity", 50)
            .set("root.p.b.capacity", 50)
            .set("root.p.c.capacity", 50)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
    // What a user may hold is not what is compared.
    QUEUES.forEach(queue -> conf.set(queue + ".user-limit-factor", 100));
    keys.forEach(conf::set);
    return conf;
  }

  /** Returns which applications may run after each event. */
  private static List<String> run(
      Class<? extends ResourceScheduler> scheduler, Map<String, Integer> keys, List<Event> events)
      throws Exception {
    try (SchedulerErrors errors = new SchedulerErrors()) {
      MockRM rm = SchedulerFixture.resourceManager(conf(scheduler, keys), null, errors);
      rm.start();
      try {
        MockNM node = rm.registerNode("n1:1", resource(100_000, 1000));
        List<RMApp> apps = new ArrayList<>();
        List<String> states = new ArrayList<>();
        for (Event event : events) {
          happen(rm, event, scheduler, apps);
          node.nodeHeartbeat(true);
          rm.drainEvents();
          states.add(states(rm, apps));
          if (rm.getResourceScheduler() instanceof HierarchicalScheduler ours) {
            assertThat(ours.readings().audit()).isEmpty();
          }
        }
        return states;
      } finally {
        rm.stop();
      }
    }
  }

  private static void happen(
      MockRM rm, Event event, Class<? extends ResourceScheduler> scheduler, List<RMApp> apps)
      throws Exception {
    if (event.kind() < 6 || apps.isEmpty()) {
      RMApp app =
          MockRMAppSubmitter.submit(
              rm,
              SchedulerRm.application(rm, event.queue())
                  .withUser(event.user())
                  .withWaitForAppAcceptedState(false)
                  .build());
      rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
      apps.add(app);
    } else if (event.kind() < 9) {
      RMApp app = apps.get(event.which() % apps.size());
      if (!app.isAppInCompletedStates()) {
        rm.killApp(app.getApplicationId());
        rm.waitForAppRemovedFromScheduler(app.getApplicationId());
      }
    } else {
      rm.getResourceScheduler()
          .reinitialize(conf(scheduler, event.keys()).build(), rm.getRMContext());
    }
    rm.drainEvents();
  }

  /** For each application in the order of submission: r: may run, w: waits, -: has ended. */
  private static String states(MockRM rm, List<RMApp> apps) {
    StringBuilder states = new StringBuilder();
    for (RMApp app : apps) {
      SchedulerApplicationAttempt attempt =
          ((AbstractYarnScheduler<?, ?>) rm.getResourceScheduler())
              .getApplicationAttempt(app.getCurrentAppAttempt().getAppAttemptId());
      boolean waits =
          attempt instanceof AppAttempt ours
              ? ours.waitsToRun()
              : attempt instanceof FiCaSchedulerApp theirs && !theirs.isRunnable();
      states.append(attempt == null ? '-' : waits ? 'w' : 'r');
    }
    return states.toString();
  }
}
