// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Static H-DRF over machine classes as plainly as possible: the cluster is given away in slivers,
 * each to the least key down the tree. Reads a tree once and shares no code with {@link
 * IdealShare}.
 */
final class FluidOfClasses {
  /** In place of endless many: outweighs all others. */
  private static final double MANY = 1e12;

  private final ShareTree tree;
  private final ShareSpace space;
  private final double sliver;
  private final double[] total;
  private final List<Node> nodes = new ArrayList<>();

  private FluidOfClasses(ShareTree tree, double sliver) {
    this.tree = tree;
    this.sliver = sliver;
    space = tree.space();
    total = inShares(j -> tree.capacity(j));
  }

  /**
   * Fills the cluster.
   *
   * @param sliver the dominant share that a leaf receives at a time
   * @return by handle, what every node has, by entry of a share
   */
  static double[][] usage(ShareTree tree, double sliver) {
    FluidOfClasses fluid = new FluidOfClasses(tree, sliver);
    Node root = fluid.new Node(ShareTree.ROOT, null);
    while (root.canGrow()) {
      root.leastLeaf().grow();
    }
    double[][] usage = new double[tree.handleBound()][];
    fluid.nodes.forEach(node -> usage[node.handle] = node.used);
    return usage;
  }

  /** Adds amounts up as the space says: by class, or over all classes. */
  private double[] inShares(IntToLongFunction amount) {
    int m = space.resources();
    boolean byClass = space.kind() == ShareSpace.Kind.CLASS;
    double[] sums = new double[byClass ? space.classes() * m : m];
    for (int machineClass = 0; machineClass < space.classes(); machineClass++) {
      for (int resource = 0; resource < m; resource++) {
        int entry = byClass ? machineClass * m + resource : resource;
        sums[entry] += amount.applyAsLong(machineClass * m + resource);
      }
    }
    return sums;
  }

  private final class Node {
    private final int handle;
    private final @Nullable Node parent;
    private final List<Node> children = new ArrayList<>();
    private final List<Tasks> growing = new ArrayList<>();
    private final double[] used = new double[total.length];
    private final double[] most = new double[total.length];
    private double[] next = {};
    private boolean full;

    private Node(int handle, @Nullable Node parent) {
      this.handle = handle;
      this.parent = parent;
      nodes.add(this);
      findMost();
      for (int c = tree.firstChild(handle); c != ShareTree.NONE; c = tree.nextSibling(c)) {
        children.add(new Node(c, this));
      }
      if (tree.isLeaf(handle)) {
        addTasks(tree.demand(handle));
        addTasks(tree.held(handle));
      }
    }

    /** Several classes of a pooled resource may hold together what each may, if any is limited. */
    private void findMost() {
      boolean[] limited = new boolean[total.length];
      for (int j = 0; j < space.pairs(); j++) {
        limited[space.shareOf(j)] |= tree.limit(handle, j) != ShareTree.UNLIMITED;
      }
      double[] limits = inShares(j -> Math.min(tree.limit(handle, j), tree.capacity(j)));
      for (int s = 0; s < most.length; s++) {
        most[s] = limited[s] ? Math.min(1.0, limits[s] / total[s]) : 1.0;
      }
    }

    /** Equal vectors, pending and held, are one class; floating ones count for nothing. */
    private void addTasks(Demand demand) {
      for (int i = 0; i < demand.size(); i++) {
        long[] task = demand.vector(i);
        double count = demand.tasks(i) == Demand.ENDLESS ? MANY : demand.tasks(i);
        if (task[task.length - 1] == 0 && isPossible(task)) {
          growing.stream()
              .filter(tasks -> Arrays.equals(tasks.task, task))
              .findFirst()
              .ifPresentOrElse(tasks -> tasks.count += count, () -> add(task, count));
        }
      }
    }

    private void add(long[] task, double count) {
      growing.add(new Tasks(task, count));
    }

    private boolean isPossible(long[] task) {
      for (int j = 0; j < space.pairs(); j++) {
        for (Node n = this; n != null; n = n.parent) {
          if (task[j] > Math.min(tree.capacity(j), tree.limit(n.handle, j))) {
            return false;
          }
        }
      }
      return Arrays.stream(task).anyMatch(amount -> amount > 0);
    }

    private boolean canGrow() {
      if (!full) {
        full = tree.isLeaf(handle) ? !findSliver() : children.stream().noneMatch(Node::canGrow);
      }
      return !full;
    }

    private boolean findSliver() {
      while (!growing.isEmpty()) {
        if (next.length == 0) {
          divideSliver();
        }
        if (!growing.removeIf(tasks -> !tasks.mayGrow(this))) {
          return true;
        }
        next = new double[0];
      }
      return false;
    }

    private void divideSliver() {
      double[] direction = new double[total.length];
      growing.forEach(tasks -> Arrays.setAll(direction, s -> direction[s] + tasks.all(s)));
      double step = sliver / Arrays.stream(direction).max().orElseThrow();
      next = Arrays.stream(direction).map(rate -> rate * step).toArray();
      growing.forEach(tasks -> tasks.step = step);
    }

    private boolean isExhausted(int share) {
      for (Node n = this; n != null; n = n.parent) {
        if (n.used[share] + next[share] > n.most[share]) {
          return true;
        }
      }
      return false;
    }

    private Node leastLeaf() {
      Node node = this;
      while (!node.children.isEmpty()) {
        node =
            node.children.stream()
                .filter(Node::canGrow)
                .min(Comparator.comparingDouble(Node::key))
                .orElseThrow();
      }
      return node;
    }

    private double key() {
      return IntStream.range(0, used.length)
          .mapToDouble(s -> used[s] / effectiveWeight(s))
          .max()
          .orElseThrow();
    }

    /** The weight in the entry's class, times what each queue above weighs there by the first. */
    private double effectiveWeight(int share) {
      int index = space.weights() == 1 ? 0 : share / space.resources();
      double weight = tree.weightAt(handle, index);
      for (Node n = parent; n != null; n = n.parent) {
        weight *= tree.weightAt(n.handle, index) / tree.weightAt(n.handle, 0);
      }
      return weight;
    }

    private void grow() {
      growing.forEach(tasks -> tasks.progress += tasks.step);
      for (Node n = this; n != null; n = n.parent) {
        for (int s = 0; s < used.length; s++) {
          n.used[s] += next[s];
        }
      }
    }
  }

  private final class Tasks {
    private final long[] task;
    private final double[] share;
    private double count;
    private double progress;
    private double step;

    private Tasks(long[] task, double count) {
      this.task = task;
      this.count = count;
      share = inShares(j -> task[j]);
      Arrays.setAll(share, s -> share[s] == 0 ? 0 : share[s] / total[s]);
    }

    private double all(int s) {
      return count * share[s];
    }

    private boolean mayGrow(Node leaf) {
      return progress + step <= 1
          && IntStream.range(0, share.length).noneMatch(s -> share[s] > 0 && leaf.isExhausted(s));
    }
  }
}
