// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.forecast;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.simulator.run.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Forecasts of starts beside what happened, and how wide all of them were. */
public final class StartOutcomes {
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Times widths = new Times();
  private long unknown;

  /**
   * A forecast that has been compared.
   *
   * @param predicted milliseconds from the forecast to its median
   * @param width of its interval
   */
  private record Outcome(long predicted, long width, boolean isContained) {}

  /**
   * How many forecasts have been compared with what happened.
   *
   * @param forecasts two at most for each wait of a job: the first, and one of the others
   * @param contained how many starts were within the interval that was forecast
   * @param mostPredicted the longest wait that was predicted, from the forecast to the median
   * @param width of the intervals, the middle one; milliseconds
   */
  public record Compared(long forecasts, long contained, long mostPredicted, long width) {
    private static Compared of(List<Outcome> outcomes) {
      long[] widths = outcomes.stream().mapToLong(Outcome::width).sorted().toArray();
      return new Compared(
          outcomes.size(),
          outcomes.stream().filter(Outcome::isContained).count(),
          outcomes.stream().mapToLong(Outcome::predicted).max().orElse(0),
          widths.length == 0 ? 0 : widths[widths.length / 2]);
    }

    /** Returns the part that was within the interval; 0 if nothing was compared. */
    public double part() {
      return forecasts == 0 ? 0 : (double) contained / forecasts;
    }
  }

  /** A job whose interval was said has started a task. */
  void compared(long madeAt, StartBook.Interval interval, long start) {
    outcomes.add(
        new Outcome(
            interval.median() - madeAt, interval.p90() - interval.p10(), interval.contains(start)));
  }

  /** An interval was said of a waiting job. */
  void said(StartBook.Interval interval) {
    widths.add(interval.p90() - interval.p10());
  }

  /** Nothing could be said of some waiting jobs. */
  void notKnown(int jobs) {
    unknown += jobs;
  }

  /** Returns all comparisons. */
  public Compared all() {
    return Compared.of(outcomes);
  }

  /**
   * Returns the later half of the comparisons. Each interval was made before its outcome; the
   * earlier half is what intervals had been learned from by then.
   */
  public Compared secondHalf() {
    return Compared.of(outcomes.subList(outcomes.size() / 2, outcomes.size()));
  }

  /** Returns the comparisons by quarters of the wait that was predicted, the shortest first. */
  public List<Compared> quarters() {
    List<Outcome> sorted =
        outcomes.stream().sorted(Comparator.comparingLong(Outcome::predicted)).toList();
    List<Compared> quarters = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      quarters.add(Compared.of(sorted.subList(i * sorted.size() / 4, (i + 1) * sorted.size() / 4)));
    }
    return quarters;
  }

  /** Returns how often nothing could be said of a waiting job. */
  public long unknown() {
    return unknown;
  }

  /** Returns the widths of the intervals, in milliseconds. */
  public Times widths() {
    return widths;
  }
}
