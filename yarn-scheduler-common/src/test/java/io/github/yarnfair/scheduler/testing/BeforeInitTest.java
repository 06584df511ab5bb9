// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a scheduler answers to a monitor that asks before it is initialised, or after its stop. */
class BeforeInitTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  private static final List<Object> ARGUMENTS =
      List.of(
          "root",
          false,
          0,
          1L,
          ATTEMPT,
          ATTEMPT.getApplicationId(),
          ContainerId.newContainerId(ATTEMPT, 1),
          NodeId.newInstance("host", 1));

  private static @Nullable Object argument(Class<?> type) {
    return ARGUMENTS.stream()
        .filter(
            value ->
                type.isInstance(value)
                    || (type == boolean.class && value instanceof Boolean)
                    || (type == int.class && value instanceof Integer)
                    || (type == long.class && value instanceof Long))
        .findFirst()
        .orElse(null);
  }

  private static boolean answers(Object scheduler, Method method) throws IllegalAccessException {
    try {
      method.invoke(
          scheduler,
          Arrays.stream(method.getParameterTypes()).map(BeforeInitTest::argument).toArray());
      return true;
    } catch (InvocationTargetException e) {
      return false;
    }
  }

  @Test
  void gettersThatCapacitySchedulerAnswersAreAnsweredHere() throws Exception {
    int answered = 0;
    for (Method method : YarnScheduler.class.getMethods()) {
      boolean isAsked = Stream.of("get", "is").anyMatch(method.getName()::startsWith);
      if (isAsked && answers(new CapacityScheduler(), method)) {
        answered++;
        assertThat(answers(new NaiveScheduler(), method)).as(method.toString()).isTrue();
      }
    }
    assertThat(answered).isGreaterThan(5);
  }

  /** Monitors and pages may still ask while a ResourceManager stops. */
  @Test
  void gettersAreAnsweredAfterStop() throws Exception {
    NaiveScheduler scheduler;
    try (SchedulerFixture cluster =
        new SchedulerFixture(
            SchedulerConf.of(NaiveScheduler.class)
                .queues("root", "a")
                .set("root.a.capacity", "1w"))) {
      scheduler = (NaiveScheduler) cluster.scheduler;
      cluster.addNode("n1", SchedulerConf.resource(1000, 10));
      scheduler.stop();
      for (Method method : YarnScheduler.class.getMethods()) {
        boolean isAsked = Stream.of("get", "is").anyMatch(method.getName()::startsWith);
        if (isAsked && answers(new NaiveScheduler(), method)) {
          assertThat(answers(scheduler, method)).as(method.toString()).isTrue();
        }
      }
      assertThat(scheduler.getRootQueueMetrics().getAvailableMB()).isEqualTo(1000);
    }
  }

  /** CapacityScheduler of Hadoop 3.4 returns null; Hadoop's load simulator asks so early. */
  @Test
  void metricsOfRootAreNone() {
    assertThat(new NaiveScheduler().getRootQueueMetrics()).isNull();
  }
}
