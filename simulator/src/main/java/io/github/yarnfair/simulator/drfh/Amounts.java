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
package io.github.yarnfair.simulator.drfh;

import java.util.Arrays;

/** Checks of the numbers that an allocation is asked for. */
final class Amounts {
  private Amounts() {}

  /**
   * Checks a vector of amounts.
   *
   * @throws IllegalArgumentException if one is negative
   */
  static void check(long[] amounts) {
    for (long amount : amounts) {
      if (amount < 0) {
        throw new IllegalArgumentException(
            Arrays.toString(amounts) + ": amounts must not be negative");
      }
    }
  }
}
