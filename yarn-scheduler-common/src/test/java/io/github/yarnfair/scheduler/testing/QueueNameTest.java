// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of queues that could forge a line of a log, a page or the name of a metric are refused. */
class QueueNameTest {
  private static final String V2 = "root.users.auto-queue-creation-v2.";

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  static List<String> names() {
    return List.of(
        "line\nbreak",
        "carriage\rreturn",
        "nul\u0000in",
        "tab\tin",
        "unicode\u2028line",
        "right\u202eto left",
        "escape\u001b[31m",
        "<script>alert(1)</script>",
        "a,b",
        "a=b",
        "a:b",
        "a\"b",
        "a?b",
        "a*",
        " begins",
        "x".repeat(256),
        "y".repeat(100_000));
  }

  private SchedulerConf queues() {
    return conf()
        .queues("root", "a,users")
        .set("root.a.capacity", "1w")
        .set("root.users.capacity", "1w")
        .set(V2 + "enabled", true);
  }

  private static void assertFitForALog(String message) {
    assertThat(message.length()).as(message).isLessThan(2000);
    assertThat(message.chars().filter(c -> c < ' ' || c == 0x2028 || c == 0x202e).toArray())
        .as("characters that are not printable in: " + message)
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void noQueueIsCreatedOfSuchAName(String name) throws Exception {
    try (SchedulerRm cluster = new SchedulerRm(queues())) {
      String diagnostics = cluster.refusal("root.users." + name);
      assertThat(diagnostics).contains("no queue is created of that name");
      assertFitForALog(diagnostics);
      assertThat(cluster.errors.warnings()).isNotEmpty().allSatisfy(line -> assertFitForALog(line));
      assertThat(cluster.scheduler().getQueueInfo("root.users", true, true).getChildQueues())
          .isEmpty();
      cluster.verify();
    }
  }

  @Test
  void usualNamesOfUsersAreNoProblem() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      for (String name :
          List.of(
              "ann",
              "ann_dot_lee",
              "O'Neil",
              "ann@EXAMPLE",
              "$svc-1",
              "DOMAIN\\ann",
              "a b",
              "\u5f20\u4e09",
              "x".repeat(255))) {
        cluster.submit("root.users." + name);
        assertThat(cluster.scheduler.getAppsInQueue("root.users." + name)).as(name).hasSize(1);
      }
      cluster.verify();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void noApplicationMovesToSuchAName(String name) {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      SchedulerTestApp app = cluster.submit("root.a");
      assertThatThrownBy(() -> cluster.scheduler.moveApplication(app.id(), "root.users." + name))
          .isInstanceOf(YarnException.class)
          .satisfies(e -> assertFitForALog(e.getMessage()));
      assertThatThrownBy(() -> cluster.scheduler.moveApplication(app.id(), name))
          .isInstanceOf(YarnException.class)
          .satisfies(e -> assertFitForALog(e.getMessage()));
      cluster.verify();
    }
  }

  @Test
  void noUserOfSuchANameIsMappedToAQueueOfOne() throws Exception {
    SchedulerConf conf = queues().set("queue-mappings", "u:%user:root.users.%user");
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      for (String user : List.of("eve\nINFO forged", "<script>eve", "eve".repeat(1000))) {
        assertThatThrownBy(() -> cluster.submitAs(user, "default"))
            .satisfies(e -> assertFitForALog(rootMessage(e)));
      }
      assertThat(cluster.errors.warnings()).allSatisfy(line -> assertFitForALog(line));
      assertThat(cluster.scheduler().getQueueInfo("root.users", true, true).getChildQueues())
          .isEmpty();
      cluster.verify();
    }
  }

  private static String rootMessage(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  @Test
  void noSuchNameIsListed() {
    for (String name : List.of("tab\tin", "nul\u0000in", "<script>", "a:b", "y".repeat(100_000))) {
      SchedulerConf conf =
          queues().queues("root", "a,users," + name).set("root." + name + ".capacity", "1w");
      assertThatThrownBy(() -> new SchedulerFixture(conf).close())
          .satisfies(
              e -> {
                assertThat(rootMessage(e)).contains("yarn.scheduler.capacity.root.queues");
                assertThat(rootMessage(e)).contains("names of queues, but");
              });
    }
  }

  /** A user's name is not checked by anybody; a log line is not to end in it. */
  @Test
  void userNamesAreEscapedInLogs() throws Exception {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      cluster.addNode("n1", resource(10, 10));
      SchedulerLog log = new SchedulerLog();
      SchedulerTestApp app = new SchedulerTestApp(cluster, 1, "root.a", "eve\nforged", 0);
      app.addApplication();
      app.addAttempt(false);
      app.ask(resource(1, 1), 1);
      cluster.rounds(2);
      assertThat(app.live()).isEqualTo(1);
      app.finish();
      log.close();
      assertThat(log.lines())
          .anyMatch(line -> line.contains("eve\\u000aforged") && line.contains("Accepted"))
          .anyMatch(
              line -> line.contains("eve\\u000aforged") && line.contains("AM Allocated Container"))
          .allSatisfy(line -> assertThat(line).doesNotContain("eve\n"));
    }
  }
}
