// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.RunFigures;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.RunUsers;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real schedulers on the same events as the rules. */
class RealRunTest {
  private static final List<String> RESOURCES = List.of("memory-mb", "vcores", "yarn.io/gpu");

  private static final RunQueue TREE =
      RunQueue.of(
          "root",
          1,
          RunQueue.of("root.a", 2),
          RunQueue.of("root.b", 1, RunQueue.of("root.b.c", 1), RunQueue.of("root.b.d", 3)));

  private static Workload workload(Random random) {
    List<RunNode> nodes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      nodes.add(new RunNode(i, "n" + i, "", new long[] {65_536, 16, i % 2 * 4}));
    }
    List<String> queues = List.of("root.a", "root.b.c", "root.b.d");
    List<RunJob> jobs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<TaskGroup> groups =
          List.of(group(8, random, 2_048, 1, 0), group(2, random, 4_096, 2, random.nextInt(2)));
      jobs.add(new RunJob(i, "j" + i, queues.get(i % 3), "u" + i % 2, i * 500L, groups));
    }
    return new Workload(RESOURCES, nodes, jobs);
  }

  private static TaskGroup group(int count, Random random, long... demand) {
    return new TaskGroup(count, demand, 2_000 + random.nextInt(20_000), "");
  }

  private static RunFigures run(Workload workload, RunQueue root, String scheduler)
      throws IOException {
    return new RunSession(workload, root, 5, Sampling.every(2_000))
        .run(new HostedContender(RealScheduler.of(scheduler)), List.of())
        .figures();
  }

  @ParameterizedTest
  @MethodSource("io.github.yarnfair.simulator.cluster.RealScheduler#names")
  void allTasksOfTheSameEventsRun(String scheduler) throws Exception {
    Workload workload = workload(new Random(5));
    RunFigures figures = run(workload, TREE, scheduler);
    assertThat(figures.neverStarted()).isZero();
    assertThat(figures.starts()).isEqualTo(600);
    assertThat(figures.makespan()).isGreaterThan(30_000);
  }

  /** One decides in a ResourceManager's adapter and one without: by the same rule. */
  @Test
  void realSchedulerComesToWhatItsRuleComesTo() throws Exception {
    Workload workload = workload(new Random(6));
    RunFigures real = run(workload, TREE, "hdrf-scheduler");
    RunFigures rule =
        new RunSession(workload, TREE, 5, Sampling.every(2_000))
            .run(new RuleContender(Rule.H_DRF, NodeChoice.HEARTBEAT), List.of())
            .figures();
    for (String queue : rule.waits().keySet()) {
      double expected = rule.waits().get(queue).mean();
      assertThat(real.waits().get(queue).mean())
          .as(queue)
          .isBetween(0.8 * expected - 500, 1.2 * expected + 500);
    }
    assertThat(real.distance()).isBetween(0.5 * rule.distance(), 2 * rule.distance() + 0.02);
  }

  /** Half of the cluster is the most that the only queue with jobs may have. */
  @ParameterizedTest
  @ValueSource(strings = {"capacity-scheduler", "fair-scheduler", "hdrf-scheduler"})
  void maximumOfAQueueHolds(String scheduler) throws Exception {
    long[] most = {4 * 65_536, 64, RunQueue.UNLIMITED};
    RunQueue limited = new RunQueue("root.a", 1, most, false, RunUsers.NONE, false, List.of());
    RunQueue root = RunQueue.of("root", 1, limited, RunQueue.of("root.b", 1));
    Workload all = workload(new Random(7));
    List<RunJob> jobs =
        List.of(
            new RunJob(
                0,
                "j",
                "root.a",
                "u",
                0,
                List.of(new TaskGroup(128, new long[] {1_024, 1, 0}, 60_000, ""))));
    RunFigures figures = run(new Workload(RESOURCES, all.nodes(), jobs), root, scheduler);
    assertThat(figures.neverStarted()).isZero();
    assertThat(figures.makespan()).isBetween(120_000L, 130_000L);
  }

  /** As many large jobs run as the queue is due vcores; a small one is served beside them. */
  @ParameterizedTest
  @ValueSource(strings = {"capacity-scheduler", "fair-scheduler", "hdrf-scheduler"})
  void mastersThatHoldNothingLimitNoApplications(String scheduler) throws Exception {
    List<RunNode> nodes = List.of(new RunNode(0, "n", "", new long[] {65_536, 8, 0}));
    List<RunJob> jobs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      TaskGroup tasks =
          new TaskGroup(i < 4 ? 50 : 1, new long[] {1_024, 1, 0}, 10_000 + 500 * i, "");
      jobs.add(new RunJob(i, "j" + i, "root.a", "u", i < 4 ? 0 : 1_000, List.of(tasks)));
    }
    RunQueue root = RunQueue.of("root", 1, RunQueue.of("root.a", 1), RunQueue.of("root.b", 1));
    RunFigures figures = run(new Workload(RESOURCES, nodes, jobs), root, scheduler);
    assertThat(figures.completedAfter(4)).isLessThan(40_000);
    assertThat(figures.completedAfter(0)).isGreaterThan(200_000);
  }

  /** A ResourceManager on the virtual clock remembers as the simulator's rule does. */
  @Test
  void schedulerOfThisProjectTakesAMemoryAndYarnsOwnRefuseIt() throws Exception {
    RunQueue three =
        RunQueue.of(
            "root",
            1,
            RunQueue.of("root.a", 1),
            RunQueue.of("root.b", 1),
            RunQueue.of("root.c", 1));
    List<RunJob> jobs = new ArrayList<>();
    for (String queue : List.of("root.a", "root.c", "root.b")) {
      long submit = queue.equals("root.b") ? 3 * 3_600_000L : 0;
      TaskGroup group = new TaskGroup(600, demand(), 300_000, "");
      jobs.add(new RunJob(jobs.size(), queue, queue, "u", submit, List.of(group)));
    }
    Workload workload = new Workload(RESOURCES, List.of(new RunNode(0, "n", "", twelve())), jobs);
    Map<String, String> memory = Map.of("balance.half-life", "3h");
    RealScheduler hdrf = RealScheduler.of("hdrf-scheduler");
    double without = waitOfB(workload, three, new HostedContender(hdrf));
    double with = waitOfB(workload, three, new HostedContender(hdrf, memory));
    assertThat(with).isLessThan(0.92 * without);
    assertThatThrownBy(() -> new HostedContender(RealScheduler.CAPACITY, memory))
        .hasMessageContaining("capacity-scheduler: expected a scheduler of this project");
  }

  private static double waitOfB(Workload workload, RunQueue root, HostedContender contender)
      throws Exception {
    return new RunSession(workload, root, 1, Sampling.every(60_000))
        .run(contender, List.of())
        .figures()
        .waits()
        .get("root.b")
        .mean();
  }

  private static long[] demand() {
    long[] demand = new long[RESOURCES.size()];
    demand[0] = 100;
    demand[1] = 1;
    return demand;
  }

  private static long[] twelve() {
    long[] capacity = new long[RESOURCES.size()];
    capacity[0] = 12_000;
    capacity[1] = 12;
    return capacity;
  }

  @Test
  void boundTasksAreRefused() {
    TaskGroup bound = new TaskGroup(1, new long[] {1, 1, 0}, 1, "T4");
    RunJob job = new RunJob(0, "j", "root.a", "", 0, List.of(bound));
    Workload workload =
        new Workload(
            RESOURCES, List.of(new RunNode(0, "n", "T4", new long[] {1, 1, 0})), List.of(job));
    assertThatThrownBy(() -> run(workload, TREE, "fair-scheduler"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("fair-scheduler: job j is bound to machine class \"T4\"");
  }
}
