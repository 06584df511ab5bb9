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
import java.util.List;

/**
 * A weighted tree of queues whose leaves are applications: parents, weights, limits, usage and
 * pending demand, as numbers only.
 *
 * <p>Nodes are small {@code int} handles; the root is {@link #ROOT}. Amounts are vectors of {@code
 * resourceCount()} exact {@code long}s in the caller's units (MiB, vcores, devices). The usage of
 * an internal node is the sum of its children's and is kept on every change, so that it can be
 * {@link ShareTreeAudit audited}. Siblings keep the order in which they were added: ties in
 * fairness go to the first.
 *
 * <p>Not thread-safe. Methods that change the tree throw {@link IllegalArgumentException} for a
 * handle that is not (or no longer) in it; the result of the others for such a handle is undefined.
 */
public final class ShareTree {
  /** The root's handle. */
  public static final int ROOT = 0;

  /** "No node": the root's parent, the end of a list of siblings. */
  public static final int NONE = -1;

  /** A limit component that limits nothing. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final byte FREE = 0;
  private static final byte QUEUE = 1;
  private static final byte LEAF = 2;

  private final int resources;
  private final long[] capacity;
  private final NodeHandles handles;
  private byte[] kind = new byte[16];
  private final FamilyLinks links;
  private double[] weight = new double[16];
  private long[] usage;
  private long[] limit;
  private boolean[] limited = new boolean[16];
  private Demand[] demand = new Demand[16];
  private final HeldTasks held;
  private long[][] nodeShapes = {};
  private final TreeListeners listeners = new TreeListeners();

  /**
   * Creates a tree that has only a root, of weight 1 and without limit, over an empty cluster.
   *
   * @param resourceCount the number m of resources, at least 1
   */
  public ShareTree(int resourceCount) {
    if (resourceCount < 1) {
      throw new IllegalArgumentException(
          "resourceCount " + resourceCount + ": expected at least 1");
    }
    resources = resourceCount;
    capacity = new long[resourceCount];
    handles = new NodeHandles();
    links = new FamilyLinks(16);
    usage = new long[16 * resourceCount];
    limit = new long[16 * resourceCount];
    held = new HeldTasks(resourceCount, 16);
    initialise(handles.take(), 1.0, QUEUE);
  }

  private ShareTree(ShareTree other) {
    resources = other.resources;
    capacity = other.capacity.clone();
    handles = other.handles.copy();
    kind = other.kind.clone();
    links = other.links.copy();
    weight = other.weight.clone();
    usage = other.usage.clone();
    limit = other.limit.clone();
    limited = other.limited.clone();
    demand = other.demand.clone();
    held = other.held.copy();
    nodeShapes = other.nodeShapes;
  }

  /** Returns a tree with the same nodes under the same handles, without listeners. */
  public ShareTree copy() {
    return new ShareTree(this);
  }

  /** Adds a listener, which is called for every later change of this tree. */
  public void addListener(TreeListener listener) {
    listeners.add(listener);
  }

  /** Returns m, the length of every vector. */
  public int resourceCount() {
    return resources;
  }

  /** Returns the number of nodes, the root included. */
  public int size() {
    return handles.inUse();
  }

  /** Returns a bound above every handle in use; arrays indexed by node need this length. */
  public int handleBound() {
    return handles.bound();
  }

  /** Adds an internal node as the last child of an internal node and returns its handle. */
  public int addQueue(int parentNode, double nodeWeight) {
    return add(parentNode, nodeWeight, QUEUE);
  }

  /** Adds a leaf, an application, as the last child of an internal node and returns its handle. */
  public int addLeaf(int parentNode, double nodeWeight) {
    return add(parentNode, nodeWeight, LEAF);
  }

  /**
   * Removes a node that holds nothing and has no children; its handle may be given out again.
   *
   * @throws IllegalStateException if it is the root, has children or still holds resources
   */
  public void remove(int node) {
    check(node);
    if (node == ROOT || links.firstChild(node) != NONE || !holdsNothing(node)) {
      throw new IllegalStateException(
          "node " + node + " is the root, has children or still holds resources");
    }
    int formerParent = links.parent(node);
    links.unlink(node);
    kind[node] = FREE;
    demand[node] = Demand.NOTHING;
    held.clear(node);
    handles.giveBack(node);
    listeners.removed(node, formerParent);
  }

