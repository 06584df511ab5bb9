// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.Test;

/** How much users hold at most, under CapacityScheduler and here, by the same file and events. */
class UserLimitAgreementTest {
  private static final int FILES = TestSize.of(40, 3);
  private static final int NODES = 4;

  private static final String WEIGHT = "root.a.user-settings.user0.weight";

  /** By all four nodes, of 25 each: containers are of 1000 MB and one vcore, masters as well. */
  private static final int CLUSTER = NODES * 25;

  private static SchedulerConf conf(
      Class<? extends ResourceScheduler> scheduler, Map<String, Object> keys) {
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a,b")
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .set("per-node-heartbeat.maximum-offswitch-assignments", 100)
            .yarn("yarn.scheduler.minimum-allocation-mb", 1000)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
    keys.forEach(conf::set);
    return conf;
  }

  /**
   * One user alone holds as many containers: the factor times what the queue is entitled to, times
   * the weight, and the container that passes it. Fails if the limit is hard, or lacks a factor.
   */
  @Test
  void oneUserAloneHoldsAsMuch() throws Exception {
    long seed = Seed.of("UserLimitAgreementTest", 20_261_123);
    int limited = 0;
    for (int i = 0; i < FILES; i++) {
      Map<String, Object> keys = keys(Seed.random(seed, i));
      int ours = held(NaiveScheduler.class, keys, 1, 0).get("user0");
      int theirs = held(CapacityScheduler.class, keys, 1, ours).get("user0");
      assertThat(ours).as("seed %d, file %d: %s", seed, i, keys).isEqualTo(theirs);
      limited += theirs < CLUSTER ? 1 : 0;
    }
    System.out.printf("UserLimitAgreementTest: %d files, %d of them limit%n", FILES, limited);
    assertThat(limited).isGreaterThan(FILES / 3);
  }

  private static Map<String, Object> keys(Random random) {
    Map<String, Object> keys = new TreeMap<>();
    // Whole containers: fractions are rounded for each resource by itself there.
    int capacity = 20 * (1 + random.nextInt(4));
    keys.put("root.a.capacity", capacity);
    keys.put("root.b.capacity", 100 - capacity);
    // With 0 CapacityScheduler takes no application.
    double[] factors = {-1, 0.1, 0.2, 0.5, 1, 1.5, 3};
    String key = random.nextInt(4) == 0 ? "user-limit-factor" : "root.a.user-limit-factor";
    keys.put(key, factors[random.nextInt(factors.length)]);
    if (random.nextBoolean()) {
      keys.put("root.a.minimum-user-limit-percent", 50);
      double[] weights = {0.5, 1, 1.5, 2};
      keys.put(WEIGHT, weights[random.nextInt(weights.length)]);
    }
    return keys;
  }

  /**
   * The promise of a minimum of p: while n users want something, none holds more than max(1 / n, p)
   * of what the queue has, but for the last container and a rounding up. By applications, the first
   * of six users, who has two, would hold two sevenths.
   */
  @Test
  void noUserHoldsMoreThanThePromiseAllows() throws Exception {
    long seed = Seed.of("UserLimitAgreementTest.promise", 1);
    for (int i = 0; i < FILES; i++) {
      Random random = Seed.random(seed, i);
      int users = 2 + random.nextInt(4);
      int percent = List.of(10, 20, 25, 50).get(random.nextInt(4));
      Map<String, Object> keys =
          Map.of(
              "root.a.capacity", 100,
              "root.b.capacity", 0,
              "root.a.minimum-user-limit-percent", percent,
              "root.a.user-limit-factor", 10);
      for (Class<? extends ResourceScheduler> scheduler :
          List.of(CapacityScheduler.class, NaiveScheduler.class)) {
        Map<String, Integer> held = held(scheduler, keys, users, 0);
        double most = Math.max(1.0 / users, percent / 100.0) * CLUSTER;
        if (scheduler == NaiveScheduler.class) { // The other one may leave something over.
          assertThat(held.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(CLUSTER);
        }
        assertThat(held.values())
            .as("%s, seed %d, file %d: %s", scheduler.getSimpleName(), seed, i, held)
            .allSatisfy(ofUser -> assertThat((double) ofUser).isLessThanOrEqualTo(most + 2));
      }
    }
  }

  /**
   * Returns how many containers each user holds once nothing more is given.
   *
   * @param expected how many all hold: CapacityScheduler passes over nodes at times, so it gets
   *     many more heartbeats to come there, and then some more to go beyond
   */
  private static Map<String, Integer> held(
      Class<? extends ResourceScheduler> scheduler,
      Map<String, Object> keys,
      int users,
      int expected)
      throws Exception {
    try (SchedulerErrors errors = new SchedulerErrors()) {
      MockRM rm = SchedulerFixture.resourceManager(conf(scheduler, keys), null, errors);
      rm.start();
      try {
        List<MockNM> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
          nodes.add(rm.registerNode("n" + i + ":1", resource(25_000, 25)));
        }
        rm.drainEvents();
        return fill(rm, nodes, users, expected);
      } finally {
        rm.stop();
      }
    }
  }

  private static Map<String, Integer> fill(MockRM rm, List<MockNM> nodes, int users, int expected)
      throws Exception {
    List<MockAM> masters = new ArrayList<>();
    Map<String, Integer> held = new LinkedHashMap<>();
    for (int i = 0; i < users; i++) {
      masters.add(start(rm, nodes.get(0), "user" + i));
      held.put("user" + i, 1);
    }
    for (MockAM master : masters) {
      master.allocate(List.of(anywhere(resource(1000, 1), 2 * CLUSTER, 1)), List.of());
    }
    int all = users;
    for (int idle = 0; idle < (all < expected ? 500 : 20); idle++) {
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
        rm.drainEvents();
      }
      for (int i = 0; i < users; i++) {
        int more = masters.get(i).allocate(List.of(), List.of()).getAllocatedContainers().size();
        held.merge("user" + i, more, Integer::sum);
        all += more;
        idle = more > 0 ? -1 : idle;
      }
    }
    return held;
  }

  private static MockAM start(MockRM rm, MockNM node, String user) throws Exception {
    RMApp app =
        MockRMAppSubmitter.submit(
            rm,
            SchedulerRm.application(rm, "a")
                .withResource(resource(1000, 1))
                .withUser(user)
                .withWaitForAppAcceptedState(false)
                .build());
    rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
    RMAppAttempt attempt = app.getCurrentAppAttempt();
    for (int i = 0; i < 20 && attempt.getState() != RMAppAttemptState.ALLOCATED; i++) {
      node.nodeHeartbeat(true);
      rm.drainEvents();
    }
    MockAM master = rm.sendAMLaunched(attempt.getAppAttemptId());
    master.registerAppAttempt();
    return master;
  }
}
