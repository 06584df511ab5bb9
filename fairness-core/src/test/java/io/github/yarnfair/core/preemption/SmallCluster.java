// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A small cluster to be enumerated: a tree of root, queues and leaves (a leaf may be a child of the
 * root), one size of task for each leaf, and which leaves come first.
 *
 * @param space by what the tree counts
 * @param queueOf by leaf, the number of its queue, or -1 for the root
 * @param tasks by leaf, what one of its tasks needs
 * @param count tasks of each leaf
 * @param first a bit for each leaf that fills the cluster before the others come
 * @param queueWeight of the first queue, in the first machine class; other queues weigh 1
 * @param leafWeight of the first leaf; other leaves weigh 1
 * @param withinQueue whether tasks may move between the leaves of a queue
 * @param masters whether the first task of each leaf is protected
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SmallCluster(
    ShareSpace space,
    int[] queueOf,
    long[][] tasks,
    int count,
    int first,
    double queueWeight,
    double leafWeight,
    boolean withinQueue,
    boolean masters,
    List<long[]> nodes) {

  /** Which clusters are enumerated: all combinations. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Grid(
      ShareSpace space,
      int leaves,
      long[][] tasks,
      int[] counts,
      double[] weights,
      boolean[] withinQueues,
      List<List<long[]>> nodes) {

    Grid onlyWithinQueues(boolean within) {
      return new Grid(space, leaves, tasks, counts, weights, new boolean[] {within}, nodes);
    }

    void forEach(Consumer<SmallCluster> action) {
      shapes(new int[leaves], 0, -1, shape -> withTasks(shape, new long[leaves][], 0, action));
    }

    /** A leaf goes to the root, to a queue that is there already or to the next new one. */
    private void shapes(int[] queueOf, int leaf, int highest, Consumer<int[]> action) {
      if (leaf == leaves) {
        action.accept(queueOf.clone());
        return;
      }
      for (int queue = -1; queue <= highest + 1; queue++) {
        queueOf[leaf] = queue;
        shapes(queueOf, leaf + 1, Math.max(queue, highest), action);
      }
    }

    private void withTasks(int[] shape, long[][] chosen, int leaf, Consumer<SmallCluster> action) {
      if (leaf == leaves) {
        withRest(shape, chosen.clone(), action);
        return;
      }
      for (long[] task : tasks) {
        chosen[leaf] = task;
        withTasks(shape, chosen, leaf + 1, action);
      }
    }

    private void withRest(int[] shape, long[][] chosen, Consumer<SmallCluster> action) {
      for (int first = 1; first < (1 << leaves) - 1; first++) {
        for (int count : counts) {
          for (double queue : weights) {
            for (double leaf : weights) {
              for (boolean flag : withinQueues) {
                for (List<long[]> on : nodes) {
                  boolean masters = (first & 1) == 0;
                  action.accept(
                      new SmallCluster(
                          space, shape, chosen, count, first, queue, leaf, flag, masters, on));
                }
              }
            }
          }
        }
      }
    }
  }

  /** Plants the tree; nothing is pending. Leaves have the handles of {@link #leaves}. */
  ClosedCluster build(Supplier<FairnessPolicy> policy) {
    ShareTree tree = new ShareTree(space);
    int queues = Arrays.stream(queueOf).max().orElse(-1) + 1;
    for (int queue = 0; queue < queues; queue++) {
      int handle = tree.addQueue(ShareTree.ROOT, 1);
      double[] weights = new double[space.weights()];
      Arrays.fill(weights, 1.0);
      weights[0] = queue == 0 ? queueWeight : 1;
      tree.setWeight(handle, weights);
    }
    for (int leaf = 0; leaf < queueOf.length; leaf++) {
      // The handles of queues are 1, 2, … in the order in which they were added.
      tree.addLeaf(queueOf[leaf] + 1, leaf == 0 ? leafWeight : 1);
    }
    return new ClosedCluster(tree, policy, nodes);
  }

  /** Returns the number of queues below the root; their handles are 1, 2, and so on. */
  int queues() {
    return Arrays.stream(queueOf).max().orElse(-1) + 1;
  }

  /** Returns the handles of the leaves. */
  List<Integer> leaves() {
    int queues = queues();
    List<Integer> leaves = new ArrayList<>();
    for (int leaf = 0; leaf < queueOf.length; leaf++) {
      leaves.add(1 + queues + leaf);
    }
    return leaves;
  }

  /** Returns the leaf that is protected from other queues, or {@link ShareTree#NONE}. */
  int protectedLeaf() {
    return first % 4 == 3 ? leaves().get(0) : ShareTree.NONE;
  }

  boolean isFirst(int leaf) {
    return (first & (1 << leaf)) != 0;
  }

  @Override
  public String toString() {
    return "%s, queues %s, tasks %s, %d each, first %s, weights %s and %s, within %s, masters %s, on %s"
        .formatted(
            space,
            Arrays.toString(queueOf),
            Arrays.deepToString(tasks),
            count,
            Integer.toBinaryString(first),
            queueWeight,
            leafWeight,
            withinQueue,
            masters,
            nodes.stream().map(Arrays::toString).toList());
  }
}
