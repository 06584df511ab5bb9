// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.of;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTag;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.nodeAttribute;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.nodePartition;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.and;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.cardinality;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNodeAttribute;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetNotIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.yarn.api.records.NodeAttributeOpCode;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.SingleConstraintAppPlacementAllocator;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What clients can write reaches the log in one line of bounded length, whatever they write. */
class ClientTextTest {
  private static final List<Logger> LOGGERS =
      List.of(
          Logger.getLogger("io.github.yarnfair"),
          Logger.getLogger(SingleConstraintAppPlacementAllocator.class));

  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          logged.add(event.getRenderedMessage());
          Throwable cause =
              event.getThrowableInformation() == null
                  ? null
                  : event.getThrowableInformation().getThrowable();
          for (; cause != null; cause = cause.getCause()) {
            logged.add(cause.toString());
          }
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };

  static List<String> texts() {
    return List.of(
        "a\n2026-11-23 00:00:00,000 INFO RMAuditLogger: USER=root\tOPERATION=Kill",
        "b\r\u2028\u0085\u001b[2J\u202e",
        "c".repeat(100_000));
  }

  @BeforeEach
  void listen() {
    LOGGERS.forEach(logger -> logger.addAppender(appender));
  }

  @AfterEach
  void stopListening() {
    LOGGERS.forEach(logger -> logger.removeAppender(appender));
  }

  private void assertFit() {
    assertThat(logged)
        .allSatisfy(
            line -> {
              assertThat(line).hasSizeLessThan(5_000);
              assertThat(
                      line.chars()
                          .filter(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x202e))
                  .as(line)
                  .isEmpty();
            });
  }

  private static SchedulerConf queues() {
    return SchedulerConf.of(NaiveScheduler.class)
        .queues("root", "a,users")
        .set("root.a.capacity", "1w")
        .set("root.users.capacity", "1w")
        .set("root.users.auto-queue-creation-v2.enabled", true);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void submissionsAreLoggedInOneLine(String text) throws Exception {
    SchedulerConf conf = queues().set("queue-mappings", "u:mapped:root.users.%application");
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      for (String queue : List.of(text, "root.users." + text, "root." + text, "users." + text)) {
        assertThat(cluster.refusal(queue)).isNotEmpty();
      }
      cluster.submitAs(text, "root.a");
      MockRMAppSubmitter.submit(
          cluster.rm, SchedulerRm.application(cluster.rm, "root.a").withAppName(text).build());
      assertThatThrownBy(
              () ->
                  MockRMAppSubmitter.submit(
                      cluster.rm,
                      SchedulerRm.application(cluster.rm, "default")
                          .withAppName(text)
                          .withUser("mapped")
                          .build()))
          .isNotNull();
      assertThat(logged).isNotEmpty();
      assertFit();
    }
  }

  private static List<AbstractConstraint> constraints(String text) {
    return List.of(
        targetNotIn(NODE, allocationTag(text)),
        targetIn(NODE, nodeAttribute(text, "x")),
        targetNodeAttribute(NODE, NodeAttributeOpCode.EQ, nodeAttribute("rm.yarn.io/x", text)),
        targetIn(NODE, nodePartition(text)),
        targetIn(text, allocationTag("x")),
        cardinality(NODE, 0, 1, text),
        and(targetIn(NODE, allocationTag("x")), targetNotIn(NODE, allocationTag(text))));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void requestsAreLoggedInOneLine(String text) {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      cluster.addNode("n1", resource(4096, 4));
      SchedulerTestApp app = cluster.submitAs(text, "root.a");
      List<Throwable> refused = new ArrayList<>();
      int id = 0;
      for (AbstractConstraint constraint : constraints(text)) {
        int number = ++id;
        assertThatThrownBy(
                () -> app.askConstrained(of(number, 1, Set.of("t"), resource(1, 1), 1, constraint)))
            .hasMessageContaining("printable characters")
            .satisfies(refused::add);
      }
      assertThatThrownBy(() -> app.askConstrained(of(90, 1, Set.of(text), resource(1, 1), 1, null)))
          .hasMessageContaining("the allocation tag")
          .satisfies(refused::add);
      assertThatThrownBy(
              () -> app.askConstrained(of(91, 1, Set.of(text), resource(1, 1), -1, null)))
          .satisfies(refused::add);
      refused.forEach(each -> logged.add(each.getMessage()));
      app.ask(List.of(SchedulerTestApp.request(resource(1, 1), 1, 7, text, true)));
      app.blacklist(List.of(text), List.of());
      cluster.submitTagged("root.a", "gang=" + text);
      cluster.rounds(2);
      assertFit();
    }
  }

  /** By what a master has registered, its requests name it by a harmless tag. */
  @Test
  void constraintOfTheRegistrationIsRefusedToo() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      SchedulerTestApp app = cluster.submit("root.a");
      cluster
          .rm
          .getRMContext()
          .getPlacementConstraintManager()
          .registerApplication(
              app.id(), Map.of(Set.of("t"), constraints(texts().get(0)).get(0).build()));
      assertThatThrownBy(() -> app.askConstrained(of(1, 1, Set.of("t"), resource(1, 1), 1, null)))
          .hasMessageContaining("printable characters");
      assertFit();
    }
  }
}
