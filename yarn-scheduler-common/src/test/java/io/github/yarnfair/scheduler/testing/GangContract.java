// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import io.github.yarnfair.scheduler.explain.Explainer;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first containers of an application that asks for it start together or not at all, whatever
 * the rule: in its turn, without deadlock, and beside a stream of other tasks. Nodes have room for
 * four tasks; queues a and b are alike.
 */
abstract class GangContract extends GangFixture {
  private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";

  GangContract() {
    super("a", "b", "c");
  }

  private SchedulerTestApp gang(String queue, String tag, int tasks) {
    SchedulerTestApp app = cluster.submitTagged(queue, tag);
    app.ask(task(), tasks);
    return app;
  }

  private SchedulerTestApp fill(String queue, int tasks) {
    SchedulerTestApp app = cluster.submit(queue);
    app.ask(task(), tasks);
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(tasks);
    return app;
  }

  private static int kept(SchedulerTestApp app) {
    Gang gang = app.attempt().gang();
    return gang == null ? 0 : gang.withRoom();
  }

  /** Ends a task of an application on some node. */
  private static void endOne(SchedulerTestApp app) {
    app.complete(app.containers().get(0));
  }

  private void roundsUntil(BooleanSupplier condition, int most) {
    for (int i = 0; i < most && !condition.getAsBoolean(); i++) {
      now += 1000;
      cluster.round();
    }
    assertThat(condition.getAsBoolean()).as("after %d rounds", most).isTrue();
  }