  /**
   * Moves a node with all below it to the end of another internal node's children; usage follows.
   *
   * @throws IllegalArgumentException if the new parent is a leaf or lies below the node
   */
  public void move(int node, int newParent) {
    check(node);
    check(newParent, QUEUE);
    for (int n = newParent; n != NONE; n = links.parent(n)) {
      if (n == node) {
        throw new IllegalArgumentException("node " + newParent + " lies below node " + node);
      }
    }
    addAlongPath(links.parent(node), usage, node * resources, -1);
    addAlongPath(newParent, usage, node * resources, 1);
    int formerParent = links.parent(node);
    links.unlink(node);
    links.link(node, newParent);
    listeners.removed(node, formerParent);
    listeners.added(node);
  }

  /** Sets the cluster's amount of each resource (copied). */
  public void setCapacity(long[] amounts) {
    Arguments.checkVector(amounts, resources);
    System.arraycopy(amounts, 0, capacity, 0, resources);
    listeners.capacityChanged();
  }

  /** Returns the cluster's amount of a resource. */
  public long capacity(int resource) {
    return capacity[resource];
  }

  /**
   * Sets the distinct vectors of nodes' totals (copied); none if they are not known. {@link
   * IdealShare} ignores tasks that fit no empty node.
   */
  public void setNodeShapes(List<long[]> shapes) {
    shapes.forEach(shape -> Arguments.checkVector(shape, resources));
    nodeShapes = shapes.stream().map(long[]::clone).toArray(long[][]::new);
    listeners.nodeShapesChanged();
  }

  long[][] nodeShapes() {
    return nodeShapes;
  }

  /** Sets a node's weight among its siblings: positive and finite. */
  public void setWeight(int node, double nodeWeight) {
    check(node);
    weight[node] = Arguments.checkedWeight(nodeWeight);
    listeners.weightChanged(node);
  }

  /** Returns a node's weight. */
  public double weight(int node) {
    return weight[node];
  }

  /** Sets the most that a node may hold, {@link #UNLIMITED} where a resource is not limited. */
  public void setLimit(int node, long[] amounts) {
    check(node);
    Arguments.checkVector(amounts, resources);
    System.arraycopy(amounts, 0, limit, node * resources, resources);
    limited[node] = Arrays.stream(amounts).anyMatch(amount -> amount != UNLIMITED);
    listeners.limitChanged(node);
  }

  /** Returns whether a node's own limit limits any resource. */
  public boolean isLimited(int node) {
    return limited[node];
  }

  /** Returns the most that a node may hold of a resource. */
  public long limit(int node, int resource) {
    return limit[node * resources + resource];
  }

  /** Adds a task's vector to the usage of a leaf and of every node above it. */
  public void charge(int leaf, long[] task) {
    charge(leaf, task, 1);
  }

  /** Adds the vectors of equal tasks to the usage of a leaf and of every node above it. */
  public void charge(int leaf, long[] task, long count) {
    check(leaf, LEAF);
    Arguments.checkCount(count);
    Arguments.checkVector(task, resources);
    held.add(leaf, task, count);
    addAlongPath(leaf, task, 0, count);
    listeners.usageChanged(leaf);
  }

  /**
   * Subtracts a task's vector from the usage of a leaf and of every node above it.
   *
   * @throws IllegalStateException if the leaf holds no task of this vector; nothing is changed then
   */
  public void release(int leaf, long[] task) {
    check(leaf, LEAF);
    Arguments.checkVector(task, resources);
    held.remove(leaf, task);
    addAlongPath(leaf, task, 0, -1);
    listeners.usageChanged(leaf);
  }

  /**
   * Returns a leaf's held tasks by demand class: the distinct vectors that it was charged, in
   * ascending order, and the number of tasks of each. A copy, which does not follow the tree.
   */
  public Demand held(int leaf) {
    return held.demand(leaf);
  }

  HeldTasks heldTasks() {
    return held;
  }

  /** Returns what a node holds of a resource. */
  public long usage(int node, int resource) {
    return usage[node * resources + resource];
  }

