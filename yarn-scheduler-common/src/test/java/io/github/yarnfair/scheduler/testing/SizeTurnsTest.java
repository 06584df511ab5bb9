// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.ask.SizePlaces;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of more sizes than may take part at a time, each has its turn. */
class SizeTurnsTest {
  private SchedulerFixture cluster;
  private long now = 1_000_000;

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b"));
    cluster.scheduler.setClock(() -> now);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /** Sizes of one attempt by priority, from the first on. */
  private static List<ResourceRequest> sizes(int first, int count, String place) {
    List<ResourceRequest> asks = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      if (!place.equals(ResourceRequest.ANY)) {
        asks.add(request(resource(10 + i, 1), 1, i, place, true));
        asks.add(request(resource(10 + i, 1), 1, i, "/rack1", false));
      }
      asks.add(
          request(
              resource(10 + i, 1), 1, i, ResourceRequest.ANY, place.equals(ResourceRequest.ANY)));
    }
    return asks;
  }

  private void turn() {
    now += 1000;
    cluster.rounds(1);
    cluster.verify();
  }

  @Test
  void sizesBehindThoseThatCannotBeServedNowAreServed() {
    cluster.addNode("n1", resource(100_000, 100));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(sizes(1, 100, "elsewhere"));
    app.ask(sizes(101, 10, ResourceRequest.ANY));
    cluster.rounds(2);
    assertThat(app.live()).as("at first the first sizes take part").isZero();
    for (int i = 0; i < 110 / (AskTable.MOST_CLASSES / 2) + 1; i++) {
      turn();
    }
    assertThat(app.live()).as("once each size has had its turn").isEqualTo(10);
    assertThat(app.attempt().asks().demand(app.attempt().queue().classes()).size())
        .isEqualTo(AskTable.MOST_CLASSES);
  }

  @Test
  void sizesThatNoNodeCanHoldTakeNoPlace() {
    cluster.addNode("n1", resource(100_000, 20));
    cluster.addNode("n2", resource(1000, 100));
    SchedulerTestApp app = cluster.submit("root.a");
    List<ResourceRequest> tooLarge = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      tooLarge.add(anywhere(resource(50_000 + i, 50), 1, i));
    }
    app.ask(tooLarge);
    app.ask(sizes(101, 10, ResourceRequest.ANY));
    cluster.rounds(10);
    assertThat(app.live()).isEqualTo(10);
    cluster.addNode("n3", resource(100_000, 100));
    for (int i = 0; i < 3; i++) {
      turn();
    }
    assertThat(app.live()).as("served by the larger node").isGreaterThan(10);
  }

  @Test
  void sizesOfAllApplicationsOfAUserAreBoundedAndTakeTurns() {
    cluster.addNode("n1", resource(100_000, 100));
    SchedulerTestApp filling = cluster.submitAs("other", "root.b");
    filling.ask(resource(1000, 1), 100);
    cluster.rounds(100);
    List<SchedulerTestApp> apps = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      SchedulerTestApp app = cluster.submitAs("mallory", "root.a");
      app.ask(List.of(anywhere(resource(10 + i, 1), 1, 1)));
      apps.add(app);
    }
    SchedulerTestApp honest = cluster.submitAs("user", "root.a");
    honest.ask(resource(9, 1), 1);
    Set<SchedulerTestApp> tookPart = new HashSet<>();
    for (int i = 0; i < 16; i++) {
      turn();
      List<SchedulerTestApp> now = apps.stream().filter(SizeTurnsTest::takesPart).toList();
      assertThat(now).as("sizes of a user that take part").hasSize(SizePlaces.MOST);
      assertThat(takesPart(honest)).as("another user's").isTrue();
      tookPart.addAll(now);
    }
    assertThat(tookPart).as("applications that had their turn").hasSameSizeAs(apps);
    filling.finish();
    cluster.rounds(100);
    assertThat(apps.stream().mapToInt(SchedulerTestApp::live).sum() + honest.live())
        .as("once there is room, without further turns")
        .isEqualTo(100);
  }

  @Test
  void oneSizeOfManyApplicationsTakesOnePlace() {
    cluster.addNode("n1", resource(100_000, 100));
    List<SchedulerTestApp> apps = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      SchedulerTestApp app = cluster.submitAs("mallory", "root.a");
      app.ask(List.of(anywhere(resource(10, 1), 2, 1)));
      apps.add(app);
    }
    cluster.rounds(10);
    assertThat(apps).allMatch(app -> takesPart(app) || app.live() == 2);
  }

  private static boolean takesPart(SchedulerTestApp app) {
    return !app.attempt().asks().demand(app.attempt().queue().classes()).isEmpty();
  }
}
