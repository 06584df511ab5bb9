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
package io.github.yarnfair.recording.replay;

import static io.github.yarnfair.core.ShareTree.ROOT;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.ShareSpace;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.recording.RecordingVisitor;
import java.util.List;

/** A share tree that is changed as one was that was recorded, with the same handles. */
final class ReplayedTree implements RecordingVisitor {
  private final ShareTree tree;

  ReplayedTree(ShareSpace space) {
    tree = new ShareTree(space);
  }

  ShareTree tree() {
    return tree;
  }

  /**
   * Creates the nodes. Handles are given out by the tree: it is led to give out the recorded ones
   * by nodes that are removed in the right order, since the last handle that came back goes first.
   */
  @Override
  public void tree(int bound, int[] free, int[] nodes, boolean[] leaves) {
    for (int handle = 1; handle < bound; handle++) {
      tree.addLeaf(ROOT, 1.0);
    }
    for (int handle : free) {
      tree.remove(handle);
    }
    for (int i = leaves.length - 1; i >= 0; i--) {
      tree.remove(nodes[2 * i]);
    }
    for (int i = 0; i < leaves.length; i++) {
      added(nodes[2 * i], nodes[2 * i + 1], leaves[i], 1.0);
    }
  }

  @Override
  public void added(int node, int parent, boolean isLeaf, double weight) {
    int made = isLeaf ? tree.addLeaf(parent, weight) : tree.addQueue(parent, weight);
    if (made != node) {
      throw new IllegalStateException("node " + node + " is added, which is " + made + " here");
    }
  }

  @Override
  public void removed(int node) {
    tree.remove(node);
  }

  @Override
  public void moved(int node, int parent) {
    tree.move(node, parent);
  }

  @Override
  public void weights(int node, double[] weights) {
    tree.setWeight(node, weights.clone());
  }

  @Override
  public void limit(int node, boolean isPassable, long[] limit) {
    if (isPassable) {
      tree.setPassableLimit(node, limit);
    } else {
      tree.setLimit(node, limit);
    }
  }

  @Override
  public void inOrder(int queue, boolean isInOrder) {
    tree.setInOrder(queue, isInOrder);
  }

  @Override
  public void rank(int leaf, int priority, long submission) {
    tree.setRank(leaf, priority, submission);
  }

  @Override
  public void charged(int leaf, long[] task, long count) {
    tree.charge(leaf, task, count);
  }

  @Override
  public void released(int leaf, long[] task) {
    tree.release(leaf, task);
  }

  @Override
  public void demand(int leaf, Demand demand) {
    tree.setDemand(leaf, demand);
  }

  @Override
  public void capacity(long[] amounts) {
    tree.setCapacity(amounts);
  }

  @Override
  public void nodeShapes(List<long[]> shapes) {
    tree.setNodeShapes(shapes);
  }
}
