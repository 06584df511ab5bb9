// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import static io.github.yarnfair.simulator.engine.SmallWorkload.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.figures.DecayedParts;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.RunUsers;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs of workloads that are small enough to be computed by hand. */
class RuleRunTest {
  private static final RunQueue TWO =
      RunQueue.of("root", 1, RunQueue.of("root.a", 1), RunQueue.of("root.b", 1));

  private final EventLog log = new EventLog();

  private RunSession.Result run(Workload workload, RunQueue root, NodeChoice choice)
      throws Exception {
    return new RunSession(workload, root, 1, Sampling.every(5_000))
        .run(new RuleContender(Rule.H_DRF, choice), List.of(log));
  }

  /** Two vcores, four tasks of a and two of b, ten seconds each: a turn each, then a alone. */
  @ParameterizedTest
  @EnumSource(NodeChoice.class)
  void queuesTakeTurnsAndFiguresAreThoseComputedByHand(NodeChoice choice) throws Exception {
    Workload workload =
        new SmallWorkload()
            .node(100, 2, 0)
            .job("root.a", 0, tasks(4, 10, 10, 1, 0))
            .job("root.b", 0, tasks(2, 10, 10, 1, 0))
            .build();
    RunFigures figures = run(workload, TWO, choice).figures();
    assertThat(log.starts())
        .containsExactly(
            "0 started j0/0 on n0",
            "0 started j1/0 on n0",
            "10000 started j0/1 on n0",
            "10000 started j1/1 on n0",
            "20000 started j0/2 on n0",
            "20000 started j0/3 on n0");
    assertThat(log.events).contains("begins h-drf " + choice.configured(), "30000 ends");
    assertThat(figures.makespan()).isEqualTo(30_000);
    assertThat(figures.starts()).isEqualTo(6);
    assertThat(figures.neverStarted()).isZero();
    assertThat(figures.waits().get("root.a").mean()).isEqualTo(12_500);
    assertThat(figures.waits().get("root.b").percentile(0.9)).isEqualTo(10_000);
    assertThat(figures.completedAfter(0)).isEqualTo(30_000);
    assertThat(figures.completedAfter(1)).isEqualTo(20_000);
    assertThat(figures.inUse(0)).isCloseTo(0.2, within(1e-12));
    assertThat(figures.inUse(1)).isCloseTo(1.0, within(1e-12));
    assertThat(figures.inUse(2)).isZero();
    assertThat(figures.worstDistance()).isCloseTo(0, within(1e-9));
  }

  /** b was idle for a day while a and c filled the cluster: it has two thirds when it comes. */
  @ParameterizedTest
  @EnumSource(
      value = NodeChoice.class,
      names = {"HEARTBEAT", "BEST_FIT"})
  void memoryGivesBackWhatAQueueFellBehind(NodeChoice choice) throws Exception {
    RunQueue three =
        RunQueue.of(
            "root",
            1,
            RunQueue.of("root.a", 1),
            RunQueue.of("root.b", 1),
            RunQueue.of("root.c", 1));
    Workload workload =
        new SmallWorkload()
            .node(1000, 12, 0)
            .job("root.a", 0, tasks(2000, 600, 10, 1, 0))
            .job("root.c", 0, tasks(2000, 600, 10, 1, 0))
            .job("root.b", 24 * 3600, tasks(200, 600, 10, 1, 0))
            .build();
    long moment = (24 * 3600 + 900) * 1000L;
    Sampling sampling = Sampling.every(100_000);
    RuleContender rule = new RuleContender(Rule.H_DRF, choice);
    long halfLife = 24L * 3_600_000;
    DecayedParts with = new DecayedParts(three, halfLife);
    new RunSession(workload, three, 1, sampling)
        .run(new RememberingContender(rule, BalanceRules.of(halfLife)), List.of(log, with));
    assertThat(log.events).contains("begins h-drf+balance " + choice.configured());
    assertThat(log.samples.get(moment).get("root.b").held()).isCloseTo(8.0 / 12, within(1e-9));
    log.samples.clear();
    DecayedParts without = new DecayedParts(three, halfLife);
    new RunSession(workload, three, 1, sampling).run(rule, List.of(log, without));
    assertThat(log.samples.get(moment).get("root.b").held()).isCloseTo(4.0 / 12, within(1e-9));
    // For a day a and c compete, and b has nothing: a third is missing.
    assertThat(without.distance()).isBetween(0.28, 1.0 / 3);
    assertThat(with.distance()).isLessThan(without.distance());
    // And for 8 of the other 31 hours b waits for its third and is below it in the past.
    assertThat(without.idlePart()).isBetween(0.75, 0.95);
  }

