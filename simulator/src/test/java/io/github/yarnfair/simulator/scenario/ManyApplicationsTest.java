// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A queue with more applications than its share has tasks holds its share: A{a: endless} beside
 * B{b1 … b300} (b120 in each build), each with a task or two of one core, on 100 cores. One task at
 * a time ends and is asked for again. The rule {@code naive} passes here, and starves leaves in
 * {@link PropertiesTest}.
 */
class ManyApplicationsTest {
  private static final long CORES = 100;

  /** More than there are cores, whatever the size. */
  private static final int APPLICATIONS = TestSize.of(300, 120);

  /**
   * In a round one task of each application that has one ends. From A, which is one application, at
   * most a task a round can move to B.
   */
  private static final int ROUNDS_FROM_A = 120;

  private static final int ROUNDS_FROM_B = 20;

  private static final double TOLERATED_TASKS = 2;
  private static final double STARVED_TASKS = 5;

  private static final Set<Rule> KEEPING_SHARES =
      Set.of(
          Rule.H_DRF,
          Rule.DFF,
          Rule.MCH_EXACT,
          Rule.MCH_UNIFORM,
          Rule.MCH,
          Rule.DRFH,
          Rule.UDRF,
          Rule.IDEAL_BY_KINDS,
          Rule.NAIVE);

  /** What B consists of, and the weights of A and B. */
  private record Form(boolean hasQueueForEachUser, int tasks, int weightOfA, int weightOfB) {
    private double entitled() {
      return (double) CORES * weightOfA / (weightOfA + weightOfB);
    }

    private TreeSpec tree() {
      List<TreeSpec> below = new ArrayList<>();
      for (int i = 1; i <= APPLICATIONS; i++) {
        TreeSpec application = TreeSpec.leaf("b" + i, 1).tasks(tasks);
        below.add(hasQueueForEachUser ? TreeSpec.queue("u" + i, application) : application);
      }
      return TreeSpec.queue(
          "root",
          TreeSpec.queue("A", TreeSpec.leaf("a", 1)).weighing(weightOfA),
          TreeSpec.queue("B", below).weighing(weightOfB));
    }

    @Override
    public String toString() {
      return "%d : %d, %d of %d tasks%s"
          .formatted(
              weightOfA,
              weightOfB,
              APPLICATIONS,
              tasks,
              hasQueueForEachUser ? ", a queue for each user" : "");
    }
  }

  static Stream<Form> forms() {
    List<Form> forms = new ArrayList<>();
    for (int[] weights : new int[][] {{1, 1}, {9, 1}, {1, 3}}) {
      for (int tasks = 1; tasks <= 2; tasks++) {
        forms.add(new Form(false, tasks, weights[0], weights[1]));
        forms.add(new Form(true, tasks, weights[0], weights[1]));
      }
    }
    return forms.stream();
  }

  static Stream<Arguments> rulesAndForms() {
    return KEEPING_SHARES.stream().flatMap(rule -> forms().map(form -> Arguments.of(rule, form)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("rulesAndForms")
  void endlessApplicationReachesItsShareFromNothing(Rule rule, Form form) {
    assertThat(runningOfA(rule, form, false)).isCloseTo(form.entitled(), within(TOLERATED_TASKS));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("rulesAndForms")
  void endlessApplicationFallsToItsShareFromTheWholeCluster(Rule rule, Form form) {
    assertThat(runningOfA(rule, form, true)).isCloseTo(form.entitled(), within(TOLERATED_TASKS));
  }

  /** The rival: one of B's applications always holds nothing, and B is rated by it. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void ratedByTheLeastApplicationTheEndlessOneStarves(Form form) {
    assertThat(runningOfA(Rule.LEAST_APPLICATION, form, true)).isLessThanOrEqualTo(STARVED_TASKS);
    assertThat(runningOfA(Rule.LEAST_APPLICATION, form, false)).isLessThanOrEqualTo(STARVED_TASKS);
  }

  /** Returns what a runs in the end, if A or else B has the whole cluster at first. */
  private static double runningOfA(Rule rule, Form form, boolean isAFirst) {
    TaskSimulation simulation = new TaskSimulation(form.tree(), rule::over, CORES);
    if (isAFirst) {
      simulation.submit("a", Demand.ENDLESS);
      simulation.schedule();
    }
    for (int i = 1; i <= APPLICATIONS; i++) {
      simulation.submit("b" + i, form.tasks);
    }
    simulation.schedule();
    simulation.submit("a", Demand.ENDLESS);
    return simulation.churn(isAFirst ? ROUNDS_FROM_A : ROUNDS_FROM_B).running("a");
  }
}
