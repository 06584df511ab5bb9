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
package io.github.yarnfair.core.nodes;

import java.util.Arrays;

/** The copy of the cluster's total that a score keeps. */
final class Totals {
  private Totals() {}

  /**
   * Replaces what is kept by the current total; returns whether they differed.
   *
   * @throws IllegalArgumentException if the total has another number of resources
   */
  static boolean replace(long[] kept, long[] current) {
    if (current.length != kept.length) {
      throw new IllegalArgumentException(
          "a cluster total of " + current.length + " amounts: expected " + kept.length);
    }
    if (Arrays.equals(kept, current)) {
      return false;
    }
    System.arraycopy(current, 0, kept, 0, kept.length);
    return true;
  }
}
