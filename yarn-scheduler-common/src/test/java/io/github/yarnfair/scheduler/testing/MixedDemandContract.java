// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An application that asks for tasks of two kinds, of which one kind cannot be served: it is poor
 * in that kind, and must not get more of the other for it. Rival: to give the application that was
 * chosen the first of its requests that fits; then it gets most of the cluster.
 */
abstract class MixedDemandContract {
  private static final int CORES = 64;
  private static final int ROUNDS = 15;
  private static final Resource TASK = resource(1024, 1);

  /** Fits an empty node; not beside seven tasks. */
  private static final Resource LARGE = resource(60_000, 1);

  private SchedulerFixture cluster;
  private SchedulerTestApp mixed;
  private List<SchedulerTestApp> all;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(conf().queues("root", "a,b,c,d"));
    for (int i = 0; i < CORES / 8; i++) {
      cluster.addNode("n" + i, resource(65_536, 8));
    }
    all = Stream.of("a", "b", "c", "d").map(queue -> cluster.submit("root." + queue)).toList();
    mixed = all.get(0);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b", "root.c", "root.d");
    }
  }

  /** Each application loses two of its containers in each round. */
  private void churn(Runnable before) {
    all.forEach(app -> app.ask(List.of(anywhere(TASK, 10_000, 1))));
    cluster.rounds(2);
    for (int round = 0; round < ROUNDS; round++) {
      before.run();
      for (SchedulerTestApp app : all) {
        List.copyOf(app.containers()).stream().limit(2).forEach(app::complete);
      }
      cluster.round();
      all.forEach(SchedulerTestApp::heartbeat);
    }
  }

  private void assertFair() {
    assertThat(all)
        .extracting(SchedulerTestApp::live)
        .as("containers of each, the mixed one first")
        .allSatisfy(live -> assertThat(live).isBetween(14, 18));
  }

  @Test
  void increasesWithoutRoomEarnNoTasks() {
    Set<ContainerId> asked = new HashSet<>();
    churn(
        () -> {
          for (Container container : List.copyOf(mixed.containers())) {
            if (asked.add(container.getId())) {
              mixed.increase(container, resource(61_440, 1));
            }
          }
        });
    assertFair();
  }

  @Test
  void largeTaskBehindManySmallOnesEarnsNoTasks() {
    mixed.ask(List.of(anywhere(LARGE, 1, 2)));
    churn(() -> {});
    assertFair();
  }

  @Test
  void tasksForAHostThatIsAbsentEarnNoOthers() {
    Resource shape = resource(20_000, 1);
    mixed.ask(
        List.of(
            request(shape, 5, 0, "absent", true),
            request(shape, 5, 0, "/rack1", false),
            request(shape, 5, 0, ResourceRequest.ANY, false)));
    churn(() -> {});
    assertFair();
  }

  /** By priority the small tasks come first, and nothing competes with the two kinds. */
  @Test
  void whatIsLeftGoesToTheKindThatComesLater() {
    mixed.ask(List.of(anywhere(TASK, 7, 1), anywhere(LARGE, 10, 2)));
    cluster.rounds(2);
    assertThat(mixed.live())
        .as("7 small ones on one node, a large one on each other")
        .isEqualTo(14);
    assertThat(mixed.held()).isEqualTo(resource(7 * 1024 + 7 * 60_000, 14));
  }
}
