/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.when.ExpectedStart;

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
