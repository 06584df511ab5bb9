/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.when.ExpectedStart;
import io.github.yarnfair.scheduler.when.ExpectedStarts;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.junit.jupiter.api.Test;

/** Expected starts in a running scheduler: what is observed, and when nothing is known. */
class ExpectedStartTest {
  private static final long MOST_MILLIS = 30_000;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b");
  }

  private static ExpectedStarts starts(SchedulerFixture cluster) {
    return Objects.requireNonNull(cluster.scheduler.expectedStarts());
  }

  private static void completeOne(SchedulerFixture cluster, SchedulerTestApp app) {
    Container container = app.containers().get(0);
    SchedulerTestNode node = Objects.requireNonNull(cluster.node(container.getNodeId()));
    node.launch(container);
    node.complete(container.getId());
    node.heartbeat();
  }

  @Test
  void nothingIsKnownUntilAContainerHasEnded() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      cluster.addNode("node", resource(1_000, 10));
      cluster.submit("root.a").ask(resource(100, 1), 10);
      cluster.rounds(2);
      SchedulerTestApp waiting = cluster.submit("root.b");
      waiting.ask(resource(100, 1), 5);
      ExpectedStart start = starts(cluster).await(waiting.id(), MOST_MILLIS);
      assertThat(start.interval()).isNull();
      assertThat(start.reason()).contains("No container has ended");
      assertThat(start.durations()).isZero();
      cluster.verify();
    }
  }

  @Test
  void waitingApplicationsHaveAnIntervalAndOthersAReason() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      cluster.addNode("node", resource(1_000, 10));
      SchedulerTestApp busy = cluster.submit("root.a");
      busy.ask(resource(100, 1), 11);
      cluster.rounds(2);
      completeOne(cluster, busy);
      cluster.rounds(2);
      SchedulerTestApp waiting = cluster.submit("root.b");
      waiting.ask(resource(100, 1), 5);
      SchedulerTestApp idle = cluster.submit("root.b");
      long before = System.currentTimeMillis();

      ExpectedStart start = starts(cluster).await(waiting.id(), MOST_MILLIS);
      assertThat(start.reason()).isNull();
      ExpectedStart.Interval interval = Objects.requireNonNull(start.interval());
      assertThat(start.durations()).isOne();
      assertThat(interval.madeAt()).isBetween(before, System.currentTimeMillis());
      assertThat(interval.p10()).isBetween(interval.madeAt(), interval.median());
      assertThat(interval.p90()).isGreaterThan(interval.median());
      assertThat(starts(cluster).recent(idle.id()).reason()).contains("waits for no container");
      assertThat(starts(cluster).recent(waiting.id())).isEqualTo(start);
      assertThat(starts(cluster).recent(ApplicationId.newInstance(9, 9)).reason())
          .contains("not known when the last forecast was made");

      completeOne(cluster, busy);
      cluster.rounds(2);
      assertThat(waiting.live()).isPositive();
      completeOne(cluster, waiting);
      assertThat(starts(cluster).recent(waiting.id()).outcomes()).as("compared").isOne();
      cluster.verify();
    }
  }

  @Test
  void largeTasksThatNeverFitAreNamed() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      cluster.addNode("small", resource(1_000, 10));
      cluster.addNode("large", resource(2_000, 20));
      SchedulerTestApp busy = cluster.submit("root.a");
      busy.ask(resource(100, 1), 30);
      cluster.rounds(2);
      completeOne(cluster, busy);
      SchedulerTestApp waiting = cluster.submit("root.b");
      waiting.ask(resource(2_000, 1), 1);
      cluster.rounds(1);
      cluster.nodes().get(1).remove();
      ExpectedStart start = starts(cluster).await(waiting.id(), MOST_MILLIS);
      assertThat(start.interval()).isNull();
      assertThat(start.reason()).contains("In most of the possible futures");
    }
  }

  @Test
  void switchedOffNothingIsObserved() {
    SchedulerConf off = conf().option("expected-start.enabled", false);
    try (SchedulerFixture cluster = new SchedulerFixture(off)) {
      assertThat(cluster.scheduler.expectedStarts()).isNull();
    }
  }

  @Test
  void optionsThatAreNoneAreRefusedAtTheStart() {
    for (String key : new String[] {"expected-start.enabled", "what-if.timeout-ms"}) {
      SchedulerConf bad = conf().option(key, "maybe");
      assertThatThrownBy(() -> new SchedulerFixture(bad).close())
          .rootCause()
          .hasMessageContaining("yarn.scheduler.naive." + key + " = \"maybe\": expected");
    }
  }
}
