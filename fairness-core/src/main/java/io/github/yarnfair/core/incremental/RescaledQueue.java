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

/** What a {@link RescalingSelection} keeps of a queue: its leaves, its changes and its views. */
final class RescaledQueue {
  /** So many sets of fitting shapes are remembered; the one unused longest gives way. */
  private static final int MOST_VIEWS = 64;

  final Entries entries = new Entries();
  final Entries leafEntries = new Entries();
  final ChangeLog changes = new ChangeLog();
  final KeyOrder leaves;
  private final int resources;
  private final int setWords;
  private QueueView[] views = new QueueView[2];
  private long[] sets;
  private int viewCount;
  private long uses;

  /**
   * Creates what is kept of a queue without children.
   *
   * @param words the number of words of a set of shapes; a view's set has one more, for what is
   *     saturated
   */
  RescaledQueue(int resources, int words) {
    this.resources = resources;
    setWords = words + 1;
    leaves = new KeyOrder(resources, words);
    sets = new long[2 * setWords];
  }

  /** Returns the view for an offer that fits a set of shapes: perhaps a new one. */
  QueueView view(long[] set, int offset) {
    int at = 0;
    while (at < viewCount && !isOf(at, set, offset)) {
      at++;
    }
    if (at == viewCount) {
      at = open(set, offset);
    }
    views[at].lastUsed = ++uses;
    return views[at];
  }

  /** Removes a child from all views. */
  void remove(int entry) {
    entries.remove(entry);
    for (int i = 0; i < viewCount; i++) {
      views[i].remove(entry);
    }
  }

  private boolean isOf(int at, long[] set, int offset) {
    for (int w = 0; w < setWords; w++) {
      if (sets[at * setWords + w] != set[offset + w]) {
        return false;
      }
    }
    return true;
  }

  private int open(long[] set, int offset) {
    int at = viewCount;
    if (viewCount == MOST_VIEWS) {
      at = leastRecentlyUsed();
    } else {
      if (viewCount == views.length) {
        views = Arrays.copyOf(views, 2 * viewCount);
        sets = Arrays.copyOf(sets, 2 * viewCount * setWords);
      }
      views[viewCount++] = new QueueView(resources);
    }
    views[at].restart();
    System.arraycopy(set, offset, sets, at * setWords, setWords);
    return at;
  }

  private int leastRecentlyUsed() {
    int least = 0;
    for (int i = 1; i < viewCount; i++) {
      if (views[i].lastUsed < views[least].lastUsed) {
        least = i;
      }
    }
    return least;
  }
}
