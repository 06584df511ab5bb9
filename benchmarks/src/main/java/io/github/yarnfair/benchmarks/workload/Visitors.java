// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Applications of one task that come and go: always the same number of them, and the one that has
 * been there longest leaves first, its task ended or never started.
 */
final class Visitors {
  private final Workload workload;
  private final SplittableRandom random;
  private final Demand[] oneTask;
  private final int[] leaf;
  private final int[] kind;

  /** By visitor: the machine its task runs on, NONE while it waits. */
  private final int[] node;

  /** By handle: the visitor, or NONE. */
  private int[] visitor = new int[0];

  private int oldest;

  Visitors(Workload workload, int count, SplittableRandom random) {
    this.workload = workload;
    this.random = random;
    oneTask = new Demand[workload.kinds().count()];
    Arrays.setAll(oneTask, k -> Demand.of(workload.kinds().vector(k), 1));
    leaf = new int[count];
    kind = new int[count];
    node = new int[count];
    for (int i = 0; i < count; i++) {
      arrive(i);
    }
  }

  boolean isVisitor(int handle) {
    return handle < visitor.length && visitor[handle] != NONE;
  }

  /** Returns the kind of a visitor's one task. */
  int kind(int handle) {
    return kind[visitor[handle]];
  }

  /** Notes that a visitor's task, already charged, runs on a machine. */
  void start(int handle, int onNode) {
    node[visitor[handle]] = onNode;
    workload.tree().setDemand(handle, Demand.NOTHING);
  }

  /** Exchanges the oldest for a new one; returns the machine whose task ended, NONE if none did. */
  int turnOver() {
    int i = oldest;
    oldest = (oldest + 1) % leaf.length;
    int freed = node[i];
    depart(i);
    arrive(i);
    return freed;
  }

  private void depart(int i) {
    if (node[i] != NONE) {
      long[] amount = workload.kinds().vector(kind[i]);
      workload.tree().release(leaf[i], amount);
      workload.nodes().giveBack(node[i], amount);
    }
    workload.tree().remove(leaf[i]);
    visitor[leaf[i]] = NONE;
  }

  private void arrive(int i) {
    ShareTree tree = workload.tree();
    int queue = tree.parent(workload.randomLeaf());
    int handle = tree.addLeaf(queue, TreeShape.weight(random));
    if (handle >= visitor.length) {
      int known = visitor.length;
      visitor = Arrays.copyOf(visitor, Math.max(handle + 1, known * 2));
      Arrays.fill(visitor, known, visitor.length, NONE);
    }
    visitor[handle] = i;
    leaf[i] = handle;
    node[i] = NONE;
    kind[i] = random.nextInt(oneTask.length);
    tree.setDemand(handle, oneTask[kind[i]]);
  }
}
