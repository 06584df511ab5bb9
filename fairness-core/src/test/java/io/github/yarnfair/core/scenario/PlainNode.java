// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plain double of a share tree's node: what was done to the node, and nothing that follows from
 * that.
 */
public final class PlainNode {
  public final int handle;
  public final List<PlainNode> children = new ArrayList<>();
  public @Nullable PlainNode parent;

  /** By machine class, if there are several. */
  public double[] weight;

  public long[] limit;

  /** Whether the last task may pass the limit. */
  public boolean passable;

  /** What a leaf holds itself. */
  public long[] held;

  /** The tasks of which that is the sum, in no order. */
  public final List<long[]> running = new ArrayList<>();

  /** Whether it is an application. */
  public final boolean isLeaf;

  /** What a leaf has pending. */
  public Demand demand = Demand.NOTHING;

  /** Whether a leaf has declined the offer that is open. */
  public boolean skipped;

  PlainNode(int handle, boolean isLeaf, ShareSpace space) {
    this.handle = handle;
    this.isLeaf = isLeaf;
    held = new long[space.length()];
    limit = new long[space.length()];
    Arrays.fill(limit, ShareTree.UNLIMITED);
    weight = new double[space.weights()];
    Arrays.fill(weight, 1.0);
  }

  void moveTo(PlainNode queue) {
    leave();
    queue.children.add(this);
    parent = queue;
  }

  void leave() {
    if (parent != null) {
      parent.children.remove(this);
    }
  }

  /** Ends a task that needs as much of each pair. */
  void end(long[] task, int pairs) {
    for (int i = 0; i < running.size(); i++) {
      if (Arrays.equals(running.get(i), 0, pairs, task, 0, pairs)) {
        running.remove(i);
        return;
      }
    }
    throw new IllegalArgumentException("no running task of " + Arrays.toString(task));
  }

  /** Returns what the node and all below hold of a pair of class and resource. */
  public long held(int j) {
    long sum = held[j];
    for (PlainNode child : children) {
      sum += child.held(j);
    }
    return sum;
  }

  /** Returns whether a task is within the node's own limit. */
  public boolean allows(long[] task, int resources) {
    for (int j = 0; j < task.length; j++) {
      boolean isWithin =
          passable
              ? task[j] == 0 || !isPassed(j - j % resources, resources)
              : limit[j] == ShareTree.UNLIMITED || task[j] <= Math.max(0, limit[j] - held(j));
      if (!isWithin) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether more than the limit is held of a resource of a class. */
  private boolean isPassed(int first, int resources) {
    for (int k = first; k < Math.min(first + resources, limit.length); k++) {
      if (limit[k] != ShareTree.UNLIMITED && held(k) > limit[k]) {
        return true;
      }
    }
    return false;
  }
}
