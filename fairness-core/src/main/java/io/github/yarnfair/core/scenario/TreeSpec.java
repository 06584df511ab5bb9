// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tree of queues and applications, written down nested; immutable. Limits are in the units of
 * demand; a leaf has tasks of one shape.
 */
public final class TreeSpec {
  private final String name;
  private final double weight;
  private final List<TreeSpec> children;
  private final long[] demand;
  private final long tasks;
  private final long[] limit;

  private TreeSpec(
      String name,
      double weight,
      List<TreeSpec> children,
      long[] demand,
      long tasks,
      long[] limit) {
    this.name = name;
    this.weight = weight;
    this.children = List.copyOf(children);
    this.demand = demand;
    this.tasks = tasks;
    this.limit = limit;
  }

  /** A queue of weight 1. */
  public static TreeSpec queue(String name, TreeSpec... children) {
    return queue(name, Arrays.asList(children));
  }

  /** A queue of weight 1. */
  public static TreeSpec queue(String name, List<TreeSpec> children) {
    return new TreeSpec(name, 1, children, new long[0], 0, new long[0]);
  }

  /** A leaf of weight 1 with endless tasks of one demand vector. */
  public static TreeSpec leaf(String name, long... demand) {
    return new TreeSpec(name, 1, List.of(), demand.clone(), Demand.ENDLESS, new long[0]);
  }

  /** The same with another weight. */
  public TreeSpec weighing(double newWeight) {
    return new TreeSpec(name, newWeight, children, demand, tasks, limit);
  }

  /** The same leaf with that many tasks. */
  public TreeSpec tasks(long newTasks) {
    return new TreeSpec(name, weight, children, demand, newTasks, limit);
  }

  /** The same with a limit. */
  public TreeSpec limitedTo(long... newLimit) {
    return new TreeSpec(name, weight, children, demand, tasks, newLimit.clone());
  }

  /** The same with siblings in the opposite order, at every queue. */
  public TreeSpec reversed() {
    List<TreeSpec> reversed = new ArrayList<>();
    children.forEach(child -> reversed.add(0, child.reversed()));
    return new TreeSpec(name, weight, reversed, demand, tasks, limit);
  }

  /** Returns the name, unique in the tree. */
  public String name() {
    return name;
  }

  /** Returns the weight. */
  public double weight() {
    return weight;
  }

  /** Returns the children, none for a leaf. */
  public List<TreeSpec> children() {
    return children;
  }

  /** Returns whether this is a leaf: it has a demand vector. */
  public boolean isLeaf() {
    return demand.length > 0;
  }

  /** Returns a copy of a leaf's demand vector. */
  public long[] demand() {
    return demand.clone();
  }

  /** Returns what a task of a leaf needs of a resource. */
  public long demand(int resource) {
    return demand[resource];
  }

  /** Returns how many tasks a leaf has. */
  public long tasks() {
    return tasks;
  }

  /** Returns whether there is a limit. */
  public boolean isLimited() {
    return limit.length > 0;
  }

  /** Returns the limit of a resource, {@link ShareTree#UNLIMITED} if there is none. */
  public long limit(int resource) {
    return isLimited() ? limit[resource] : ShareTree.UNLIMITED;
  }

  @Override
  public String toString() {
    String text = weight == 1 ? name : name + " w=" + weight;
    if (isLeaf()) {
      text += Arrays.toString(demand) + (tasks == Demand.ENDLESS ? "" : "×" + tasks);
    } else {
      text += children;
    }
    return isLimited() ? text + " limit " + Arrays.toString(limit) : text;
  }
}
