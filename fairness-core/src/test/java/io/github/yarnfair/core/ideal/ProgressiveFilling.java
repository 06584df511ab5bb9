// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Static H-DRF just as Algorithm 1 of the paper has it: sliver by sliver. A leaf grows by all its
 * demand classes together; those that a sliver does not fit any more stop. The reference for {@link
 * IdealShare}, with which it shares nothing.
 */
final class ProgressiveFilling {
  /** In place of endless many: outweighs all others. */
  private static final double MANY = 1e12;

  private final long[] capacity;
  private final Map<String, Demand> tasks;
  private final double sliver;
  private final Node root;

  private ProgressiveFilling(
      TreeSpec spec, long[] capacity, Map<String, Demand> tasks, double sliver) {
    this.capacity = capacity;
    this.tasks = tasks;
    this.sliver = sliver;
    root = new Node(spec, null);
  }

  /**
   * Fills the cluster.
   *
   * @param tasks by name of a leaf, all tasks of each demand class, running or not
   * @param sliver the dominant share that a leaf receives at a time
   * @return by name, what every node has as fractions of the cluster
   */
  static Map<String, double[]> usage(
      TreeSpec spec, long[] capacity, Map<String, Demand> tasks, double sliver) {
    ProgressiveFilling filling = new ProgressiveFilling(spec, capacity, tasks, sliver);
    while (filling.root.canGrow()) {
      filling.root.leastLeaf().grow();
    }
    Map<String, double[]> usage = new LinkedHashMap<>();
    filling.root.collect(usage);
    return usage;
  }

  private final class Node {
    private final TreeSpec spec;
    private final @Nullable Node parent;
    private final List<Node> children = new ArrayList<>();
    private final List<TaskClass> classes = new ArrayList<>();
    private final double[] used = new double[capacity.length];
    private double[] next = {};
    private boolean full;

    private Node(TreeSpec spec, @Nullable Node parent) {
      this.spec = spec;
      this.parent = parent;
      spec.children().forEach(child -> children.add(new Node(child, this)));
      Demand demand = tasks.getOrDefault(spec.name(), Demand.NOTHING);
      for (int i = 0; i < demand.size(); i++) {
        classes.add(new TaskClass(demand.vector(i), demand.tasks(i)));
      }
      classes.removeIf(each -> each.isNothing() || !isPossible(each));
    }

    private boolean isPossible(TaskClass each) {
      boolean isPossible = true;
      for (int j = 0; j < used.length; j++) {
        for (Node n = this; n != null; n = n.parent) {
          isPossible &= each.task[j] <= Math.min(capacity[j], n.spec.limit(j));
        }
      }
      return isPossible;
    }

    private double share() {
      double share = 0;
      for (double held : used) {
        share = Math.max(share, held);
      }
      return share;
    }

    /** What has been full once stays so: nothing is ever given back. */
    private boolean canGrow() {
      if (!full) {
        full = spec.isLeaf() ? !findSliver() : children.stream().noneMatch(Node::canGrow);
      }
      return !full;
    }

    /**
     * Finds the sliver that the leaf would receive next; drops the classes that it does not fit.
     */
    private boolean findSliver() {
      if (next.length == 0) {
        divideSliver();
      }
      List<TaskClass> ended = new ArrayList<>();
      for (TaskClass each : classes) {
        if (!each.mayGrow(this)) {
          ended.add(each);
        }
      }
      if (ended.isEmpty()) {
        return !classes.isEmpty();
      }
      classes.removeAll(ended);
      divideSliver();
      return findSliver();
    }

    private void divideSliver() {
      double[] direction = new double[used.length];
      classes.forEach(each -> each.addTo(direction));
      double step = sliver / Arrays.stream(direction).max().orElseThrow();
      next = Arrays.stream(direction).map(rate -> rate * step).toArray();
      classes.forEach(each -> each.step = step);
    }

    private boolean isExhausted(int resource) {
      for (Node n = this; n != null; n = n.parent) {
        double most = Math.min(1.0, (double) n.spec.limit(resource) / capacity[resource]);
        if (n.used[resource] + next[resource] > most) {
          return true;
        }
      }
      return false;
    }

    private Node leastLeaf() {
      Node node = this;
      while (!node.spec.isLeaf()) {
        node =
            node.children.stream()
                .filter(Node::canGrow)
                .min(Comparator.comparingDouble(Node::key))
                .orElseThrow();
      }
      return node;
    }

    private double key() {
      return share() / spec.weight();
    }

    private void grow() {
      classes.forEach(each -> each.progress += each.step);
      for (int j = 0; j < used.length; j++) {
        for (Node n = this; n != null; n = n.parent) {
          n.used[j] += next[j];
        }
      }
    }

    private void collect(Map<String, double[]> usage) {
      usage.put(spec.name(), used);
      children.forEach(child -> child.collect(usage));
    }
  }

  private final class TaskClass {
    private final long[] task;
    private final double tasks;
    private double progress;
    private double step;

    private TaskClass(long[] task, long tasks) {
      this.task = task;
      this.tasks = tasks == Demand.ENDLESS ? MANY : tasks;
    }

    private boolean isNothing() {
      return Arrays.stream(task).allMatch(amount -> amount == 0);
    }

    private void addTo(double[] direction) {
      Arrays.setAll(direction, j -> direction[j] + tasks * task[j] / capacity[j]);
    }

    private boolean mayGrow(Node leaf) {
      boolean mayGrow = progress + step <= 1;
      for (int j = 0; j < task.length; j++) {
        mayGrow &= task[j] == 0 || !leaf.isExhausted(j);
      }
      return mayGrow;
    }
  }
}
