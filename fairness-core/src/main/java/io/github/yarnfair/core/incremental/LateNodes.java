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

import static io.github.yarnfair.core.ShareTree.NONE;

import io.github.yarnfair.core.ShareTree;
import java.util.Arrays;

/**
 * Which nodes are {@linkplain LateChildren late}: queues that serve in order, and queues above
 * such. A queue that has lost the last of these below it may stay so, which costs time alone.
 */
final class LateNodes {
  private final ShareTree tree;
  private boolean[] late = {};

  LateNodes(ShareTree tree) {
    this.tree = tree;
  }

  void grow(int length) {
    late = Arrays.copyOf(late, length);
  }

  /** Finds the late nodes of the tree as it stands. */
  void reset() {
    Arrays.fill(late, false);
    find(ShareTree.ROOT);
  }

  private boolean find(int node) {
    late[node] = tree.servesInOrder(node);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      late[node] |= !tree.isLeaf(c) && find(c);
    }
    return late[node];
  }

  boolean contains(int node) {
    return node < late.length && late[node];
  }

  /** Forgets a node that is no longer in the tree. */
  void remove(int node) {
    if (node < late.length) {
      late[node] = false;
    }
  }
}
