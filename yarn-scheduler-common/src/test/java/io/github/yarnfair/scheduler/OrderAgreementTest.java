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
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
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

/**
 * Applications of a queue are served in the order in which CapacityScheduler serves them, with the
 * same queue file and events, by memory alone: random priorities and requests, then nodes with room
 * for one container each.
 */
class OrderAgreementTest {
  private static final int FILES = TestSize.of(30, 6);
  private static final int APPS = 6;
  private static final int STEPS = 15;

  @Test
  void applicationsReceiveContainersInTheOrderOfCapacityScheduler() throws Exception {
    long seed = Seed.of("OrderAgreementTest", 20_261_123);
    int served = 0;
    for (int i = 0; i < FILES; i++) {
      List<String> theirs = served(CapacityScheduler.class, Seed.random(seed, i));
      assertThat(served(NaiveScheduler.class, Seed.random(seed, i)))
          .as("seed %d, file %d", seed, i)
          .isEqualTo(theirs);
      served += theirs.stream().filter(step -> !step.isEmpty()).toList().size();
    }
    System.out.printf("OrderAgreementTest: %d containers in the same order%n", served);
    assertThat(served).isGreaterThan(FILES * 5);
  }

  /** Returns who received the container of each node that came. */
  private static List<String> served(Class<? extends ResourceScheduler> scheduler, Random random)
      throws Exception {
    List<String> orders = List.of("fifo", "fifo-for-pending-apps", "fifo-with-partitions");
    SchedulerConf conf =
        SchedulerConf.of(scheduler)
            .queues("root", "a")
            .set("root.a.capacity", 100)
            .set("root.a.ordering-policy", orders.get(random.nextInt(orders.size())))
            .set("root.a.user-limit-factor", 100)
            .set("maximum-am-resource-percent", 1)
            .set("resource-calculator", DominantResourceCalculator.class.getName())
            .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 4)
            .yarn("yarn.scheduler.minimum-allocation-mb", 100)
            .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
    try (SchedulerErrors errors = new SchedulerErrors()) {
      MockRM rm = SchedulerFixture.resourceManager(conf, null, errors);
      rm.start();
      try {
        return served(rm, random);
      } finally {
        rm.stop();
      }
    }
  }

  private static List<String> served(MockRM rm, Random random) throws Exception {
    MockNM first = rm.registerNode("masters:1", resource(100 * APPS, 100));
    List<MockAM> masters = new ArrayList<>();
    for (int i = 0; i < APPS; i++) {
      RMApp app =
          MockRMAppSubmitter.submit(
              rm,
              SchedulerRm.application(rm, "a")
                  .withAppPriority(Priority.newInstance(random.nextInt(3)))
                  .withWaitForAppAcceptedState(false)
                  .build());
      rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
      RMAppAttempt attempt = app.getCurrentAppAttempt();
      for (int beat = 0; beat < 20 && attempt.getState() != RMAppAttemptState.ALLOCATED; beat++) {
        first.nodeHeartbeat(true);
        rm.drainEvents();
      }
      masters.add(rm.sendAMLaunched(attempt.getAppAttemptId()));
      masters.get(i).registerAppAttempt();
    }
    for (MockAM master : masters) {
      master.allocate(List.of(anywhere(resource(100, 1), random.nextInt(7), 1)), List.of());
    }
    List<String> steps = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      MockNM node = rm.registerNode("n" + step + ":1", resource(100, 100));
      StringBuilder served = new StringBuilder();
      for (int beat = 0; beat < 20 && served.isEmpty(); beat++) {
        node.nodeHeartbeat(true);
        rm.drainEvents();
        for (int i = 0; i < APPS; i++) {
          int count = masters.get(i).allocate(List.of(), List.of()).getAllocatedContainers().size();
          served.append(count > 0 ? i + ":" + count : "");
        }
      }
      steps.add(served.toString());
    }
    return steps;
  }
}
