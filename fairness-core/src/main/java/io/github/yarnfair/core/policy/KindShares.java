// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Growth;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/**
 * What each node of a share tree holds and wants by {@linkplain TaskKinds kind} of task, and its
 * level for each, computed plainly for the rules that compare leaves across queues. Of a queue n
 * and a kind, the members are the children that hold or want tasks of it. With T_c, what child c
 * holds and has pending of the kind's dominant entry, S_c, what of it counts as held, and its
 * weight w_c,
 *
 * <pre>
 *   κ_n = L with Σ min(T_c, w_c·L) = Σ S_c,   T_n = Σ T_c,   S_n = Σ S_c,   w_n = S_n / κ_n
 * </pre>
 *
 * <p>so siblings of one kind are interchangeable as applications are, on every level of the tree.
 */
public final class KindShares {
  private final ShareTree tree;
  private final TaskKinds kinds;
  private final long[] task;

  /** For how many kinds of each node there is room. */
  private int width = 4;

  private double[] total = {};
  private double[] held = {};
  private double[] weight = {};
  private double[] key = {};

  /** By node, kind and entry of a share: what it holds, and what a policy divides that by. */
  private double[] usage = {};

  private double[] divisor = {};
  private final int shares;
  private boolean[] servable = {};
  private boolean[] waiting = {};

  /** By node: whether a task that counts in no share can be served, and whether it is late. */
  private boolean[] free = {};

  private boolean[] late = {};

  /** The kinds that the walk at hand may serve. */
  private boolean[] allowed = {};

  private boolean isFreeAllowed;

  KindShares(ShareTree tree, TaskKinds kinds) {
    this.tree = tree;
    this.kinds = kinds;
    task = new long[tree.space().pairs()];
    shares = tree.space().shares();
  }

  /** Empties all nodes. */
  void begin() {
    makeRoom(tree.handleBound(), kinds.count());
    Arrays.fill(total, 0.0);
    Arrays.fill(held, 0.0);
    Arrays.fill(weight, 0.0);
    Arrays.fill(key, 0.0);
    Arrays.fill(usage, 0.0);
    Arrays.fill(divisor, 0.0);
    Arrays.fill(servable, false);
    Arrays.fill(waiting, false);
    Arrays.fill(free, false);
    Arrays.fill(late, false);
  }

  /** Notes that a queue is {@linkplain KindPolicy late}. */
  void setLate(int queue) {
    late[queue] = true;
  }

  /** Returns whether a queue is {@linkplain KindPolicy late}. */
  public boolean isLate(int queue) {
    return late[queue];
  }

  /** Returns a bound above all kinds. */
  public int count() {
    return kinds.count();
  }

  /** Returns whether a node holds or wants tasks of a kind. */
  public boolean contains(int node, int kind) {
    return kind < width && total[node * width + kind] > 0;
  }

  /** Returns whether a node holds or wants tasks that count in a share. */
  public boolean containsAny(int node) {
    boolean any = false;
    for (int k = 0; k < width; k++) {
      any |= total[node * width + k] > 0;
    }
    return any;
  }

  /** Returns whether a task of a kind below (or at) a node can be served. */
  public boolean isServable(int node, int kind) {
    return kind < width && servable[node * width + kind];
  }

  /** Returns whether a task of a kind waits below (or at) a node, within the limits up to it. */
  public boolean isWaiting(int node, int kind) {
    return kind < width && waiting[node * width + kind];
  }

  /** Returns κ of a node for a kind. */
  public double key(int node, int kind) {
    return key[node * width + kind];
  }

  /** Returns T of a node for a kind. */
  public double total(int node, int kind) {
    return total[node * width + kind];
  }

  /** Returns S of a node for a kind; of a leaf, what it holds of the dominant entry. */
  public double held(int node, int kind) {
    return held[node * width + kind];
  }

  /** Returns the least key of a queue for a kind of which it has a task that can be served. */
  public double leastKey(int queue) {
    double least = free[queue] ? 0.0 : Double.POSITIVE_INFINITY;
    for (int k = 0; k < width; k++) {
      if (servable[queue * width + k]) {
        least = Math.min(least, key[queue * width + k]);
      }
    }
    return least;
  }

