// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.core.scenario.PlainNode;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Dynamic H-DRF written down as plainly as possible, by recursion over objects that remember
 * nothing between decisions but what leaves hold and want: the reference that every faster form
 * must equal.
 */
final class PlainHdrf {
  /** What a decision makes of a node. */
  private record Rating(boolean blocked, double[] u, double key) {}

  private final ShareSpace space;
  private final PlainNode root;
  private final long[] capacity;
  private final long[] free;
  private final Rule rule;
  private final Map<PlainNode, Rating> ratings = new HashMap<>();

  /** By which rule a queue counts what its children hold. */
  enum Rule {
    /** Queues of leaves by pools, no level below one task. */
    CORRECTED,
    /** Algorithm 3 as printed. */
    PRINTED,
    /** Section 3.3: all in full. */
    NAIVE
  }

  /** Decides to whom the next task from what is free goes. */
  PlainHdrf(ShareSpace space, PlainNode root, long[] capacity, long[] free, Rule rule) {
    this.space = space;
    this.root = root;
    this.capacity = capacity;
    this.free = free;
    this.rule = rule;
    rate(root);
  }

  boolean isBlocked(PlainNode node) {
    return ratings.get(node).blocked();
  }

  double key(PlainNode node) {
    return ratings.get(node).key();
  }

  /** Returns the leaf whose turn it is, null if all are blocked. */
  @Nullable PlainNode leaf() {
    if (isBlocked(root)) {
      return null;
    }
    PlainNode node = root;
    while (!node.children.isEmpty()) {
      PlainNode least = null;
      for (PlainNode child : node.children) {
        if (!isBlocked(child) && (least == null || key(child) < key(least))) {
          least = child;
        }
      }
      node = least;
    }
    return node;
  }

  private void rate(PlainNode node) {
    node.children.forEach(this::rate);
    boolean blocked = node.children.stream().allMatch(this::isBlocked) && !hasTaskThatFits(node);
    double[] u = new double[space.shares()];
    for (int s = 0; s < u.length; s++) {
      long total = sum(capacity, s);
      u[s] = total == 0 ? 0 : (double) sum(node.held, s) / total;
    }
    if (rule == Rule.CORRECTED && isLeafQueue(node)) {
      new PlainPools(this, node.children).addCounted(u);
    } else {
      addChildren(node, u);
    }
    ratings.put(node, new Rating(blocked, u, shareByWeight(node, u)));
  }

  private static boolean isLeafQueue(PlainNode node) {
    return !node.children.isEmpty() && node.children.stream().allMatch(child -> child.isLeaf);
  }

  /** Adds what the children count for, each as a whole. */
  private void addChildren(PlainNode node, double[] u) {
    double f = Double.POSITIVE_INFINITY;
    for (PlainNode child : node.children) {
      double level = key(child);
      if (rule == Rule.CORRECTED) {
        level = Math.max(level, levelOfOneTask(child));
      }
      f = isBlocked(child) ? f : Math.min(f, level);
    }
    for (PlainNode child : node.children) {
      double factor = isScaled(child, f) ? f / key(child) : 1;
      for (int s = 0; s < u.length; s++) {
        u[s] += ratings.get(child).u()[s] * factor;
      }
    }
  }

  /**
   * The smallest task pending below that the limits up to the node's own allow, by its weight;
   * tasks that start together are one.
   */
  private double levelOfOneTask(PlainNode node) {
    return pendingBelow(node)
        .mapToDouble(waiting -> waiting.size() / weight(node, waiting.task))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private Stream<Waiting> pendingBelow(PlainNode node) {
    Stream<Waiting> pending =
        node.isLeaf && !node.skipped
            ? IntStream.range(0, node.demand.size())
                .mapToObj(i -> task(node.demand.vector(i), node.demand.tasks(i)))
                .map(task -> new Waiting(task, node.demand.together()))
            : node.children.stream().flatMap(this::pendingBelow);
    return pending.filter(waiting -> node.allows(waiting.task.vector, space.resources()));
  }

  private record Waiting(PlainTask task, long together) {
    double size() {
      return task.size * together;
    }
  }

  /** A task that needs nothing that the cluster has is of size 0 in entry 0. */
  PlainTask task(long[] vector, long count) {
    double[] shares = new double[space.shares()];
    int dominant = 0;
    for (int s = 0; s < shares.length; s++) {
      long total = sum(capacity, s);
      shares[s] = total == 0 ? 0 : (double) sum(vector, s) / total;
      dominant = shares[s] > shares[dominant] ? s : dominant;
    }
    StringBuilder kind = new StringBuilder().append(dominant);
    for (int pair = 0; pair < space.pairs(); pair++) {
      kind.append(vector[pair] > 0 ? " needed" : " not");
    }
    return new PlainTask(vector, count, shares, dominant, shares[dominant], kind.toString());
  }

  /** Equal tasks: how many, a task's shares, the largest of these and its entry; the kind. */
  record PlainTask(
      long[] vector, long count, double[] shares, int dominant, double size, String kind) {}

  double weight(PlainNode node, PlainTask task) {
    return effectiveWeight(node, task.dominant);
  }

  boolean canBeServed(PlainNode leaf, int index) {
    return !leaf.skipped && fits(leaf.demand, index, leaf);
  }

  /** Returns the sum of the amounts of all classes that count in an entry of a share. */
  private long sum(long[] amounts, int share) {
    long sum = 0;
    for (int machineClass = 0; machineClass < space.classes(); machineClass++) {
      for (int resource = 0; resource < space.resources(); resource++) {
        boolean counts =
            space.kind() == ShareSpace.Kind.CLUSTER
                ? resource == share
                : machineClass * space.resources() + resource == share;
        sum += counts ? amounts[machineClass * space.resources() + resource] : 0;
      }
    }
    return sum;
  }

  private boolean isScaled(PlainNode child, double f) {
    return key(child) > f
        && (rule == Rule.CORRECTED || (rule == Rule.PRINTED && !isBlocked(child)));
  }

  private double shareByWeight(PlainNode node, double[] u) {
    double largest = 0;
    for (int s = 0; s < u.length; s++) {
      boolean counts = rule != Rule.PRINTED || node.children.isEmpty() || sum(free, s) > 0;
      largest = counts ? Math.max(largest, u[s] / effectiveWeight(node, s)) : largest;
    }
    return largest;
  }

  /** The weight in the entry's class, times what each queue above weighs there by the first. */
  private double effectiveWeight(PlainNode node, int share) {
    int index = node.weight.length == 1 ? 0 : share / space.resources();
    double weight = node.weight[index];
    for (PlainNode n = node.parent; n != null; n = n.parent) {
      weight *= n.weight[index] / n.weight[0];
    }
    return weight;
  }

  private boolean hasTaskThatFits(PlainNode leaf) {
    for (int i = 0; i < leaf.demand.size(); i++) {
      if (canBeServed(leaf, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean fits(Demand demand, int task, PlainNode leaf) {
    for (int j = 0; j < capacity.length; j++) {
      long amount = demand.amount(task, j);
      if (amount > free[j]) {
        return false;
      }
    }
    for (PlainNode n = leaf; n != null; n = n.parent) {
      if (!n.allows(demand.vector(task), space.resources())) {
        return false;
      }
    }
    return true;
  }
}
