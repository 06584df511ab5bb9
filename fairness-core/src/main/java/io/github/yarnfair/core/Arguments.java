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
package io.github.yarnfair.core;

import java.util.Arrays;

/** Checks of the numbers that a share tree is given. */
final class Arguments {
  private Arguments() {}

  /**
   * Checks a vector of amounts.
   *
   * @throws IllegalArgumentException if it has another length or a negative amount
   */
  static void checkVector(long[] amounts, int length) {
    if (amounts.length != length) {
      throw new IllegalArgumentException(
          "a vector of " + amounts.length + " amounts: expected " + length);
    }
    if (Amounts.hasNegative(amounts)) {
      throw new IllegalArgumentException(
          Arrays.toString(amounts) + ": amounts must not be negative");
    }
  }

  /**
   * Checks a number of tasks.
   *
   * @throws IllegalArgumentException if it is negative
   */
  static void checkCount(long count) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " tasks: the number must not be negative");
    }
  }

  /**
   * Returns a weight.
   *
   * @throws IllegalArgumentException if it is not positive and finite
   */
  static double checkedWeight(double weight) {
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "weight " + weight + ": expected a positive, finite number");
    }
    return weight;
  }
}
