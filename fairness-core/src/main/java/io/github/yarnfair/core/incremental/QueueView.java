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

import java.util.Arrays;

/**
 * A queue as an offer sees it that fits a certain set of demand shapes: its children in the order
 * of their keys for that offer, the usage attributed to it, and its key. Kept until the offer next
 * fits the same set; what changed meanwhile is then {@linkplain ChangeLog replayed}.
 */
final class QueueView {
  /** Before every key: what stands there counts in full. */
  private static final double UNSCALED = -1.0;

  final ChildOrder children;
  final double[] usage;

  double key;
  long version;
  long replayed;
  long lastUsed;
  private long[] seen = {};

  /** By entry: the number by which a summed child knows the set, as last seen, plus 1. */
  private int[] numbers = {};

  QueueView(Entries entries, int resources, int summed) {
    children = new ChildOrder(entries, summed);
    usage = new double[resources];
  }

  /** Makes this the view of another set: every child will be entered afresh. */
  void restart() {
    version = 0;
    replayed = Long.MIN_VALUE / 2;
    Arrays.fill(seen, 0);
  }

  /** Returns whether a child stands here as of its version. */
  boolean hasSeen(int entry, long childVersion) {
    return entry < seen.length && seen[entry] == childVersion;
  }

  /** Returns by which number a child knew what is left of the set, -1 if that is not known. */
  int number(int entry) {
    return entry < numbers.length ? numbers[entry] - 1 : -1;
  }

  /** Notes by which number a child knows what is left of the set. */
  void number(int entry, int number) {
    if (entry >= numbers.length) {
      numbers = Arrays.copyOf(numbers, lengthFor(entry, numbers.length));
    }
    numbers[entry] = number + 1;
  }

  /** Enters a child as it stands for the offer, with U from an offset on. */
  void enter(
      int entry,
      long childVersion,
      double childKey,
      double[] childUsage,
      int offset,
      boolean blocked) {
    if (entry >= seen.length) {
      seen = Arrays.copyOf(seen, lengthFor(entry, seen.length));
    }
    seen[entry] = childVersion;
    children.put(entry, childKey, childUsage, offset, blocked);
  }

  private static int lengthFor(int entry, int length) {
    return Math.max(4, Math.max(entry + 1, length * 2));
  }

  /** Enters a blocked child that is not to be scaled. */
  void enterUnscaled(int entry, long childVersion, double[] childUsage) {
    enter(entry, childVersion, UNSCALED, childUsage, 0, true);
  }

  void remove(int entry) {
    children.remove(entry);
    if (entry < seen.length) {
      seen[entry] = 0;
    }
  }
}