  /** Begins to walk down from the root. */
  void beginWalk() {
    allowed = allowed.length < width ? new boolean[width] : allowed;
    Arrays.fill(allowed, true);
    isFreeAllowed = true;
  }

  /** Returns the key by which a child that is not blocked competes on the walk, +∞ for never. */
  double keyOnWalk(int child, double keyOfAll) {
    if (late[child]) {
      return keyOfAll;
    }
    double least = free[child] && isFreeAllowed ? 0.0 : Double.POSITIVE_INFINITY;
    for (int k = 0; k < width; k++) {
      if (allowed[k] && servable[child * width + k]) {
        least = Math.min(least, key[child * width + k]);
      }
    }
    return least < Double.POSITIVE_INFINITY && tree.isLeaf(child) ? keyOfAll : least;
  }

  /** Goes on to a queue: from one that is not late, the kinds of its key alone may be served. */
  void walkTo(int queue, double keyOfQueue) {
    if (!late[queue]) {
      for (int k = 0; k < width; k++) {
        int at = queue * width + k;
        allowed[k] &= servable[at] && KindPolicy.isLeast(key[at], keyOfQueue);
      }
      isFreeAllowed &= free[queue] && keyOfQueue == 0.0;
    }
  }

  /** Returns whether a task is of a kind that the walk at hand may still serve. */
  boolean isLeftOnWalk(long[] amounts) {
    int kind = kinds.of(amounts);
    return kind == TaskKinds.NONE ? isFreeAllowed : allowed[kind];
  }

  /** Reads what a leaf holds and wants. */
  void read(int leaf, Offer offer, long[] room, int offset) {
    Demand pending = tree.demand(leaf);
    for (int i = 0; i < pending.size(); i++) {
      pending.copyTo(i, task);
      int at = placeOfTask(leaf);
      if (at >= 0) {
        long tasks = pending.tasks(i);
        total[at] += tasks == Demand.ENDLESS ? Double.POSITIVE_INFINITY : size(at, leaf) * tasks;
      }
      boolean fits = !offer.isSkipped(leaf) && offer.fits(pending, i, room, offset);
      if (at >= 0) {
        servable[at] |= fits;
        int kind = at - leaf * width;
        for (int n = offer.isSkipped(leaf) ? ShareTree.NONE : leaf;
            n != ShareTree.NONE && tree.isWithinLimit(n, pending, i);
            n = tree.parent(n)) {
          waiting[n * width + kind] = true;
        }
      } else {
        free[leaf] |= fits;
      }
    }
    for (int i = 0; i < tree.heldClasses(leaf); i++) {
      long tasks = tree.copyHeld(leaf, i, task);
      int at = placeOfTask(leaf);
      if (at >= 0) {
        total[at] += size(at, leaf) * tasks;
        held[at] += size(at, leaf) * tasks;
        for (int s = 0; s < shares; s++) {
          usage[at * shares + s] += tree.fraction(tree.space().shareAmount(task, s), s) * tasks;
        }
      }
    }
  }

  private int placeOfTask(int leaf) {
    int kind = kinds.of(task);
    makeRoom(tree.handleBound(), kind + 1);
    return kind == TaskKinds.NONE ? TaskKinds.NONE : leaf * width + kind;
  }

  private double size(int at, int leaf) {
    return kinds.share(task, kinds.dominant(at - leaf * width));
  }

  /** Sets by which weight a leaf is a member of its queue's pools. */
  public void setWeight(int leaf, double leafWeight) {
    Arrays.fill(weight, leaf * width, (leaf + 1) * width, leafWeight);
  }

  /**
   * Sets the number by which a policy divides an entry of a leaf's usage, for each of its kinds.
   */
  public void setDivisor(int leaf, int share, double by) {
    for (int k = 0; k < width; k++) {
      divisor[(leaf * width + k) * shares + share] = total[leaf * width + k] > 0 ? by : 0.0;
    }
  }

