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
 * Is told, after the fact, what happens to a {@link ShareTree}: what an incremental selection lives
 * on. A listener must not change the tree. What it does not override does not matter to it.
 */
public interface TreeListener {
  /** A leaf, and so every node above it, holds more or less. */
  default void usageChanged(int leaf) {}

  /** A leaf has other tasks pending. */
  default void demandChanged(int leaf) {}

  /** A node has another weight. */
  default void weightChanged(int node) {}

  /** A node has another limit. */
  default void limitChanged(int node) {}

  /** A node was added, or has come with all below it, as the last child of another parent. */
  default void added(int node) {}

  /** A node was removed, or has left its former parent, with all below it, for another. */
  default void removed(int node, int formerParent) {}

  /** The cluster has more or less. */
  default void capacityChanged() {}

  /** There are other kinds of nodes. */
  default void nodeShapesChanged() {}
}
