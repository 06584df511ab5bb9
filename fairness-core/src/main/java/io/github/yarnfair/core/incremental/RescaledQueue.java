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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a {@link RescalingSelection} keeps of a queue: its leaves, its changes and its views. */
final class RescaledQueue {
  /** How it is found what a queue counts for. */
  enum Kind {
    /** It has leaves alone: there is a {@linkplain ShapeRatings rating} for each shape. */
    RATED,

    /**
     * It has rated or summed queues alone: there is a {@linkplain SetRatings rating} for each set
     * of shapes.
     */
    SUMMED,

    /** Any queue: its children stand in a {@linkplain QueueView view} for each set of shapes. */
    VIEWED
  }

  final Kind kind;
  final Entries entries = new Entries();
  final Entries leafEntries = new Entries();
  final ChangeLog changes = new ChangeLog();
  final KeyOrder leaves;

  /** Of use if the queue is rated. */
  final ShapeRatings ratings;

  /** The rated queues below the root or below a summed queue: they need no view. */
  final ShapeContest contest;

  private final @Nullable SetRatings sums;

  /** How many children there are that views are needed for. */
  int viewed;

  private final boolean isRoot;
  private final int resources;
  private final int summed;
  private final KnownSets sets;
  private QueueView[] views = new QueueView[2];

  /**
   * Creates what is kept of a queue without children.
   *
   * @param words the number of words of a set of shapes; a view's set has one more, for what is
   *     saturated
   * @param isRoot whether this is the root, of which nobody asks what it counts for
   * @param shift scratch of the queues of a tree, see {@link SetRatings}
   * @param change likewise, see {@link ShapeRatings}
   */
  RescaledQueue(
      Kind kind, int resources, int words, boolean isRoot, double[] shift, LeafChange change) {
    this.kind = kind;
    this.isRoot = isRoot;
    this.resources = resources;
    summed = isRoot ? 0 : resources;
    sets = new KnownSets(words + 1);
    leaves = new KeyOrder(summed, words);
    ratings = new ShapeRatings(leaves, summed, words, change);
    contest = new ShapeContest(words);
    sums = kind == Kind.SUMMED ? new SetRatings(contest, resources, words, shift) : null;
  }

  /** Returns what this queue counts for; it is summed. */
  SetRatings sums() {
    return Objects.requireNonNull(sums);
  }

  /** Returns whether the rated queues among the children stand in a contest instead of views. */
  boolean hasContest() {
    return isRoot || kind == Kind.SUMMED;
  }

  /** Returns the view for an offer that fits a set of shapes: perhaps a new one. */
  QueueView view(long[] set, int offset) {
    int at = sets.number(set, offset);
    if (sets.isNew()) {
      if (at >= views.length) {
        views = Arrays.copyOf(views, 2 * views.length);
      }
      if (views[at] == null) {
        views[at] = new QueueView(entries, resources, summed);
      }
      views[at].restart();
    }
    return views[at];
  }

  /** Removes a leaf that does not stand in views. */
  void removeLeaf(int entry) {
    if (leaves.contains(entry)) {
      leaves.remove(entry);
    }
    leafEntries.remove(entry);
  }

  /** Removes a child from all views. */
  void remove(int entry) {
    entries.remove(entry);
    for (QueueView view : views) {
      if (view != null) {
        view.remove(entry);
      }
    }
  }
}
