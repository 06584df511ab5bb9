// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.WhatIfContract.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.ApplicationChange;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.QueueChange;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Share;
import io.github.yarnfair.scheduler.plan.WhatIfRequest;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.AddedNodes;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.Submission;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What-if requests: what no rule affects, and what is refused. */
class WhatIfTest {
  private SchedulerFixture cluster;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  @BeforeEach
  void start() {
    cluster =
        new SchedulerFixture(
            conf()
                .queues("root", "a,b")
                .set("root.b.auto-queue-creation-v2.enabled", true)
                .yarn(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true)
                .yarn(
                    YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES,
                    ProportionalCapacityPreemptionPolicy.class.getName()));
    cluster.endBackgroundLooks();
    cluster.addNode("node", resource(1_000, 10));
  }

  @AfterEach
  void verify() {
    cluster.verify();
    cluster.close();
  }

  private static WhatIfRequest submit(Submission... submissions) {
    return new WhatIfRequest(Map.of(), null, List.of(), List.of(), null, List.of(submissions));
  }

  private static WhatIfRequest file(String queues) {
    return new WhatIfRequest(Map.of(), queues, List.of(), List.of(), null, List.of());
  }

  private static String property(String key, String value) {
    return "<property><name>yarn.scheduler.capacity.%s</name><value>%s</value></property>"
        .formatted(key, value);
  }

  private static QueueChange queue(WhatIfAnswer answer, String path) {
    return answer.queues().stream().filter(q -> q.path().equals(path)).findFirst().orElseThrow();
  }

  private static Share after(WhatIfAnswer answer, String path) {
    return Objects.requireNonNull(queue(answer, path).after());
  }

  /** a holds all; b, which has nothing now, is entitled to nine tenths afterwards. */
  @Test
  void applicationsThatHoldMoreThanTheirNewShareMayLoseContainersAndWait() throws Exception {
    SchedulerTestApp first = cluster.submit("root.a");
    first.ask(resource(100, 1), 20);
    cluster.rounds(3);
    SchedulerTestApp second = cluster.submit("root.b.new");
    second.ask(resource(100, 1), 20);
    cluster.round();
    WhatIfAnswer answer =
        cluster
            .scheduler
            .readings()
            .whatIf(request(Map.of("root.a.capacity", "1w", "root.b.capacity", "9w")));
    assertThat(after(answer, "root.a").ideal()).isCloseTo(0.1, within(1e-9));
    assertThat(after(answer, "root.b.new").ideal()).isCloseTo(0.9, within(1e-9));
    assertThat(after(answer, "root.b").guaranteed()).isCloseTo(0.9, within(1e-9));
    assertThat(queue(answer, "root.a").mayLose()).isEqualTo(resource(900, 9));
    assertThat(answer.counts().gain()).isOne();
    assertThat(answer.counts().lose()).isOne();
    assertThat(answer.counts().waiting()).isOne();
    assertThat(answer.counts().mayLoseContainers()).isOne();
    ApplicationChange loser = answer.applications().get(0);
    assertThat(answer.applications()).hasSize(2);
    assertThat(List.of(first.id().toString(), second.id().toString())).contains(loser.id());
    assertThat(answer.applications().stream().filter(ApplicationChange::mayLoseContainers))
        .extracting(ApplicationChange::id)
        .containsExactly(first.id().toString());
  }

  @Test
  void aWholeQueueFileTakesThePlaceOfTheOneInForce() throws Exception {
    cluster.submit("root.a").ask(resource(100, 1), 20);
    cluster.round();
    WhatIfAnswer answer =
        cluster
            .scheduler
            .readings()
            .whatIf(
                file(
                    "<configuration>"
                        + property("root.queues", "a,c")
                        + property("root.a.maximum-capacity", "30")
                        + property("root.a.capacity", "7w")
                        + property("root.a.misspelt-key", "1")
                        + "</configuration>"));
    assertThat(queue(answer, "root.b").after()).isNull();
    assertThat(queue(answer, "root.c").before()).isNull();
    assertThat(after(answer, "root.a").ideal()).isCloseTo(0.3, within(1e-9));
    assertThat(answer.findings()).anyMatch(line -> line.contains("root.a.misspelt-key"));
  }

