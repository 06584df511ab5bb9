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
package io.github.yarnfair.simulator;

import io.github.yarnfair.simulator.scenario.Outcome;

/** How many cases ended in which way. */
final class Tally {
  private int passed;
  private int failed;
  private int skipped;

  void count(Outcome outcome) {
    switch (outcome.status()) {
      case PASSED -> passed++;
      case FAILED -> failed++;
      case SKIPPED -> skipped++;
    }
  }

  void add(Tally other) {
    passed += other.passed;
    failed += other.failed;
    skipped += other.skipped;
  }

  int passed() {
    return passed;
  }

  int failed() {
    return failed;
  }

  int skipped() {
    return skipped;
  }

  @Override
  public String toString() {
    return "%d passed, %d failed, %d skipped".formatted(passed, failed, skipped);
  }
}