  @Test
  void allStartOnceTheLastHasRoomAndNoneBefore() {
    boot(queues(), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp gang = gang("root.b", "gang=4", 4);
    for (int ended = 1; ended <= 3; ended++) {
      endOne(others);
      cluster.rounds(2);
      assertThat(gang.live()).isZero();
      assertThat(kept(gang)).isEqualTo(ended);
    }
    endOne(others);
    cluster.rounds(2);
    assertThat(gang.live()).isEqualTo(4);
    assertThat(gang.attempt().gang()).isNull();
  }

  /**
   * If only what runs and may be served now counted, the share of the first would be 1/8 with one
   * member, and that of the second 0; if only members did, that of the first 2/8.
   */
  @Test
  void idealShareIsTheSameWhileAGangWaitsCollectsAndRuns() {
    boot(queues(), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp gang = gang("root.b", "gang=2", 5);
    SchedulerTestApp next = gang("root.c", "gang=2", 2);
    for (int ended = 0; ended <= 2; ended++) {
      cluster.rounds(2);
      assertThat(kept(gang)).isEqualTo(ended % 2);
      assertThat(gang.live()).isEqualTo(ended == 2 ? 2 : 0);
      assertThat(kept(next)).isZero();
      assertThat(ideal(gang)).isCloseTo(3.0 / 8, within(1e-9));
      assertThat(ideal(next)).isCloseTo(2.0 / 8, within(1e-9));
      endOne(others);
      others.ask(task(), 1);
    }
  }

  private static double ideal(SchedulerTestApp app) {
    LeafQueue queue = app.attempt().queue();
    return IdealShare.of(queue.ledger().tree()).dominantShare(queue.handle());
  }

  /** One text for both: that the next heartbeats serve it would be false. */
  @Test
  void explanationsSayOfAGangWhatTheDiagnosticsSay() {
    boot(queues(), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp gang = gang("root.b", "gang=4", 4);
    endOne(others);
    cluster.rounds(2);
    String message = Objects.requireNonNull(gang.attempt().gang()).message().trim();
    assertThat(message).contains("Gang of 4");
    Explainer explainer = cluster.scheduler.readings().newExplainer();
    Explanation explanation = Objects.requireNonNull(explainer.explain(gang.id(), id -> true));
    assertThat(explanation.sentence()).isEqualTo(message);
    assertThat(Objects.requireNonNull(explainer.explainQueue("root.b", id -> true)).sentence())
        .isEqualTo(message);
  }

  /** What a gang asks for that may not collect now is not pending in the share tree. */
  @Test
  void gangsAreAmongTheApplicationsThatWait() throws Exception {
    boot(queues(), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp incomplete = gang("root.b", "gang=6", 4);
    cluster.rounds(1);
    Explainer explainer = cluster.scheduler.readings().newExplainer();
    for (String queue : List.of("root.b", "root")) {
      QueueExplanation explanation =
          Objects.requireNonNull(explainer.explainQueue(queue, id -> true));
      assertThat(explanation.waiting()).as(queue).contains(incomplete.id());
      assertThat(explanation.sentence())
          .as(queue)
          .contains("Gang of 6: 4 containers are asked for");
    }
    WhatIfAnswer answer = cluster.scheduler.readings().whatIf(WhatIfContract.request(Map.of()));
    assertThat(answer.counts().waiting()).isEqualTo(1);
    assertThat(answer.counts().waitedBefore()).isEqualTo(1);
    assertThat(answer.counts().withheld()).isEqualTo(1);
    assertThat(others.live()).isEqualTo(8);
  }

  /** What two ordinary applications would do shows that two gangs might: each holds half. */
  @Test
  void twoThatCouldEachHoldHalfStartOneAfterTheOther() {
    boot(queues().option("gang.maximum-share", 1), 2);
    List<SchedulerTestApp> ordinary = List.of(cluster.submit("root.a"), cluster.submit("root.b"));
    ordinary.forEach(app -> app.ask(task(), 6));
    cluster.rounds(2);
    assertThat(ordinary).extracting(SchedulerTestApp::live).containsExactly(4, 4);
    ordinary.forEach(SchedulerTestApp::finish);
    cluster.rounds(2);
    List<SchedulerTestApp> gangs =
        List.of(gang("root.a", "gang=6", 6), gang("root.b", "gang=6", 6));
    roundsUntil(() -> gangs.stream().anyMatch(app -> app.live() > 0), 10);
    SchedulerTestApp first = gangs.get(gangs.get(0).live() > 0 ? 0 : 1);
    SchedulerTestApp second = gangs.get(first == gangs.get(0) ? 1 : 0);
    assertThat(first.live()).isEqualTo(6);
    assertThat(second.live()).isZero();
    first.finish();
    roundsUntil(() -> second.live() > 0, 10);
    assertThat(second.live()).isEqualTo(6);
  }

  @Test
  void manyAtOnceAllStartInTheEnd() {
    boot(queues().option("gang.maximum-share", 1), 2);
    List<SchedulerTestApp> waiting = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      int size = 3 + i % 4;
      waiting.add(gang(List.of("root.a", "root.b", "root.c").get(i % 3), "gang=" + size, size));
    }
    roundsUntil(
        () -> {
          List<SchedulerTestApp> started = waiting.stream().filter(app -> app.live() > 0).toList();
          started.forEach(app -> assertThat(app.pending()).isZero());
          started.forEach(SchedulerTestApp::finish);
          waiting.removeAll(started);
          return waiting.isEmpty();
        },
        200);
  }

  /** Each task that ends is replaced at once; members are four times as large as those tasks. */
  @Test
  void aStreamOfSmallTasksDoesNotStarveOne() {
    boot(queues(), 4);
    SchedulerTestApp stream = fill("root.a", 16);
    SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=2");
    gang.ask(resource(2048, 2), 2);
    roundsUntil(
        () -> {
          endOne(stream);
          stream.ask(task(), stream.pending() + 1);
          return gang.live() > 0;
        },
        100);
    assertThat(gang.live()).isEqualTo(2);
    assertThat(stream.live()).isPositive();
  }

  /** What is beyond the gang is served like the requests of any other application. */
  @Test
  void theRestOfTheRequestsIsOrdinary() {
    boot(queues(), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp gang = gang("root.b", "gang=2", 4);
    endOne(others);
    cluster.rounds(2);
    assertThat(gang.live()).isZero();
    endOne(others);
    cluster.rounds(2);
    assertThat(gang.live()).isEqualTo(2);
    endOne(others);
    cluster.rounds(2);
    assertThat(gang.live()).isEqualTo(3);
  }

  @Test
  void inTimeItGivesUpAndTheOthersHaveItsRoom() {
    boot(queues(), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp gang = gang("root.b", "gang=4:10", 4);
    endOne(others);
    cluster.rounds(2);
    assertThat(kept(gang)).isEqualTo(1);
    others.ask(task(), 1);
    cluster.rounds(2);
    assertThat(others.live()).isEqualTo(7);
    now += 10_000;
    cluster.rounds(2);
    assertThat(gang.attempt().gang().message())
        .contains("1 of 4 containers had room on nodes n", ":1 (1)", "waited 10 s", "after 10 s");
    assertThat(others.live()).isEqualTo(8);
    others.ask(task(), 4);
    others.containers().stream().limit(4).forEach(others::complete);
    cluster.rounds(2);
    assertThat(gang.live()).as("others go first for as long").isZero();
    assertThat(others.live()).isEqualTo(8);
    others.containers().stream().limit(4).forEach(others::complete);
    roundsUntil(() -> gang.live() == 4, 3);
  }

  /** Nothing else wants what the second keeps, or what the first leaves. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1})
  void twoOfThreeFifthsOfAnIdleClusterStartWithoutAPauseBetween(double maximumShare) {
    boot(queues().option("gang.maximum-share", maximumShare), 5);
    SchedulerTestApp first = gang("root.a", "gang=12", 12);
    roundsUntil(() -> first.live() == 12, 5);
    SchedulerTestApp second = gang("root.b", "gang=12", 12);
    for (int i = 0; i < 301; i++) {
      now += 1000;
      cluster.round();
    }
    assertThat(second.live()).isZero();
    first.finish();
    roundsUntil(() -> second.live() == 12, 4);
  }

  /** It has the room that others leave, not room that is kept. */
  @Test
  void oneLargerThanWhatMayBeKeptStartsOnceAllItsRoomIsFree() {
    boot(queues(), 2);
    SchedulerTestApp others = fill("root.a", 4);
    SchedulerTestApp gang = gang("root.b", "gang=6", 6);
    cluster.rounds(3);
    assertThat(kept(gang)).isZero();
    assertThat(gang.live()).isZero();
    assertThat(gang.attempt().gang().message())
        .contains("gang.maximum-share 0.5", "all start once");
    others.ask(task(), 2);
    roundsUntil(() -> others.live() == 6, 3);
    others.containers().stream().limit(3).forEach(others::complete);
    roundsUntil(() -> others.live() == 3, 3);
    cluster.rounds(3);
    assertThat(gang.live()).isZero();
    endOne(others);
    roundsUntil(() -> gang.live() == 6, 4);
  }

  /** What each start and each second costs does not grow with the gangs of one user that wait. */
  @Test
  void ofManyOfOneUserOneTakesTurns() {
    boot(queues(), 2);
    fill("root.a", 8);
    List<SchedulerTestApp> waiting = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=2", "user0");
      gang.ask(task(), 2);
      waiting.add(gang);
    }
    for (int i = 0; i < 30; i++) {
      now += 1000;
      cluster.nodes().forEach(SchedulerTestNode::heartbeat);
      assertThat(waiting)
          .filteredOn(gang -> !gang.attempt().application().asks().isEmpty())
          .as("gangs that the share tree knows")
          .hasSizeLessThan(2);
    }
  }

  /** A thousand masters call each second: fails if each call has a gang's sentence made again. */
  @Test
  void callThatAsksForNothingLeavesTheGangAsItIs() {
    boot(queues(), 2);
    SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=1000");
    gang.ask(task(), 1000);
    cluster.rounds(1);
    String told = gang.attempt().gang().message();
    assertThat(told).contains("1000");
    cluster.rounds(2);
    assertThat(gang.attempt().gang().message()).as("the sentence").isSameAs(told);
  }

  @Test
  void withNodesChosenByScoreItIsTheSame() {
    boot(queues().option("node-choice", "best-fit").option("node-choice.interval-ms", 0), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp gang = gang("root.b", "gang=3", 3);
    endOne(others);
    endOne(others);
    cluster.rounds(3);
    assertThat(gang.live()).isZero();
    assertThat(kept(gang)).isEqualTo(2);
    endOne(others);
    cluster.rounds(3);
    assertThat(gang.live()).isEqualTo(3);
  }

  @Test
  void withoutNodeHeadroomItIsTheSame() {
    boot(queues().option("node-headroom", "none"), 2);
    SchedulerTestApp others = fill("root.a", 8);
    SchedulerTestApp gang = gang("root.b", "gang=2", 2);
    endOne(others);
    cluster.rounds(2);
    assertThat(gang.live()).isZero();
    endOne(others);
    cluster.rounds(2);
    assertThat(gang.live()).isEqualTo(2);
  }

  /** Entitled to half of the cluster, of which it has nothing: to four tasks, and not to five. */
  @Test
  void preemptionMakesRoomForAllMembersOrForNone() {
    SchedulerConf conf =
        conf()
            .queues("root", "a,b")
            .option("gang.maximum-share", 1)
            .yarn(PREEMPTION + "max_ignored_over_capacity", 0)
            .yarn(PREEMPTION + "natural_termination_factor", 1)
            .yarn(PREEMPTION + "total_preemption_per_round", 1)
            .queues("root", "a,b,c");
    boot(conf, 2);
    PreemptionMonitor monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
    SchedulerTestApp others = cluster.submit("root.a");
    others.ask(task(), 1000);
    cluster.rounds(2);
    SchedulerTestApp tooLarge = gang("root.b", "gang=5", 5);
    looks(monitor);
    assertThat(others.live()).isEqualTo(8);
    tooLarge.finish();
    SchedulerTestApp entitled = gang("root.b", "gang=4", 4);
    looks(monitor);
    assertThat(entitled.live()).isEqualTo(4);
    assertThat(others.live()).isEqualTo(4);
  }

  private void looks(PreemptionMonitor monitor) {
    for (int i = 0; i < 4; i++) {
      cluster.rounds(2);
      monitor.editSchedule();
      now += 15_000;
      monitor.editSchedule();
      cluster.rounds(2);
    }
  }

  /** With masters that the ResourceManager starts, and every key at its default. */
  @Test
  void managedMastersStartAsUsualAndAreNoMembers() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues())) {
      List<MockNM> managers =
          List.of(rm.node("m1", resource(4096, 4)), rm.node("m2", resource(4096, 4)));
      RMApp app =
          MockRMAppSubmitter.submit(
              rm.rm,
              SchedulerRm.application(rm.rm, "root.a")
                  .withApplicationTags(java.util.Set.of("GANG=4:60"))
                  .build());
      MockAM master = rm.launch(app, managers.get(0));
      rm.ask(master, SchedulerTestApp.anywhere(task(), 3, 1));
      managers.get(1).nodeHeartbeat(true);
      rm.rm.drainEvents();
      assertThat(rm.ask(master)).as("three of four are asked for").isEmpty();
      rm.ask(master, SchedulerTestApp.anywhere(task(), 4, 1));
      List<Container> given = new ArrayList<>();
      for (int i = 0; i < 10 && given.isEmpty(); i++) {
        for (MockNM manager : managers) {
          manager.nodeHeartbeat(true);
          rm.rm.drainEvents();
        }
        given.addAll(rm.ask(master));
      }
      assertThat(given).hasSize(4);
      rm.verify();
    }
  }
}
