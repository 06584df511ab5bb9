// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.RequestExplanation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * Takes an explanation at its word: the application is not served as things are, nor while one of
 * the obstacles is left, and it is served once each obstacle is met by one of its remedies. Every
 * remedy is tried, each time on a cluster of its own.
 */
final class Counterfactual {
  private static final int ROUNDS = 4;
  private static final long TIMEOUT = 1_000;

  private final SchedulerConf conf;
  private final Scenario scenario;
  private Consumer<SchedulerTestApp> relax = app -> {};
  private boolean independent = true;

  private SchedulerFixture cluster;
  private SchedulerTestApp waiting;
  private List<Finding> findings = List.of();
  private Set<ContainerId> before = Set.of();
  private long now;

  /** Brings a cluster to where an application waits, and returns that. */
  interface Scenario {
    SchedulerTestApp play(SchedulerFixture cluster) throws Exception;
  }

  Counterfactual(SchedulerConf conf, Scenario scenario) {
    this.conf = conf.copy().option("node-headroom.timeout-ms", TIMEOUT);
    this.scenario = scenario;
  }

  /** Says how the request's places or constraint are relaxed. */
  Counterfactual relaxing(Consumer<SchedulerTestApp> how) {
    relax = how;
    return this;
  }

  /** Remedies of one obstacle remove another as well: none is left out by itself. */
  Counterfactual entangled() {
    independent = false;
    return this;
  }

  /** Expects these obstacles, in this order, and tries all their remedies. */
  void expect(Finding.Kind... kinds) throws Exception {
    int remedies = 1;
    for (int i = 0; i < remedies; i++) {
      try (SchedulerFixture fixture = play()) {
        assertThat(findings).extracting(Finding::kind).as(sentences()).containsExactly(kinds);
        assertThat(isServed()).as("served as it is: " + sentences()).isFalse();
        remedies = findings.stream().mapToInt(finding -> finding.remedies().size()).max().orElse(0);
        int index = i;
        List<Remedy> chosen = findings.stream().map(finding -> remedy(finding, index)).toList();
        applyInOrder(chosen);
        assertThat(isServed()).as("served after " + chosen + " of: " + sentences()).isTrue();
        fixture.verify();
      }
    }
    for (int left = 0; left < kinds.length && kinds.length > 1 && independent; left++) {
      try (SchedulerFixture fixture = play()) {
        List<Remedy> others = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
          if (i != left) {
            others.add(remedy(findings.get(i), 0));
          }
        }
        applyInOrder(others);
        assertThat(isServed()).as("served with " + kinds[left] + " left: " + sentences()).isFalse();
        fixture.verify();
      }
    }
  }

  private SchedulerFixture play() throws Exception {
    now = 1_000_000;
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    waiting = scenario.play(cluster);
    before = held();
    Explanation explanation =
        Objects.requireNonNull(
            cluster.scheduler.readings().newExplainer().explain(waiting.id(), id -> true));
    findings =
        Stream.concat(
                explanation.findings().stream(),
                explanation.requests().stream()
                    .map(RequestExplanation::findings)
                    .flatMap(List::stream))
            .toList();
    return cluster;
  }

  private String sentences() {
    return findings.stream().map(Finding::sentence).toList().toString();
  }

  private static Remedy remedy(Finding finding, int index) {
    assertThat(finding.remedies()).as(finding.sentence()).isNotEmpty();
    return finding.remedies().get(Math.min(index, finding.remedies().size() - 1));
  }

  private void applyInOrder(List<Remedy> remedies) throws Exception {
    new RemedyTrial(
            cluster,
            conf,
            waiting,
            (partition, capability) -> cluster.addNode("added", capability),
            relax,
            () -> now += TIMEOUT)
        .applyInOrder(remedies);
  }

  /** Returns whether the application gets a container in the next heartbeats. */
  private boolean isServed() {
    cluster.rounds(ROUNDS);
    Set<ContainerId> after = held();
    after.removeAll(before);
    return !after.isEmpty();
  }

  private Set<ContainerId> held() {
    Set<ContainerId> held = new HashSet<>();
    waiting.attempt().getLiveContainers().forEach(each -> held.add(each.getContainerId()));
    return held;
  }
}