  @Test
  void samplesShowHeldIdealAndPendingOfAllQueues() throws Exception {
    Workload workload =
        new SmallWorkload()
            .node(100, 4, 0)
            .job("root.a", 0, tasks(8, 20, 10, 1, 0))
            .job("root.b", 10, tasks(8, 20, 10, 1, 0))
            .build();
    run(workload, TWO, NodeChoice.HEARTBEAT);
    Map<String, QueueSample> before = log.samples.get(5_000L);
    assertThat(before.get("root.a")).isEqualTo(new QueueSample("root.a", 1.0, 1.0, 4));
    assertThat(before.get("root")).isEqualTo(new QueueSample("root", 1.0, 1.0, 4));
    Map<String, QueueSample> after = log.samples.get(15_000L);
    assertThat(after.get("root.a").held()).isEqualTo(1.0);
    assertThat(after.get("root.a").ideal()).isCloseTo(0.5, within(1e-9));
    assertThat(after.get("root.b").held()).isZero();
    assertThat(after.get("root.b").ideal()).isCloseTo(0.5, within(1e-9));
    assertThat(after.get("root.b").pendingTasks()).isEqualTo(8);
    assertThat(log.events).contains("15000 used [40, 4, 0]");
  }

  @Test
  void useCountsUntilTheLastSubmission() throws Exception {
    Workload workload =
        new SmallWorkload()
            .node(100, 4, 0)
            .job("root.a", 0, tasks(1, 10, 10, 1, 0))
            .job("root.b", 20, tasks(1, 100, 10, 1, 0))
            .build();
    RunFigures figures = run(workload, TWO, NodeChoice.BEST_FIT).figures();
    assertThat(figures.inUse(1)).isCloseTo(0.25 * 10 / 20, within(1e-12));
    assertThat(figures.makespan()).isEqualTo(120_000);
  }

  @Test
  void queueInOrderServesTheFirstJobFirst() throws Exception {
    RunQueue inOrder =
        new RunQueue("root.a", 1, new long[0], true, RunUsers.NONE, false, List.of());
    Workload workload =
        new SmallWorkload()
            .node(100, 1, 0)
            .job("root.a", 0, tasks(2, 10, 10, 1, 0))
            .job("root.a", 0, tasks(2, 10, 10, 1, 0))
            .build();
    run(workload, RunQueue.of("root", 1, inOrder), NodeChoice.HEARTBEAT);
    assertThat(log.starts())
        .containsExactly(
            "0 started j0/0 on n0",
            "10000 started j0/1 on n0",
            "20000 started j1/0 on n0",
            "30000 started j1/1 on n0");
  }

  /** The release is on n1, and what it lets start fits n0 alone. */
  @ParameterizedTest
  @EnumSource(
      value = NodeChoice.class,
      names = {"HEARTBEAT", "FIRST_FIT"})
  void releaseBelowALimitLetsATaskStartOnAnotherNode(NodeChoice choice) throws Exception {
    long[] most = {RunQueue.UNLIMITED, 2, RunQueue.UNLIMITED};
    RunQueue limited = new RunQueue("root.a", 1, most, false, RunUsers.NONE, false, List.of());
    Workload workload =
        new SmallWorkload()
            .node(100, 2, 0)
            .node(100, 1, 1)
            .job("root.a", 0, tasks(1, 10, 10, 1, 1))
            .job("root.a", 2, tasks(1, 10, 10, 2, 0))
            .build();
    RunFigures figures = run(workload, RunQueue.of("root", 1, limited), choice).figures();
    assertThat(figures.neverStarted()).isZero();
    assertThat(figures.waits().get("root.a").percentile(1)).isBetween(8_000L, 10_000L);
  }