  /** Returns the fraction of a resource that a node holds, 0 if the cluster has none of it. */
  public double usedFraction(int node, int resource) {
    long total = capacity[resource];
    return total > 0 ? (double) usage[node * resources + resource] / total : 0.0;
  }

  /** Returns the dominant share of a node: its largest {@link #usedFraction}. */
  public double dominantShare(int node) {
    double share = 0.0;
    for (int j = 0; j < resources; j++) {
      share = Math.max(share, usedFraction(node, j));
    }
    return share;
  }

  /**
   * Sets a leaf's pending tasks.
   *
   * @throws IllegalArgumentException if a vector of the demand is not of this tree's length
   */
  public void setDemand(int leaf, Demand pending) {
    check(leaf, LEAF);
    pending.checkLength(resources);
    demand[leaf] = pending;
    listeners.demandChanged(leaf);
  }

  /** Returns a leaf's pending tasks. */
  public Demand demand(int leaf) {
    return demand[leaf];
  }

  /**
   * Computes the part of an offer that a node may use: min(W, limit − used) over the node and every
   * queue above it, at least 0.
   *
   * @param into filled with m amounts
   */
  public void room(int node, Offer offer, long[] into) {
    for (int j = 0; j < resources; j++) {
      long least = offer.free(j);
      for (int n = node; n != NONE; n = links.parent(n)) {
        least = Math.min(least, headroom(n, j));
      }
      into[j] = least;
    }
  }

  /** Returns how much more of a resource a node's own limit allows, at least 0. */
  public long headroom(int node, int resource) {
    long most = limit[node * resources + resource];
    return most == UNLIMITED ? most : Math.max(0, most - usage[node * resources + resource]);
  }

  /** Returns whether the handle is in use. */
  public boolean contains(int node) {
    return node >= 0 && node < kind.length && kind[node] != FREE;
  }

  /** Returns whether a node is a leaf. */
  public boolean isLeaf(int node) {
    return kind[node] == LEAF;
  }

  /** Returns a node's parent, {@link #NONE} for the root. */
  public int parent(int node) {
    return links.parent(node);
  }

  /** Returns a node's first child or {@link #NONE}. */
  public int firstChild(int node) {
    return links.firstChild(node);
  }

  /** Returns the sibling after a node or {@link #NONE}. */
  public int nextSibling(int node) {
    return links.next(node);
  }

  FamilyLinks links() {
    return links;
  }

  /** Returns whether a node holds nothing of any resource. */
  public boolean holdsNothing(int node) {
    return Amounts.areZero(usage, node * resources, resources);
  }

  private int add(int parentNode, double nodeWeight, byte nodeKind) {
    check(parentNode, QUEUE);
    Arguments.checkedWeight(nodeWeight);
    int node = handles.take();
    if (node == kind.length) {
      grow(node * 2);
    }
    initialise(node, nodeWeight, nodeKind);
    links.link(node, parentNode);
    listeners.added(node);
    return node;
  }

  private void initialise(int node, double nodeWeight, byte nodeKind) {
    kind[node] = nodeKind;
    links.clear(node);
    weight[node] = nodeWeight;
    limited[node] = false;
    demand[node] = Demand.NOTHING;
    Arrays.fill(usage, node * resources, (node + 1) * resources, 0);
    Arrays.fill(limit, node * resources, (node + 1) * resources, UNLIMITED);
  }

  private void addAlongPath(int node, long[] amounts, int offset, long times) {
    for (int n = node; n != NONE; n = links.parent(n)) {
      Amounts.add(usage, n * resources, amounts, offset, times, resources);
    }
  }

  private void grow(int length) {
    links.grow(length);
    held.grow(length);
    kind = Arrays.copyOf(kind, length);
    weight = Arrays.copyOf(weight, length);
    limited = Arrays.copyOf(limited, length);
    demand = Arrays.copyOf(demand, length);
    usage = Arrays.copyOf(usage, length * resources);
    limit = Arrays.copyOf(limit, length * resources);
  }

  private void check(int node) {
    if (!contains(node)) {
      throw new IllegalArgumentException("no node " + node);
    }
  }

  private void check(int node, byte expected) {
    check(node);
    if (kind[node] != expected) {
      throw new IllegalArgumentException(
          "node " + node + (expected == LEAF ? " is not a leaf" : " is a leaf"));
    }
  }
}
