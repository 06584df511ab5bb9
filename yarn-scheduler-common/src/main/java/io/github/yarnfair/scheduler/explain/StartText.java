// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.explain.answer.TimeText;
import io.github.yarnfair.scheduler.forecast.ExpectedStart;

/** An expected start in a sentence. */
final class StartText {
  private StartText() {}

  /**
   * Returns the sentence.
   *
   * @param now in milliseconds since the epoch
   */
  static String of(ExpectedStart start, long now) {
    ExpectedStart.Interval interval = start.interval();
    if (interval == null) {
      return "When it starts its next container is not known. %s.".formatted(start.reason());
    }
    String when =
        interval.p90() <= now
            ? "was to be expected by now, and has taken longer"
            : "is expected "
                + TimeText.from((double) interval.p10() - now, (double) interval.p90() - now);
    return "The start of its next container %s%s.".formatted(when, reliability(start));
  }

  private static String reliability(ExpectedStart start) {
    return start.outcomes() == 0
        ? "; no forecast has been compared yet"
        : "; %d of %d forecasts so far held".formatted(start.contained(), start.outcomes());
  }
}
