// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.QueueChange;
import io.github.yarnfair.scheduler.plan.WhatIfRequest;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.AddedNodes;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.Submission;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a change would bring is what it brings: the answer is compared with the shares that the
 * scheduler shows once the change is made.
 */
abstract class WhatIfContract {
  private SchedulerConf conf;
  private SchedulerFixture cluster;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @BeforeEach
  void start() {
    conf =
        conf()
            .queues("root", "a,b")
            .queues("root.a", "x,y")
            .set("root.a.capacity", "3w")
            .set("root.b.capacity", "1w");
    cluster = new SchedulerFixture(conf);
    cluster.addNode("plain", resource(10_000, 100));
    cluster.addNode("gpus", resource(10_000, 50, 8, 0));
    cluster.submit("root.a.x").ask(resource(100, 2), 60);
    cluster.submit("root.a.y").ask(resource(100, 1, 1, 0), 8);
    cluster.submit("root.b").ask(resource(200, 1), 80);
    cluster.submit("root.b", 3).ask(resource(100, 1), 50);
    cluster.rounds(3);
  }

  @AfterEach
  void verify() {
    cluster.verify();
    cluster.close();
  }

  static WhatIfRequest request(Map<String, String> keys) {
    return new WhatIfRequest(new HashMap<>(keys), null, List.of(), List.of(), null, List.of());
  }

  private void assertComesTrue(WhatIfAnswer answer) {
    Map<String, Double> shown = new HashMap<>();
    collect(cluster.scheduler.readings().snapshot(), shown);
    Map<String, Double> expected = new HashMap<>();
    for (QueueChange queue : answer.queues()) {
      if (queue.after() != null) {
        expected.put(queue.path(), queue.after().ideal());
      }
    }
    assertThat(shown.keySet()).isEqualTo(expected.keySet());
    shown.forEach(
        (path, ideal) -> assertThat(expected.get(path)).as(path).isCloseTo(ideal, within(1e-9)));
  }

  private static void collect(QueueSnapshot queue, Map<String, Double> ideals) {
    ideals.put(queue.path(), queue.share().ideal());
    queue.children().forEach(child -> collect(child, ideals));
  }

  private static QueueChange queue(WhatIfAnswer answer, String path) {
    return answer.queues().stream().filter(q -> q.path().equals(path)).findFirst().orElseThrow();
  }

  @Test
  void changedQueuesHaveTheSharesThatARefreshBrings() throws Exception {
    Map<String, String> keys =
        Map.of(
            "root.a.capacity", "1w",
            "root.b.capacity", "4w",
            "root.queues", "a,b,c",
            "root.c.capacity", "2w",
            "root.a.x.maximum-capacity", "20");
    Resource held = cluster.held("root");
    WhatIfAnswer answer = cluster.scheduler.readings().whatIf(request(keys));
    assertThat(cluster.held("root")).as("nothing has changed").isEqualTo(held);
    assertThat(cluster.scheduler.getQueueInfo("root.a", false, false).getWeight()).isEqualTo(3f);
    assertThat(queue(answer, "root.c").before()).isNull();
    double gain =
        Objects.requireNonNull(queue(answer, "root.b").after()).ideal()
            - Objects.requireNonNull(queue(answer, "root.b").before()).ideal();
    assertThat(gain).isGreaterThan(0.01);

    keys.forEach(conf::set);
    cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
    assertComesTrue(answer);
  }

  @Test
  void addedNodesHaveTheSharesThatTheyBring() throws Exception {
    WhatIfAnswer answer =
        cluster
            .scheduler
            .readings()
            .whatIf(
                new WhatIfRequest(
                    Map.of(),
                    null,
                    List.of(new AddedNodes("", resource(20_000, 40, 4, 0), 2)),
                    List.of(),
                    null,
                    List.of()));
    assertThat(answer.clusterAfter()).isEqualTo(resource(60_000, 230, 16, 0));
    for (int i = 0; i < 2; i++) {
      cluster.addNode("more" + i, resource(20_000, 40, 4, 0));
    }
    assertComesTrue(answer);
  }

  @Test
  void removedNodesHaveTheSharesOfTheOthersAndNameWhoseContainersEnd() throws Exception {
    WhatIfAnswer answer =
        cluster
            .scheduler
            .readings()
            .whatIf(
                new WhatIfRequest(Map.of(), null, List.of(), List.of("gpus:1"), null, List.of()));
    assertThat(answer.clusterAfter()).isEqualTo(resource(10_000, 100));
    SchedulerTestNode gpus = cluster.nodes().get(1);
    int running = gpus.running().size() + gpus.inScheduler().getNumContainers();
    assertThat(running).isPositive();
    assertThat(answer.endedWithNodes().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(gpus.inScheduler().getNumContainers());
  }

  @Test
  void submittedApplicationsHaveTheSharesThatTheyGet() throws Exception {
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
                    null,
                    List.of(new Submission("root.b", "user1", 1, "", resource(50, 3), 40))));
    assertThat(answer.submissions()).hasSize(1);
    assertThat(answer.submissions().get(0).reason()).isNull();
    assertThat(answer.submissions().get(0).tasks()).isBetween(1L, 39L);
    SchedulerTestApp app = new SchedulerTestApp(cluster, 77, "root.b", "user1", 1);
    app.addApplication();
    app.addAttempt(false);
    app.ask(resource(50, 3), 40);
    assertComesTrue(answer);
    app.finish();
  }
}
