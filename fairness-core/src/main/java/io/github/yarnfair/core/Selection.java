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

/**
 * Selects the leaf that is served next.
 *
 * <p>The caller keeps the share tree up to date (charges, releases, pending tasks). For each node
 * of the cluster it opens an offer and asks repeatedly until no leaf can use what is left. A leaf
 * that fits by size but refuses is {@linkplain Offer#skip skipped}, and the caller asks again.
 */
public interface Selection {
  /**
   * Returns the leaf to which the next task from this offer is to go.
   *
   * @return a leaf with a pending task that fits the offer within the limits of every queue above
   *     it, or {@link ShareTree#NONE} if there is none
   */
  int next(Offer offer);

  /**
   * Returns whether it may be for a task of this demand vector that the last {@link #next} returned
   * its leaf, and neither the tree nor the offer has changed since. A rule that rates queues by the
   * kinds of their leaves' tasks chooses a leaf for what it is poor in; served with a task of
   * another kind, it would get what it is rich in. Rules that rate leaves by all they hold choose
   * them for any task.
   *
   * @param task one that the leaf has pending and that fits the offer
   */
  default boolean isChosenFor(long[] task) {
    return true;
  }
}
