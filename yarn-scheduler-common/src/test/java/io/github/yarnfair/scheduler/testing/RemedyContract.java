// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.RequestExplanation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.junit.jupiter.api.Test;

/**
 * On random clusters an application that waits is served once the first remedy of each obstacle is
 * applied: of all whose remedies are not said to be too little, at least 98 %.
 */
abstract class RemedyContract {
  private static final int CLUSTERS = TestSize.of(400, 40);
  private static final int ROUNDS = 8;
  private static final double LEAST = 0.98;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @Test
  void namedRemediesLetTheApplicationStart() throws Exception {
    long seed = Seed.of("RemedyContract", 20_261_124 + conf().name().hashCode());
    int asked = 0;
    int tooLittle = 0;
    List<String> broken = new ArrayList<>();
    for (int round = 0; round < CLUSTERS; round++) {
      try (WaitingCluster cluster = new WaitingCluster(conf(), Seed.random(seed, round))) {
        SchedulerTestApp app = cluster.waiting();
        if (app == null) {
          continue;
        }
        List<Finding> findings = findings(cluster.cluster, app);
        List<Remedy> chosen =
            findings.stream()
                .filter(finding -> !finding.remedies().isEmpty())
                .map(finding -> finding.remedies().get(0))
                .toList();
        if (chosen.stream()
            .anyMatch(remedy -> remedy.sentence().contains("not enough by itself"))) {
          tooLittle++;
          continue;
        }
        asked++;
        Set<ContainerId> before = held(app);
        try {
          cluster.trial(app).applyInOrder(chosen);
          cluster.rounds(ROUNDS);
          if (before.containsAll(held(app))) {
            broken.add(
                round + " " + text(findings) + "; then " + text(findings(cluster.cluster, app)));
          }
        } catch (AssertionError | Exception e) {
          broken.add(round + " " + text(findings) + "; then " + e);
        }
      }
    }
    System.out.printf(
        "RemedyContract: %d of %d waiting applications served, %d more told that it is not enough%n",
        asked - broken.size(), asked, tooLittle);
    broken.forEach(System.out::println);
    assertThat(asked).as("applications taken at the word").isGreaterThan(CLUSTERS / 2);
    assertThat(broken)
        .as("not served")
        .hasSizeLessThanOrEqualTo((int) Math.ceil(asked * (1 - LEAST)));
  }

  private static List<Finding> findings(SchedulerFixture cluster, SchedulerTestApp app) {
    Explanation explanation =
        Objects.requireNonNull(
            cluster.scheduler.readings().newExplainer().explain(app.id(), id -> true));
    return Stream.concat(
            explanation.findings().stream(),
            explanation.requests().stream()
                .limit(1)
                .map(RequestExplanation::findings)
                .flatMap(List::stream))
        .toList();
  }

  private static String text(List<Finding> findings) {
    return findings.stream()
        .map(finding -> finding.kind() + " " + finding.sentence() + " " + finding.remedies())
        .toList()
        .toString();
  }

  private static Set<ContainerId> held(SchedulerTestApp app) {
    Set<ContainerId> held = new HashSet<>();
    app.attempt().getLiveContainers().forEach(each -> held.add(each.getContainerId()));
    return held;
  }
}