  /** Returns an entry of a node's usage of a kind, divided by the sum of its leaves' divisors. */
  public double usageByDivisor(int node, int kind, int share) {
    int at = (node * width + kind) * shares + share;
    return divisor[at] > 0 ? usage[at] / divisor[at] : 0.0;
  }

  /** Sets a node's key for a kind. */
  public void setKey(int node, int kind, double newKey) {
    key[node * width + kind] = newKey;
  }

  /** Returns the dominant entry of a kind's tasks. */
  public int dominant(int kind) {
    return kinds.dominant(kind);
  }

  /** Sets what a node counts for in its parent's pool of a kind: κ by a weight. */
  public void set(int node, int kind, double newKey, double newWeight) {
    int at = node * width + kind;
    key[at] = newKey;
    weight[at] = newWeight;
    held[at] = newKey * newWeight;
    total[at] = Math.max(total[at], held[at]);
  }

  /** Updates which kinds of tasks can be served below a queue, and T. */
  public void collect(int queue) {
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      for (int k = 0; k < width && !late[c]; k++) {
        servable[queue * width + k] |= servable[c * width + k];
        total[queue * width + k] += total[c * width + k];
        for (int s = 0; s < shares; s++) {
          int to = (queue * width + k) * shares + s;
          usage[to] += usage[(c * width + k) * shares + s];
          divisor[to] += divisor[(c * width + k) * shares + s];
        }
      }
      free[queue] |= free[c] && !late[c];
    }
  }

  /** Rates a queue for each kind by the formula above. */
  public void pool(int queue) {
    collect(queue);
    for (int k = 0; k < width; k++) {
      double sum = 0.0;
      double weights = 0.0;
      for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
        if (total[c * width + k] > 0 && !late[c]) {
          sum += held[c * width + k];
          weights += weight[c * width + k];
        }
      }
      double level = level(queue, k, sum);
      int at = queue * width + k;
      key[at] = level;
      held[at] = sum;
      weight[at] = level > 0 ? sum / level : weights;
    }
  }

  private double level(int queue, int kind, double sum) {
    double level = 0.0;
    double next = sum > 0 ? nextLevel(queue, kind, sum, level) : 0.0;
    while (next > level) {
      level = next;
      next = nextLevel(queue, kind, sum, level);
    }
    return level;
  }

  /** Makes a step of Newton's iteration, which approaches L from below. */
  private double nextLevel(int queue, int kind, double sum, double level) {
    double left = sum;
    double weights = 0.0;
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      int at = c * width + kind;
      if (total[at] > 0 && !late[c]) {
        boolean isMet = total[at] <= weight[at] * level;
        left -= isMet ? total[at] : 0.0;
        weights += isMet ? 0.0 : weight[at];
      }
    }
    return weights > 0 ? left / weights : level;
  }

  private boolean[] widen(boolean[] table, int rows, int newWidth) {
    boolean[] wider = new boolean[rows * newWidth];
    for (int at = 0; at < table.length; at++) {
      wider[at / width * newWidth + at % width] = table[at];
    }
    return wider;
  }

  private void makeRoom(int nodes, int kindCount) {
    int newWidth = kindCount > width ? Growth.length(kindCount, width) : width;
    if (nodes * width > total.length || newWidth > width) {
      int rows = Math.max(nodes, total.length / width);
      total = Growth.widen(total, width, rows, newWidth, 0.0);
      held = Growth.widen(held, width, rows, newWidth, 0.0);
      weight = Growth.widen(weight, width, rows, newWidth, 0.0);
      key = Growth.widen(key, width, rows, newWidth, 0.0);
      usage = Growth.widen(usage, width * shares, rows, newWidth * shares, 0.0);
      divisor = Growth.widen(divisor, width * shares, rows, newWidth * shares, 0.0);
      servable = widen(servable, rows, newWidth);
      waiting = widen(waiting, rows, newWidth);
      width = newWidth;
    }
    if (nodes > late.length) {
      free = new boolean[2 * nodes];
      late = new boolean[2 * nodes];
    }
  }
}
