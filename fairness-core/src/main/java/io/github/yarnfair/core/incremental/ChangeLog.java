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

/** The children of a queue that changed lately, for each reader to catch up from where it was. */
final class ChangeLog {
  private int[] entries = new int[16];
  private long written;

  /** Returns how many changes there have been. */
  long written() {
    return written;
  }

  void add(int entry) {
    entries[(int) written & (entries.length - 1)] = entry;
    written++;
  }

  /** Returns whether it takes fewer steps to replay what came after than to look at all. */
  boolean isShorter(long position, int all) {
    return written - position < Math.min(all, entries.length);
  }

  int get(long position) {
    return entries[(int) position & (entries.length - 1)];
  }

  /** Makes the log long enough for a number of children; older changes may be forgotten. */
  void fit(int children) {
    if (children > entries.length) {
      entries = Arrays.copyOf(entries, Integer.highestOneBit(children - 1) << 1);
      written += entries.length;
    }
  }
}
