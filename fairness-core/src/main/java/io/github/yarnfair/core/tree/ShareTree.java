// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import io.github.yarnfair.core.ideal.IdealShare;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A weighted tree of queues whose leaves are applications: parents, weights, limits, usage and
 * pending demand, as numbers only.
 *
 * <p>Nodes are small {@code int} handles; the root is {@link #ROOT}. Amounts are vectors of exact
 * {@code long}s in the caller's units (MiB, vcores, devices), as many as the tree's {@link
 * ShareSpace} says: one for each pair of a machine class and a resource, and with several classes
 * the reach, which only {@link #setDemand} and {@link #room} heed. The usage of an internal node is
 * the sum of its children's and is kept on every change, so that it can be {@link ShareTreeAudit
 * audited}. Siblings keep the order in which they were added: ties in fairness go to the first.
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

  private final ShareSpace space;

  /** The length of a vector of amounts, and how many of these, the first ones, are charged. */
  private final int stride;

  private final int pairs;

  /** The number of entries of a share. */
  private final int shares;

  private final long[] capacity;

  /** By entry of a share: the capacity by which it is measured. */
  private final long[] shareCapacity;

  private final NodeHandles handles;
  private byte[] kind = new byte[16];
  private final FamilyLinks links;
  private final NodeWeights weights;
  private long[] usage;
  private long[] limit;
  private boolean[] limited = new boolean[16];
  private boolean[] passable = new boolean[16];
  private Demand[] demand = new Demand[16];
  private Demand[] fixedDemand = new Demand[16];
  private final HeldTasks held;
  private final ServingOrder order;
  private long[][] nodeShapes = {};
  private final TreeListeners listeners = new TreeListeners();

  /**
   * Creates a tree that has only a root, of weight 1 and without limit, over an empty cluster of
   * one machine class.
   *
   * @param resourceCount the number m of resources, at least 1
   */
  public ShareTree(int resourceCount) {
    this(ShareSpace.ofOneClass(resourceCount));
  }

  /** Creates a tree that has only a root, of weight 1 and without limit, over an empty cluster. */
  public ShareTree(ShareSpace space) {
    this.space = space;
    stride = space.length();
    pairs = space.pairs();
    shares = space.shares();
    capacity = new long[stride];
    shareCapacity = new long[shares];
    handles = new NodeHandles();
    links = new FamilyLinks(16);
    weights = new NodeWeights(space.weights(), 16);
    usage = new long[16 * stride];
    limit = new long[16 * stride];
    held = new HeldTasks(pairs, 16);
    order = new ServingOrder(16);
    initialise(handles.take(), NONE, 1.0, QUEUE);
  }

  private ShareTree(ShareTree other) {
    space = other.space;
    stride = other.stride;
    pairs = other.pairs;
    shares = other.shares;
    capacity = other.capacity.clone();
    shareCapacity = other.shareCapacity.clone();
    handles = other.handles.copy();
    kind = other.kind.clone();
    links = other.links.copy();
    weights = other.weights.copy();
    usage = other.usage.clone();
    limit = other.limit.clone();
    limited = other.limited.clone();
    passable = other.passable.clone();
    demand = other.demand.clone();
    fixedDemand = other.fixedDemand.clone();
    held = other.held.copy();
    order = other.order.copy();
    nodeShapes = other.nodeShapes;
  }

  /** Returns a tree with the same nodes under the same handles, without listeners. */
  public ShareTree copy() {
    return new ShareTree(this);
  }

  /** Returns a {@linkplain #copy copy} in which all weights are as configured. */
  public ShareTree copyWithoutBalances() {
    ShareTree copy = copy();
    double[] ones = new double[space.weights()];
    Arrays.fill(ones, 1.0);
    for (int node = 0; node < handles.bound(); node++) {
      if (kind[node] == QUEUE && hasBalance(node)) {
        copy.setBalance(node, ones);
      }
    }
    return copy;
  }

  /**
   * Returns a copy in which balances are part of the configured weights: what is computed of it
   * treats the past like the present.
   */
  public ShareTree copyWithBalancesConfigured() {
    ShareTree copy = copyWithoutBalances();
    for (int node = 0; node < handles.bound(); node++) {
      if (kind[node] == QUEUE && hasBalance(node)) {
        int queue = node;
        double[] byClass = new double[space.weights()];
        Arrays.setAll(byClass, w -> weights.get(queue, w));
        copy.setWeight(node, byClass);
      }
    }
    return copy;
  }

  /**
   * Returns a tree of the same space that has only a root, with room for some nodes. Reads nothing
   * that changes.
   *
   * @param nodes that can be added without making room again
   */
  public ShareTree emptyLike(int nodes) {
    ShareTree empty = new ShareTree(space);
    if (nodes > empty.kind.length) {
      empty.grow(nodes);
    }
    return empty;
  }

  /** Makes the cluster and the root's weights, limit and order those of another tree. */
  public void copyRoot(ShareTree from) {
    setCapacity(from.capacity);
    nodeShapes = from.nodeShapes;
    listeners.nodeShapesChanged();
    copyFigures(from, ROOT, ROOT);
  }

  /**
   * Adds a node of another tree of the same space as the last child of an internal node, without
   * what is below it: its weights, limit and order, and a leaf's demand and usage, which counts in
   * the queues above. So a tree can be copied a few nodes at a time, while it changes in between.
   *
   * @return its handle here
   */
  public int addCopy(ShareTree from, int node, int parentNode) {
    int copy = add(parentNode, 1.0, from.kind[node]);
    copyFigures(from, node, copy);
    if (from.kind[node] == LEAF) {
      setDemand(copy, from.demand[node]);
      held.copy(from.held, node, copy);
      addAlongPath(copy, from.usage, node * stride, 1);
      listeners.usageChanged(copy);
    }
    return copy;
  }

  private void copyFigures(ShareTree from, int node, int to) {
    double[] byClass = new double[space.weights()];
    Arrays.setAll(byClass, w -> from.weights.configured(node, w));
    setWeight(to, byClass);
    if (from.hasBalance(node)) {
      Arrays.setAll(byClass, w -> from.weights.factor(node, w));
      setBalance(to, byClass);
    }
    System.arraycopy(from.limit, node * stride, limit, to * stride, stride);
    limited[to] = from.limited[node];
    passable[to] = from.passable[node];
    order.set(to, from.order.get(node));
    order.setRank(to, from.order.priority(node), from.order.submission(node));
  }

  /** Adds a listener, which is called for every later change of this tree. */
  public void addListener(TreeListener listener) {
    listeners.add(listener);
  }

  /** Removes a listener, if it was added. */
  public void removeListener(TreeListener listener) {
    listeners.remove(listener);
  }

  /**
   * Removes all listeners: those that selections and policies over this tree have added must not be
   * used any more.
   */
  public void removeListeners() {
    listeners.clear();
  }

  /** Returns what the tree counts by. */
  public ShareSpace space() {
    return space;
  }

  /** Returns m, the number of resource types: with one machine class the length of a vector. */
  public int resourceCount() {
    return space.resources();
  }

  /** Returns the number of nodes, the root included. */
  public int size() {
    return handles.inUse();
  }

  /** Returns a bound above every handle in use; arrays indexed by node need this length. */
  public int handleBound() {
    return handles.bound();
  }

  /** Returns how many handles below {@link #handleBound} are not in use. */
  public int freeHandles() {
    return handles.free();
  }

  /** Returns one of these handles; the last one is given out first. */
  public int freeHandle(int index) {
    return handles.free(index);
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
    fixedDemand[node] = Demand.NOTHING;
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
    addAlongPath(links.parent(node), usage, node * stride, -1);
    addAlongPath(newParent, usage, node * stride, 1);
    int formerParent = links.parent(node);
    links.unlink(node);
    links.link(node, newParent);
    listeners.removed(node, formerParent);
    listeners.added(node);
    if (space.weights() > 1) {
      reweigh(node);
    }
  }

  /** Sets the cluster's amounts (copied). */
  public void setCapacity(long[] amounts) {
    Arguments.checkVector(amounts, stride);
    System.arraycopy(amounts, 0, capacity, 0, pairs);
    Arrays.setAll(shareCapacity, share -> space.shareAmount(capacity, share));
    listeners.capacityChanged();
  }

  /** Returns the cluster's amount of a pair. */
  public long capacity(int pair) {
    return capacity[pair];
  }

  /** Returns the amount by which an entry of a share is measured. */
  public long shareCapacity(int share) {
    return shareCapacity[share];
  }

  /**
   * Sets the distinct vectors of nodes' totals (copied); none if they are not known. {@link
   * IdealShare} ignores tasks that fit no empty node.
   */
  public void setNodeShapes(List<long[]> shapes) {
    shapes.forEach(shape -> Arguments.checkVector(shape, stride));
    nodeShapes = shapes.stream().map(long[]::clone).toArray(long[][]::new);
    listeners.nodeShapesChanged();
  }

  /** Returns copies of the distinct vectors of nodes' totals. */
  public List<long[]> copyOfNodeShapes() {
    return Arrays.stream(nodeShapes).map(long[]::clone).toList();
  }

  /** Returns what nodes there are, in the order of {@link #setNodeShapes}; not a copy. */
  public long[][] nodeShapes() {
    return nodeShapes;
  }

  /** Sets a node's weight among its siblings, in all classes: positive and finite. */
  public void setWeight(int node, double nodeWeight) {
    check(node);
    weights.set(node, Arguments.checkedWeight(nodeWeight));
    reweigh(node);
  }

  /**
   * Sets a queue's weights among its siblings. As shares of different classes are compared with
   * each other, siblings' weights should add up to the same in each class, as parts of it do.
   *
   * @param byClass {@link ShareSpace#weights()} numbers, positive and finite; a leaf's are equal
   */
  public void setWeight(int node, double[] byClass) {
    check(node);
    if (kind[node] == LEAF && !NodeWeights.areEqual(byClass)) {
      throw new IllegalArgumentException(
          "weights " + Arrays.toString(byClass) + " of leaf " + node + ": expected equal ones");
    }
    weights.set(node, byClass);
    reweigh(node);
  }

  /**
   * Sets by what the configured weights of a queue are multiplied, as it held less or more than its
   * part in the past. At first by 1.
   *
   * @param byClass {@link ShareSpace#weights()} numbers, positive and finite
   */
  public void setBalance(int queue, double[] byClass) {
    check(queue, QUEUE);
    weights.setFactors(queue, byClass);
    reweigh(queue);
  }

  /** Returns by what one of a node's configured weights is multiplied. */
  public double balanceAt(int node, int weightIndex) {
    return weights.factor(node, weightIndex);
  }

  /** Returns whether any of a node's configured weights is multiplied by another number than 1. */
  public boolean hasBalance(int node) {
    for (int w = 0; w < space.weights(); w++) {
      if (weights.factor(node, w) != 1.0) {
        return true;
      }
    }
    return false;
  }

  /** Returns one of a node's weights as set, whatever it held in the past. */
  public double configuredWeightAt(int node, int weightIndex) {
    return weights.configured(node, weightIndex);
  }

  /** Lets a node's weights count, at the node and where they matter below. */
  private void reweigh(int node) {
    boolean changes = weights.refresh(node, links.parent(node));
    listeners.weightChanged(node);
    for (int c = links.firstChild(node); c != NONE && changes; c = links.next(c)) {
      reweigh(c);
    }
  }

  /** Returns a node's weight with its balance, in the first class if they differ. */
  public double weight(int node) {
    return weights.get(node, 0);
  }

  /**
   * Returns the weight by which an entry of a node's share is divided: the node's in that class,
   * times what the queues above weigh there for each unit in the first class.
   */
  public double weight(int node, int share) {
    return weights.effective(node, space.weightOf(share));
  }

  /** Returns one of a node's {@link ShareSpace#weights() weights}, with its balance. */
  public double weightAt(int node, int weightIndex) {
    return weights.get(node, weightIndex);
  }

  /** Returns whether all entries of a node's share are divided by the same weight. */
  public boolean hasOneWeight(int node) {
    return weights.areEqual(node);
  }

  /**
   * Sets whether a queue serves its leaves in order, by priority and submission, and not by the
   * policy. It does so while it has leaves alone.
   */
  public void setInOrder(int queue, boolean inOrder) {
    check(queue, QUEUE);
    if (order.get(queue) != inOrder) {
      order.set(queue, inOrder);
      listeners.orderChanged(queue);
    }
  }

  /** Returns whether a queue serves its leaves in order while it has leaves alone. */
  public boolean isInOrder(int queue) {
    return order.get(queue);
  }

  /** Returns whether a queue is {@linkplain #isInOrder in order} and has no queue below it. */
  public boolean servesInOrder(int queue) {
    int child = order.get(queue) ? links.firstChild(queue) : NONE;
    while (child != NONE && kind[child] == LEAF) {
      child = links.next(child);
    }
    return child == NONE && order.get(queue);
  }

  /**
   * Sets a leaf's place in a queue that serves in order: higher priority first, of equal ones the
   * smaller submission number. At first a leaf has priority 0 and is the last one added.
   *
   * @param submission no sibling has the same
   */
  public void setRank(int leaf, int priority, long submission) {
    check(leaf, LEAF);
    if (order.priority(leaf) != priority || order.submission(leaf) != submission) {
      order.setRank(leaf, priority, submission);
      listeners.rankChanged(leaf);
    }
  }

  /** Returns a leaf's priority in a queue that serves in order. */
  public int priority(int leaf) {
    return order.priority(leaf);
  }

  /** Returns a leaf's submission number in a queue that serves in order. */
  public long submission(int leaf) {
    return order.submission(leaf);
  }

  /** Returns whether a queue that serves in order serves one leaf before the other. */
  public boolean isBefore(int leaf, int other) {
    return order.priority(leaf) != order.priority(other)
        ? order.priority(leaf) > order.priority(other)
        : order.submission(leaf) < order.submission(other);
  }

  /** Sets the most that a node may hold, {@link #UNLIMITED} where a pair is not limited. */
  public void setLimit(int node, long[] amounts) {
    setLimit(node, amounts, false);
  }

  /**
   * Sets a limit that the last task may pass: a node that holds no more than the limit of any
   * resource of a machine class may be given any task there, and one that holds more, no task. So a
   * limit below the size of one task starves no node.
   */
  public void setPassableLimit(int node, long[] amounts) {
    setLimit(node, amounts, true);
  }

  private void setLimit(int node, long[] amounts, boolean isPassable) {
    check(node);
    Arguments.checkVector(amounts, stride);
    System.arraycopy(amounts, 0, limit, node * stride, pairs);
    limited[node] = Arrays.stream(amounts, 0, pairs).anyMatch(amount -> amount != UNLIMITED);
    passable[node] = isPassable && limited[node];
    listeners.limitChanged(node);
  }

  /**
   * Returns whether a node has a limit that {@linkplain #setPassableLimit the last task passes}.
   */
  public boolean isPassable(int node) {
    return passable[node];
  }

  /** Returns whether a node's own limit limits any pair. */
  public boolean isLimited(int node) {
    return limited[node];
  }

  /** Returns the most that a node may hold of a pair. */
  public long limit(int node, int pair) {
    return limit[node * stride + pair];
  }

  /** Adds a task's vector to the usage of a leaf and of every node above it. */
  public void charge(int leaf, long[] task) {
    charge(leaf, task, 1);
  }

  /** Adds the vectors of equal tasks to the usage of a leaf and of every node above it. */
  public void charge(int leaf, long[] task, long count) {
    check(leaf, LEAF);
    Arguments.checkCount(count);
    Arguments.checkVector(task, stride);
    held.add(leaf, task, count);
    addAlongPath(leaf, task, 0, count);
    listeners.usageChanged(leaf, task, count);
  }

  /**
   * Subtracts a task's vector from the usage of a leaf and of every node above it.
   *
   * @throws IllegalStateException if the leaf holds no task of this vector; nothing is changed then
   */
  public void release(int leaf, long[] task) {
    check(leaf, LEAF);
    Arguments.checkVector(task, stride);
    held.remove(leaf, task);
    addAlongPath(leaf, task, 0, -1);
    listeners.usageChanged(leaf, task, -1);
  }

  /**
   * Returns a leaf's held tasks by demand class: the distinct vectors that it was charged, in
   * ascending order, and the number of tasks of each. A copy, which does not follow the tree.
   */
  public Demand held(int leaf) {
    return held.demand(leaf, stride);
  }

  /** Returns how many demand classes a leaf holds tasks of. */
  public int heldClasses(int leaf) {
    return held.size(leaf);
  }

  /**
   * Copies the vector of one of the demand classes that a leaf holds tasks of, one amount per pair.
   *
   * @return the number of its tasks, at least 1
   */
  public long copyHeld(int leaf, int index, long[] into) {
    held.copyTo(leaf, index, into);
    return held.tasks(leaf, index);
  }

  /** Returns what tasks the leaves hold; not a copy. */
  public HeldTasks heldTasks() {
    return held;
  }

  /** Returns what a node holds of a pair. */
  public long usage(int node, int pair) {
    return usage[node * stride + pair];
  }

  /**
   * Returns a node's usage in one entry of its share: summed over the pairs that the entry
   * measures.
   */
  public long shareUsage(int node, int share) {
    int from = node * stride;
    long sum = usage[from + share];
    for (int pair = share + shares; pair < pairs; pair += shares) {
      sum += usage[from + pair];
    }
    return sum;
  }

  /** Returns an entry of a node's share: a fraction, 0 if the cluster has none of it. */
  public double usedFraction(int node, int share) {
    return fraction(shareUsage(node, share), share);
  }

  /**
   * Returns an amount as a fraction of the capacity by which an entry of a share is divided, 0 if
   * that is 0.
   */
  public double fraction(long amount, int share) {
    long total = shareCapacity[share];
    // Most nodes hold something in few classes, and a division takes as long as all the rest.
    return amount != 0 && total > 0 ? (double) amount / total : 0.0;
  }

  /** Returns the dominant share of a node: its largest {@link #usedFraction}. */
  public double dominantShare(int node) {
    double largest = 0.0;
    for (int s = 0; s < shares; s++) {
      largest = Math.max(largest, usedFraction(node, s));
    }
    return largest;
  }

  /** Returns the largest {@link #usedFraction} of a node by its weight in the same class. */
  public double shareByWeight(int node) {
    double largest = 0.0;
    for (int s = 0; s < shares; s++) {
      largest = Math.max(largest, usedFraction(node, s) / weight(node, s));
    }
    return largest;
  }

  /**
   * Returns the largest entry of a share by a node's weight in the same class.
   *
   * @param share its entries, from an offset on
   */
  public double shareByWeight(int node, double[] share, int offset) {
    boolean isOne = hasOneWeight(node);
    int width = isOne ? shares : space.resources();
    double largest = 0.0;
    for (int from = offset; from < offset + shares; from += width) {
      double largestInClass = 0.0;
      for (int s = from; s < from + width; s++) {
        largestInClass = Math.max(largestInClass, share[s]);
      }
      largest =
          Math.max(largest, largestInClass / weights.effective(node, (from - offset) / width));
    }
    return largest;
  }

  /**
   * Sets a leaf's pending tasks.
   *
   * @throws IllegalArgumentException if a vector of the demand is not of this tree's length
   */
  public void setDemand(int leaf, Demand pending) {
    check(leaf, LEAF);
    pending.checkLength(stride);
    demand[leaf] = pending;
    fixedDemand[leaf] = space.fixed(pending);
    listeners.demandChanged(leaf);
  }

  /** Returns a leaf's pending tasks, those that float among classes once for each class. */
  public Demand demand(int leaf) {
    return demand[leaf];
  }

  /**
   * Returns a leaf's pending tasks that are confined to one class. They are its demand wherever
   * that is compared or divided; see {@link ShareSpace}.
   */
  public Demand fixedDemand(int leaf) {
    return fixedDemand[leaf];
  }

  /**
   * Computes the part of an offer that a node may use: min(W, limit − used) over the node and every
   * queue above it, at least 0. An offer of several nodes limits no resource by itself.
   *
   * @param into filled with amounts
   */
  public void room(int node, Offer offer, long[] into) {
    offer.copyMost(into, 0);
    for (int n = node; n != NONE; n = links.parent(n)) {
      reduceToLimit(n, into, 0);
    }
  }

  /** Reduces amounts, from an offset on, to the remaining limit of a node. */
  public void reduceToLimit(int node, long[] amounts, int offset) {
    if (limited[node]) {
      for (int j = 0; j < pairs; j++) {
        amounts[offset + j] = Math.min(amounts[offset + j], headroom(node, j));
      }
    }
  }

  /** Returns whether a node's own limit has room for a task of a demand. */
  public boolean isWithinLimit(int node, Demand pending, int index) {
    for (int j = 0; j < pairs && limited[node]; j++) {
      if (pending.amount(index, j) > headroom(node, j)) {
        return false;
      }
    }
    return true;
  }

  /** Returns how much more of a pair the next task may take by a node's own limit, at least 0. */
  public long headroom(int node, int pair) {
    if (passable[node]) {
      return isPassed(node, pair, null) ? 0 : UNLIMITED;
    }
    return remainingLimit(node, pair);
  }

  /** Returns the same for a node that held these amounts as well. */
  public long headroom(int node, int pair, long[] further) {
    if (passable[node]) {
      return isPassed(node, pair, further) ? 0 : UNLIMITED;
    }
    long most = limit[node * stride + pair];
    return most == UNLIMITED
        ? most
        : Math.max(0, most - usage[node * stride + pair] - further[pair]);
  }

  /** Returns limit − usage of a node, at least 0, whether or not the last task may pass it. */
  public long remainingLimit(int node, int pair) {
    long most = limit[node * stride + pair];
    return most == UNLIMITED ? most : Math.max(0, most - usage[node * stride + pair]);
  }

  /** Returns whether a node holds more than its limit of any resource of a pair's class. */
  private boolean isPassed(int node, int pair, long @Nullable [] further) {
    int first = pair - pair % space.resources();
    for (int j = first; j < first + space.resources(); j++) {
      long held = usage[node * stride + j] + (further == null ? 0 : further[j]);
      if (held > limit[node * stride + j]) {
        return true;
      }
    }
    return false;
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
    return Amounts.areZero(usage, node * stride, pairs);
  }

  private int add(int parentNode, double nodeWeight, byte nodeKind) {
    check(parentNode, QUEUE);
    Arguments.checkedWeight(nodeWeight);
    int node = handles.take();
    if (node == kind.length) {
      grow(node * 2);
    }
    initialise(node, parentNode, nodeWeight, nodeKind);
    links.link(node, parentNode);
    listeners.added(node);
    return node;
  }

  private void initialise(int node, int parentNode, double nodeWeight, byte nodeKind) {
    kind[node] = nodeKind;
    links.clear(node);
    weights.clearFactors(node);
    weights.set(node, nodeWeight);
    weights.refresh(node, parentNode);
    order.initialise(node);
    limited[node] = false;
    passable[node] = false;
    demand[node] = Demand.NOTHING;
    fixedDemand[node] = Demand.NOTHING;
    Arrays.fill(usage, node * stride, (node + 1) * stride, 0);
    Arrays.fill(limit, node * stride, (node + 1) * stride, UNLIMITED);
  }

  private void addAlongPath(int node, long[] amounts, int offset, long times) {
    for (int n = node; n != NONE; n = links.parent(n)) {
      Amounts.add(usage, n * stride, amounts, offset, times, pairs);
    }
  }

  private void grow(int nodes) {
    links.grow(nodes);
    held.grow(nodes);
    weights.grow(nodes);
    order.grow(nodes);
    kind = Arrays.copyOf(kind, nodes);
    limited = Arrays.copyOf(limited, nodes);
    passable = Arrays.copyOf(passable, nodes);
    demand = Arrays.copyOf(demand, nodes);
    fixedDemand = Arrays.copyOf(fixedDemand, nodes);
    usage = Arrays.copyOf(usage, nodes * stride);
    limit = Arrays.copyOf(limit, nodes * stride);
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
