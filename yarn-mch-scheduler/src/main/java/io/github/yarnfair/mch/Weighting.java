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
package io.github.yarnfair.mch;

import io.github.yarnfair.core.ShareTree;

/** How a weighted hierarchy becomes one weight for each leaf. */
interface Weighting {
  /** Works out the weights for a tree as it stands. */
  void follow(ShareTree tree);

  /**
   * Returns whether all weights are still those of the tree though a leaf holds or wants something
   * else than before.
   */
  boolean isCurrent(ShareTree tree, int leaf);

  /** Returns whether there being a node of its weight changes the weights of other leaves. */
  boolean concernsSiblings(ShareTree tree, int node);

  /** Forgets a node that is no longer in the tree; its handle may be given out again. */
  void forget(int node);

  /** Returns whether there are other weights though nothing has happened to the tree. */
  boolean hasNews(ShareTree tree);

  /** Returns the flat weight of an active leaf, positive. */
  double weight(int leaf);
}
