// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.forecast;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.simulator.engine.ForecastingContender;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Asks a scheduler at each look of a run when the waiting jobs start their next tasks, and compares
 * what it says with what happens then: of each wait the first answer, and one of the others, each
 * of which is as likely to be it.
 */
public final class SaidStarts implements RunObserver {
  private final ForecastingContender scheduler;
  private final SplittableRandom random;
  private final StartOutcomes outcomes = new StartOutcomes();
  private final Map<Integer, Integer> waiting = new HashMap<>();
  private final Map<Integer, Open> open = new HashMap<>();

  private record Said(long at, StartBook.Interval interval) {}

  /** The answers of a wait that has not ended. */
  private static final class Open {
    private final Said first;
    private Said later;
    private int others;

    private Open(Said first) {
      this.first = first;
      later = first;
    }
  }

  /**
   * Compares nothing yet.
   *
   * @param scheduler that the run is of
   * @param seed of the choice among later answers
   */
  public SaidStarts(ForecastingContender scheduler, long seed) {
    this.scheduler = scheduler;
    random = new SplittableRandom(seed);
  }

  @Override
  public void jobSubmitted(long time, RunJob job) {
    waiting.put(job.index(), job.tasks());
  }

  @Override
  public void taskStarted(long time, RunJob job, int task, RunNode node) {
    waiting.merge(job.index(), -1, Integer::sum);
    waiting.remove(job.index(), 0);
    Open ended = open.remove(job.index());
    if (ended != null) {
      compare(ended.first, time);
      if (ended.others > 0) {
        compare(ended.later, time);
      }
    }
  }

  private void compare(Said said, long start) {
    outcomes.compared(said.at, said.interval, start);
  }

  @Override
  public void sample(long time, List<QueueSample> queues, long[] used) {
    if (waiting.isEmpty()) {
      return;
    }
    Map<Integer, StartBook.Interval> starts = scheduler.expectedStarts(time);
    outcomes.notKnown(waiting.size() - starts.size());
    starts.forEach(
        (job, interval) -> {
          outcomes.said(interval);
          note(job, new Said(time, interval));
        });
  }

  private void note(int job, Said said) {
    Open known = open.get(job);
    if (known == null) {
      open.put(job, new Open(said));
    } else if (random.nextInt(++known.others) == 0) {
      known.later = said;
    }
  }

  /** Returns what came of the answers. */
  public StartOutcomes outcomes() {
    return outcomes;
  }
}