  @Test
  void allThatTheParserFindsIsInTheRefusal() {
    assertThatThrownBy(
            () ->
                cluster
                    .scheduler
                    .readings()
                    .whatIf(
                        request(
                            Map.of("root.a.capacity", "-1w", "root.b.maximum-capacity", "all"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("yarn.scheduler.capacity.root.a.capacity = \"-1w\": expected")
        .hasMessageContaining(
            "yarn.scheduler.capacity.root.b.maximum-capacity = \"all\": expected");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<configuration><property>|expected a Hadoop XML file",
        "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include"
            + " href='file:///etc/passwd'/></configuration>|expected a Hadoop XML file"
      })
  void aFileThatIsNoneIsRefused(String queues, String message) {
    assertThatThrownBy(() -> cluster.scheduler.readings().whatIf(file(queues)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aFileWithoutAQueueThatHasApplicationsIsRefused() {
    cluster.submit("root.a");
    assertThatThrownBy(
            () -> cluster.scheduler.readings().whatIf(request(Map.of("root.queues", "b"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("root.a: expected a leaf queue here")
        .hasMessageContaining("1 application(s)");
  }

  @Test
  void nodesQueuesAndLabelsThatAreNoneAreRefused() {
    Submission nowhere = new Submission("root.none", "u", 0, "", resource(1, 1), 1);
    Submission label = new Submission("root.a", "u", 0, "fast", resource(1, 1), 1);
    assertThatThrownBy(() -> cluster.scheduler.readings().whatIf(submit(nowhere, label)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("submit[0].queue = \"root.none\": expected a leaf queue")
        .hasMessageContaining("submit[1].label = \"fast\": expected one of []");
    assertThatThrownBy(
            () ->
                cluster
                    .scheduler
                    .readings()
                    .whatIf(
                        new WhatIfRequest(
                            Map.of(),
                            null,
                            List.of(new AddedNodes("fast", resource(1, 1), 1)),
                            List.of("elsewhere:1"),
                            null,
                            List.of())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("add-nodes[0].label = \"fast\": expected")
        .hasMessageContaining("remove-nodes[0] = \"elsewhere:1\": expected a registered node");
  }

  @Test
  void applicationsThatNoNodeOrQueueCanHoldAreNamed() throws Exception {
    WhatIfAnswer answer =
        cluster
            .scheduler
            .readings()
            .whatIf(
                new WhatIfRequest(
                    new HashMap<>(Map.of("root.a.maximum-capacity", "50")),
                    null,
                    List.of(),
                    List.of(),
                    null,
                    List.of(
                        new Submission("root.a", "u", 0, "", resource(100, 11), 1),
                        new Submission("root.a", "u", 0, "", resource(600, 1), 1),
                        new Submission("a", "u", 0, "", resource(100, 1), 50))));
    assertThat(answer.submissions().get(0).reason()).contains("no node can hold");
    assertThat(answer.submissions().get(1).reason()).contains("the limit").contains("root.a");
    assertThat(answer.submissions().get(2).reason()).isNull();
    assertThat(answer.submissions().get(2).tasks()).isEqualTo(5);
    assertThat(answer.submissions().get(2).queue()).isEqualTo("root.a");
  }

  @Test
  void anotherPolicyPlacesTheTasksInItsTurns() throws Exception {
    cluster.submit("root.a").ask(resource(100, 1), 20);
    cluster.submit("root.b.new").ask(resource(100, 1), 20);
    cluster.round();
    WhatIfAnswer answer =
        cluster
            .scheduler
            .readings()
            .whatIf(
                new WhatIfRequest(
                    Map.of(),
                    null,
                    List.of(),
                    List.of(),
                    FlatScheduler.class.getName(),
                    List.of()));
    assertThat(after(answer, "root.a").inTurns()).isCloseTo(0.5, within(1e-9));
    assertThat(Objects.requireNonNull(queue(answer, "root.a").before()).inTurns())
        .isCloseTo(0.5, within(1e-9));
    assertThatThrownBy(
            () ->
                cluster
                    .scheduler
                    .readings()
                    .whatIf(
                        new WhatIfRequest(Map.of(), null, List.of(), List.of(), "fifo", List.of())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("policy = \"fifo\": expected one of [flat, naive]");
  }

  @Test
  void supposedQueuesRegisterNoMetrics() throws Exception {
    cluster
        .scheduler
        .readings()
        .whatIf(request(Map.of("root.queues", "a,b,supposed", "root.supposed.capacity", "1w")));
    assertThat(QueueMetrics.getQueueMetrics()).containsKey("root.a");
    assertThat(QueueMetrics.getQueueMetrics()).doesNotContainKey("root.supposed");
  }

  @Test
  void onlyOneIsAnsweredAtATimeAndNoneForLongerThanItsBound() throws Exception {
    try (SchedulerFixture blocking =
        new SchedulerFixture(
            SchedulerConf.of(BlockingScheduler.class)
                .queues("root", "a")
                .yarn("yarn.scheduler.blocking.what-if.timeout-ms", 200))) {
      BlockingScheduler.open = new CountDownLatch(1);
      WhatIfRequest request = request(Map.of("root.a.capacity", "2w"));
      assertThatThrownBy(() -> blocking.scheduler.readings().whatIf(request))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("yarn.scheduler.blocking.what-if.timeout-ms = 200");
      assertThatThrownBy(() -> blocking.scheduler.readings().whatIf(request))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("Another what-if request");
      BlockingScheduler.open.countDown();
    }
  }

  /**
   * A request that is given up before its thread runs must not keep the next one waiting. Which of
   * the two threads is first is left to chance: some of the requests are answered all the same.
   */
  @Test
  void requestsThatAreGivenUpLeaveTheirTurn() throws Exception {
    WhatIfRequest request = request(Map.of("root.a.capacity", "2w"));
    for (int i = 0; i < 100; i++) {
      Thread.currentThread().interrupt();
      Throwable refusal = catchThrowable(() -> cluster.scheduler.readings().whatIf(request));
      Thread.interrupted();
      assertThat(refusal)
          .satisfiesAnyOf(
              thrown -> assertThat(thrown).isNull(),
              thrown -> assertThat(thrown).isInstanceOf(TimeoutException.class));
      assertThat(answeredWithin(10, cluster, request)).isTrue();
    }
  }

  @Test
  void workEndsWithItsTime() throws Exception {
    try (SchedulerFixture hasty =
        new SchedulerFixture(
            conf().queues("root", "a").yarn("yarn.scheduler.naive.what-if.timeout-ms", 200))) {
      hasty.addNode("node", resource(1_000, 10));
      WhatIfRequest large =
          new WhatIfRequest(
              Map.of(), null, List.of(), Collections.nCopies(100_000_000, "x"), null, List.of());
      assertThatThrownBy(() -> hasty.scheduler.readings().whatIf(large))
          .isInstanceOf(TimeoutException.class);
      assertThat(answeredWithin(5, hasty, request(Map.of("root.a.capacity", "2w")))).isTrue();
    }
  }

  private static boolean answeredWithin(int seconds, SchedulerFixture of, WhatIfRequest request)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < deadline) {
      try {
        of.scheduler.readings().whatIf(request);
        return true;
      } catch (TimeoutException e) {
        Thread.onSpinWait(); // The one before is not done yet.
      }
    }
    return false;
  }

  /** Its rule cannot be made until a latch is open. */
  public static final class BlockingScheduler extends HierarchicalScheduler {
    private static volatile CountDownLatch open = new CountDownLatch(0);

    /** Created by the ResourceManager. */
    public BlockingScheduler() {
      super(new TestRule(BlockingScheduler.class, BlockingScheduler::policy));
    }

    private static FairnessPolicy policy() {
      boolean isInterrupted = false;
      while (open.getCount() > 0) {
        try {
          open.await();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
      return new NaivePolicy();
    }
  }
}
