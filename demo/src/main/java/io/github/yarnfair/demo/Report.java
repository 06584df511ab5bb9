// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.TaskDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Compares each application's mean share in each phase with its ideal.
 *
 * <p>Tasks are whole, and one that has ended is replaced at a heartbeat: a share counts as ideal
 * within one task of the application and {@value #SLACK} of the cluster.
 */
final class Report {
  /** Allowed beside one task, as a fraction of the cluster. */
  static final double SLACK = 0.03;

  /** An application with less than this part of its ideal share counts as starved. */
  private static final double STARVED = 0.25;

  private static final String ROW = "  %-12s %6s %6s %11s %10s  %s";

  private final Scenario scenario;
  private final Map<Phase, PhaseAverage> averages;
  private final Map<String, Long> capacity;
  private int off;

  Report(Scenario scenario, Map<Phase, PhaseAverage> averages) {
    this.scenario = scenario;
    this.averages = averages;
    this.capacity = scenario.capacity();
  }

  /** The summary's lines. */
  List<String> lines() {
    off = 0;
    List<String> lines = new ArrayList<>();
    lines.add(ROW.formatted("", "share", "ideal", "difference", "tolerance", "").stripTrailing());
    for (Phase phase : scenario.phases()) {
      lines.add(phase.title());
      addPhase(phase, lines);
    }
    return lines;
  }

  /** How many shares were off by more than the tolerance, after {@link #lines()}. */
  int off() {
    return off;
  }

  /** One sentence on all shares, after {@link #lines()}. */
  String verdict() {
    return off == 0
        ? "every share was ideal within the tolerance (one task and %s of the cluster)."
            .formatted(Wording.share(SLACK))
        : "%d shares were off by more than the tolerance (one task and %s of the cluster)."
            .formatted(off, Wording.share(SLACK));
  }

  private void addPhase(Phase phase, List<String> lines) {
    PhaseAverage average = averages.get(phase);
    if (average == null || average.samples() == 0) {
      lines.add("  (ended before the shares could settle)");
      off++;
      return;
    }
    Map<String, Double> ideal = IdealShares.of(scenario.queues(), phase.jobs(), capacity);
    for (Job job : phase.jobs()) {
      double share = average.share(job.queue());
      double target = ideal.getOrDefault(job.queue(), 0.0);
      double tolerance = SLACK + job.taskShare(capacity);
      boolean good = Math.abs(share - target) <= tolerance;
      off += good ? 0 : 1;
      lines.add(
          ROW.formatted(
                  job.name(),
                  Wording.share(share),
                  Wording.share(target),
                  Wording.signed(share - target),
                  Wording.share(tolerance),
                  good ? "" : share < STARVED * target ? "starved" : "off")
              .stripTrailing());
    }
    lines.add("  in use (ideal):  " + inUse(average, phase, ideal));
  }

  /** The mean use of each resource that a job's tasks need besides memory, beside the ideal. */
  private String inUse(PhaseAverage average, Phase phase, Map<String, Double> ideal) {
    return capacity.keySet().stream()
        .filter(resource -> !resource.equals(TaskDemand.MEMORY))
        .map(
            resource ->
                "%s %s (%s)"
                    .formatted(
                        Wording.name(resource),
                        Wording.share(average.inUse(resource)),
                        Wording.share(idealUse(resource, phase, ideal))))
        .collect(Collectors.joining("   "));
  }

  private double idealUse(String resource, Phase phase, Map<String, Double> ideal) {
    return phase.jobs().stream()
        .mapToDouble(
            job ->
                ideal.getOrDefault(job.queue(), 0.0)
                    / job.taskShare(capacity)
                    * job.taskShare(capacity, resource))
        .sum();
  }
}
