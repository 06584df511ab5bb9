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

import java.util.Arrays;

/** The nodes that have changed since the last {@link #clear}, each once. */
public final class ChangedNodes {
  private final IntList nodes = new IntList();
  private boolean[] isIn = new boolean[16];

  /** Returns how many there are. */
  public int count() {
    return nodes.size();
  }

  /** Returns one of them, in the order in which they changed first. */
  public int get(int index) {
    return nodes.get(index);
  }

  /** Returns whether a node is one of them. */
  public boolean contains(int node) {
    return node < isIn.length && isIn[node];
  }

  /** Returns whether a queue above a node is one of them. */
  public boolean containsAbove(ShareTree tree, int node) {
    int above = tree.parent(node);
    while (above != ShareTree.NONE && !contains(above)) {
      above = tree.parent(above);
    }
    return above != ShareTree.NONE;
  }

  /** Notes that a node has changed. */
  public void add(int node) {
    if (node >= isIn.length) {
      isIn = Arrays.copyOf(isIn, Growth.length(node + 1, isIn.length));
    }
    if (!isIn[node]) {
      isIn[node] = true;
      nodes.add(node);
    }
  }

  /** Notes that a node has changed, unless it is {@link ShareTree#NONE}. */
  public void addNode(int node) {
    if (node != ShareTree.NONE) {
      add(node);
    }
  }

  /** Forgets one, if it is among them. */
  public void remove(int node) {
    if (contains(node)) {
      isIn[node] = false;
      nodes.removeValue(node);
    }
  }

  /** Forgets all. */
  public void clear() {
    for (int i = 0; i < nodes.size(); i++) {
      isIn[nodes.get(i)] = false;
    }
    nodes.clear();
  }
}
