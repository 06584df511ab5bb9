// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording.replay;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.recording.RecordingVisitor;
import java.util.Arrays;
import java.util.List;

/** A share tree that is changed as one was that was recorded, with the same handles. */
final class ReplayedTree implements RecordingVisitor {
  private final ShareTree tree;
  private final long[] nothing;

  /** How many that take something are held in all leaves; the tree holds no others. */
  private long tasks;

  ReplayedTree(ShareSpace space) {
    tree = new ShareTree(space);
    nothing = new long[space.length()];
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
    requireSums(task, count);
    tree.charge(leaf, task, count);
  }

  @Override
  public void released(int leaf, long[] task) {
    tree.release(leaf, task);
    tasks -= takesNothing(task) ? 0 : 1;
  }

  @Override
  public void demand(int leaf, Demand demand) {
    tree.setDemand(leaf, demand);
  }

  /** Refuses what would make the number of tasks or the usage of the root wrap around. */
  private void requireSums(long[] task, long count) {
    boolean exceeds = tasks + count < 0;
    for (int pair = 0; pair < tree.space().pairs() && !exceeds; pair++) {
      long added = task[pair] * count;
      exceeds =
          Math.multiplyHigh(task[pair], count) != 0
              || added < 0
              || tree.usage(ROOT, pair) + added < 0;
    }
    if (exceeds) {
      throw new IllegalStateException(
          count + " tasks of " + Arrays.toString(task) + ": the sum exceeds 2^63 - 1");
    }
    tasks += takesNothing(task) ? 0 : count;
  }

  private boolean takesNothing(long[] task) {
    return Arrays.equals(task, nothing);
  }

  /** Refuses what would make the capacity of all machine classes together wrap around. */
  private void requireSums(long[] capacity) {
    ShareSpace space = tree.space();
    for (int resource = 0; resource < space.resources(); resource++) {
      long sum = 0;
      for (int machineClass = 0; machineClass < space.classes(); machineClass++) {
        long amount = capacity[space.pair(machineClass, resource)];
        sum += amount;
        if (amount < 0 || sum < 0) {
          throw new IllegalStateException(
              "a capacity of " + amount + ": the sum is below 0 or exceeds 2^63 - 1");
        }
      }
    }
  }

  @Override
  public void capacity(long[] amounts) {
    requireSums(amounts);
    tree.setCapacity(amounts);
  }

  @Override
  public void nodeShapes(List<long[]> shapes) {
    tree.setNodeShapes(shapes);
  }
}
