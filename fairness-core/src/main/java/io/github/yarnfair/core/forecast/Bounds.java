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
package io.github.yarnfair.core.forecast;

/**
 * The bounds of a forecast.
 *
 * @param runs how many possible futures are run, at least 2
 * @param mostEvents most ends of tasks in one of them
 * @param horizonMillis how far they reach
 */
public record Bounds(int runs, int mostEvents, double horizonMillis) {
  /** Checks the numbers. */
  public Bounds {
    if (runs < 2 || mostEvents < 1 || !(horizonMillis > 0.0)) {
      throw new IllegalArgumentException(
          "%d runs of %d events and %s ms: expected at least 2, 1, and more than 0"
              .formatted(runs, mostEvents, horizonMillis));
    }
  }
}
