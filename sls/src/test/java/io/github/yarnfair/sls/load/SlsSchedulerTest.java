// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.sls.conf.SLSConfiguration;
import org.apache.hadoop.yarn.util.SystemClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The wrapper under each rule, in as much of a ResourceManager as it needs. */
class SlsSchedulerTest {
  private static final String RULE = "yarnfair.test.rule";

  @TempDir Path output;

  static Stream<String> rules() {
    return SchedulerRules.all().stream().map(SchedulerRule::name);
  }

  @AfterEach
  void forget() {
    System.clearProperty(RULE);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void timesAndCountsTheCallsOfEachRulesScheduler(String rule) throws Exception {
    System.setProperty(RULE, rule);
    Configuration conf = SchedulerHost.configuration(SlsScheduler.class.getName());
    conf.set(SLSConfiguration.METRICS_OUTPUT_DIR, output.toString());
    conf.setInt(SLSConfiguration.METRICS_WEB_ADDRESS_PORT, 0);
    // The simulator never stops the thread that writes files at this interval, by default 1 s: it
    // would create files while the directory is deleted.
    conf.setInt(SLSConfiguration.METRICS_RECORD_INTERVAL_MS, Integer.MAX_VALUE);
    QueueShape queues = QueueShape.root(QueueShape.queue("a", 1), QueueShape.queue("b", 1));
    try (SchedulerHost host =
        new SchedulerHost(conf, queues, Map.of(), SystemClock.getInstance(), attempt -> {})) {
      SlsScheduler scheduler = (SlsScheduler) host.scheduler();
      assertThat(scheduler.rule().name()).isEqualTo(rule);
      ReportingNode node = host.addNode(Resource.newInstance(8192, 8));
      ApplicationAttemptId attempt = host.submit("root.a");
      Resource size = Resource.newInstance(1024, 1);
      Priority priority = Priority.newInstance(1);
      host.allocate(
          attempt,
          List.of(ResourceRequest.newInstance(priority, ResourceRequest.ANY, size, 3)),
          List.of());
      host.heartbeat(node);
      assertThat(host.allocate(attempt, List.of(), List.of())).hasSize(3);
      assertThat(count(scheduler, "counter.scheduler.operation.handle.NODE_UPDATE")).isOne();
      assertThat(count(scheduler, "counter.scheduler.operation.allocate")).isEqualTo(2);
      assertThat(count(scheduler, "counter.queue.root.a.allocated.memory")).isEqualTo(3 * 1024);
      assertThat(scheduler.getRealQueueName("a")).isEqualTo("root.a");
      assertThatThrownBy(() -> scheduler.getRealQueueName("root.none"))
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("root.none");
    }
  }

  private static long count(SlsScheduler scheduler, String counter) {
    return scheduler.getSchedulerMetrics().getMetrics().counter(counter).getCount();
  }

  @Test
  void unknownRuleIsRefusedWithThoseThatThereAre() {
    System.setProperty(RULE, "none");
    assertThatThrownBy(SlsScheduler::new)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(SlsScheduler.RULE_KEY)
        .hasMessageContaining("hdrf")
        .hasMessageContaining("\"none\"");
  }
}