  /** A user may hold half of the queue, and the last task may pass that. */
  @Test
  void userLimitHoldsAndWeightsOfUsersDivideTheQueue() throws Exception {
    RunUsers users = new RunUsers(true, 0.5, Map.of());
    RunQueue queue = new RunQueue("root.a", 1, new long[0], false, users, false, List.of());
    Workload workload =
        new SmallWorkload()
            .node(100, 10, 0)
            .job("root.a", "one", 0, tasks(20, 10, 1, 1, 0))
            .build();
    run(workload, RunQueue.of("root", 1, queue), NodeChoice.HEARTBEAT);
    assertThat(log.samples.get(5_000L).get("root.a").held()).isCloseTo(0.6, within(1e-9));

    RunUsers weighted = new RunUsers(true, null, Map.of("two", 4.0));
    RunQueue divided = new RunQueue("root.a", 1, new long[0], false, weighted, false, List.of());
    Workload both =
        new SmallWorkload()
            .node(100, 10, 0)
            .job("root.a", "one", 0, tasks(20, 10, 1, 1, 0))
            .job("root.a", "two", 0, tasks(20, 10, 1, 1, 0))
            .build();
    EventLog second = new EventLog();
    new RunSession(both, RunQueue.of("root", 1, divided), 1, Sampling.every(5_000))
        .run(new RuleContender(Rule.H_DRF, NodeChoice.HEARTBEAT), List.of(second));
    assertThat(second.starts().stream().limit(10).filter(s -> s.contains("j1"))).hasSize(8);
  }

  @ParameterizedTest
  @EnumSource(NodeChoice.class)
  void boundTasksRunOnTheirClassesAlone(NodeChoice choice) throws Exception {
    long[] demand = {10, 1, 0};
    Workload workload =
        new SmallWorkload()
            .node("T4", 100, 4, 0)
            .node("G2", 100, 4, 0)
            .node("P100", 100, 4, 0)
            .job("root.a", 0, new TaskGroup(6, demand, 10_000, "G2"))
            .job("root.b", 0, new TaskGroup(8, demand, 10_000, "T4|P100"))
            .build();
    RunFigures figures = run(workload, TWO, choice).figures();
    assertThat(log.starts().stream().filter(s -> s.contains("j0/"))).hasSize(6);
    assertThat(log.starts().stream().filter(s -> s.contains("j0/")))
        .allMatch(start -> start.endsWith("n1"));
    assertThat(log.starts().stream().filter(s -> s.contains("j1/")))
        .noneMatch(start -> start.endsWith("n1"));
    assertThat(figures.makespan()).isBetween(20_000L, 22_000L);
  }

  @Test
  void taskLargerThanEveryNodeNeverStartsAndHoldsUpNothing() throws Exception {
    Workload workload =
        new SmallWorkload()
            .node(100, 4, 0)
            .job("root.a", 0, tasks(1, 10, 10, 5, 0), tasks(2, 10, 10, 4, 0))
            .build();
    RunFigures figures = run(workload, TWO, NodeChoice.HEARTBEAT).figures();
    assertThat(figures.neverStarted()).isEqualTo(1);
    assertThat(figures.makespan()).isEqualTo(20_000);
    assertThat(figures.completedAfter(0)).isEqualTo(RunFigures.NOT_COMPLETE);
  }

  @ParameterizedTest
  @EnumSource(NodeChoice.class)
  void equalSeedsGiveEqualEvents(NodeChoice choice) throws Exception {
    Workload workload = random(new Random(7));
    EventLog first = new EventLog();
    EventLog second = new EventLog();
    RunSession session = new RunSession(workload, TWO, 3, Sampling.every(1_000));
    session.run(new RuleContender(Rule.H_DRF, choice), List.of(first));
    session.run(new RuleContender(Rule.H_DRF, choice), List.of(second));
    assertThat(second.events).isEqualTo(first.events);
    assertThat(first.starts()).hasSize(600);
  }

  /** Every task starts once it fits: no room that a waiting task could use is left for long. */
  @ParameterizedTest
  @MethodSource("io.github.yarnfair.simulator.rule.Rule#all")
  void everyRuleRunsAllTasksUnderEachNodeChoice(Rule rule) throws Exception {
    Workload workload = random(new Random(8));
    for (NodeChoice choice : NodeChoice.values()) {
      RunFigures figures =
          new RunSession(workload, TWO, 3, Sampling.every(5_000))
              .run(new RuleContender(rule, choice), List.of())
              .figures();
      assertThat(figures.neverStarted()).as("%s", choice).isZero();
    }
  }

  private static Workload random(Random random) {
    SmallWorkload workload = new SmallWorkload();
    for (int node = 0; node < 6; node++) {
      workload.node(64, 8, node % 2 * 4);
    }
    for (int job = 0; job < 60; job++) {
      workload.job(
          random.nextBoolean() ? "root.a" : "root.b",
          job,
          tasks(6, 1 + random.nextInt(20), 1 + random.nextInt(16), 1 + random.nextInt(4), 0),
          tasks(4, 1 + random.nextInt(20), 1 + random.nextInt(8), 1, random.nextInt(2)));
    }
    return workload.build();
  }
}
