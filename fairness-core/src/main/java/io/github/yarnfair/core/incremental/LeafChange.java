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
package io.github.yarnfair.core.incremental;

/**
 * What a leaf holds, and held before: by the difference its queue's {@linkplain ClassRatings
 * ratings} move. One for all queues of a tree, which follow one leaf after the other.
 */
final class LeafChange {
  /** So much, of what it is, may a leaf's U/κ differ by rounding alone. */
  private static final double ROUNDING = 0x1p-50;

  /** κ, before and now. */
  double formerKey;

  double key;

  /** U, m numbers, before and now. */
  final double[] formerUsage;

  final double[] usage;

  /** Outside of these entries the leaf holds, and held, nothing. */
  private int from;

  private int to;

  LeafChange(int resources) {
    formerUsage = new double[resources];
    usage = new double[resources];
  }

  /** Returns whether the leaf may hold, or have held, something of each entry. */
  boolean isWhole() {
    return to - from == usage.length;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /**
   * Finds the entries that matter. Leaves seldom hold something in more than one machine class.
   *
   * @return below which f the leaf counts for the same as before: it holds more or less alike
   */
  double follow() {
    from = 0;
    to = usage.length;
    if (to > ShortVectors.STEP) {
      while (to > 0 && usage[to - 1] == 0.0 && formerUsage[to - 1] == 0.0) {
        to--;
      }
      while (from < to && usage[from] == 0.0 && formerUsage[from] == 0.0) {
        from++;
      }
    }
    return cutDownAlike();
  }

  private double cutDownAlike() {
    for (int j = 0; j < usage.length; j++) {
      double before = formerUsage[j] * key;
      double now = usage[j] * formerKey;
      if (Math.abs(before - now) > ROUNDING * before) {
        return 0.0;
      }
    }
    return Math.min(formerKey, key);
  }
}
