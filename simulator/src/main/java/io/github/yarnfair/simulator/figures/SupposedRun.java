// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.Sampling;
import io.github.yarnfair.simulator.figures.JobOutcomes.JobOutcome;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.workload.RunInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The same jobs twice: as they were, and with something changed. Each run is looked at at the same
 * times, and shares are counted over the same time.
 *
 * @param before what is compared with
 * @param after with the change
 * @param submitted jobs that only the run with the change has
 */
public record SupposedRun(Half before, Half after, Set<String> submitted) {
  /** By how much a time has to differ to count as another: nodes report each second. */
  private static final long HEARTBEAT_MILLIS = 1_000;

  /**
   * One of the two.
   *
   * @param outcomes of each job and queue
   * @param result the figures of the whole
   */
  public record Half(RunInput input, JobOutcomes outcomes, RunSession.Result result) {}

  /** A job that both runs have. */
  public record Pair(JobOutcome before, JobOutcome after) {
    /** Returns by how much later its first task starts, in milliseconds. */
    public long startsLater() {
      return difference(before.firstStart(), after.firstStart());
    }

    /** Returns by how much later it ends, in milliseconds. */
    public long endsLater() {
      return difference(before.end(), after.end());
    }

    /** Never is later than all times. */
    private static long difference(long from, long to) {
      if (from == JobOutcomes.NEVER || to == JobOutcomes.NEVER) {
        return from == to ? 0 : to == JobOutcomes.NEVER ? Long.MAX_VALUE : -Long.MAX_VALUE;
      }
      return to - from;
    }

    /** Returns whether a difference is more than that of two heartbeats. */
    public static boolean isLater(long difference) {
      return difference > HEARTBEAT_MILLIS;
    }
  }

  /**
   * Runs both.
   *
   * @param submitted ids of the jobs that only the second one has
   * @param seed of the order in which nodes report
   * @param sampling of both
   * @throws IOException if one of the contenders cannot run its jobs
   */
  public static SupposedRun of(
      RunInput before,
      Contender by,
      RunInput after,
      Contender byAfter,
      Set<String> submitted,
      long seed,
      Sampling sampling,
      RunObserver progress)
      throws IOException {
    JobOutcomes first = new JobOutcomes(before.workload(), before.root());
    JobOutcomes second = new JobOutcomes(after.workload(), after.root());
    second.countUntil(first.window());
    return new SupposedRun(
        half(before, by, first, seed, sampling, progress),
        half(after, byAfter, second, seed, sampling, progress),
        new HashSet<>(submitted));
  }

  private static Half half(
      RunInput input,
      Contender contender,
      JobOutcomes outcomes,
      long seed,
      Sampling sampling,
      RunObserver progress)
      throws IOException {
    RunSession session = new RunSession(input.workload(), input.root(), seed, sampling);
    return new Half(input, outcomes, session.run(contender, List.of(progress, outcomes)));
  }

  /** Returns the jobs that both have, in the order of their submission. */
  public List<Pair> jobs() {
    List<JobOutcome> others =
        after.outcomes().jobs().stream()
            .filter(outcome -> !submitted.contains(outcome.job().id()))
            .toList();
    List<Pair> pairs = new ArrayList<>();
    for (JobOutcome outcome : before.outcomes().jobs()) {
      pairs.add(new Pair(outcome, others.get(pairs.size())));
    }
    return pairs;
  }

  /** Returns the jobs that only the run with the change has. */
  public List<JobOutcome> submittedJobs() {
    return after.outcomes().jobs().stream()
        .filter(outcome -> submitted.contains(outcome.job().id()))
        .toList();
  }
}
