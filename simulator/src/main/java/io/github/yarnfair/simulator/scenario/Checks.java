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
package io.github.yarnfair.simulator.scenario;

import java.util.ArrayList;
import java.util.List;

/** Compares what came out with what a case says, and collects what differs. */
final class Checks {
  private final List<Miss> misses = new ArrayList<>();

  /** Expects a number within a tolerance; whatever is not a number is a miss. */
  void near(String what, double expected, double tolerance, double actual) {
    if (!(Math.abs(actual - expected) <= tolerance)) {
      misses.add(Miss.of(what, expected, tolerance, actual));
    }
  }

  void same(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      misses.add(new Miss(what, expected.toString(), actual.toString()));
    }
  }

  /** What came of the case; one that is not strict cannot fail. */
  Outcome outcome(boolean strict) {
    Outcome outcome = Outcome.of(List.copyOf(misses));
    return strict ? outcome : outcome.advisory();
  }
}
