// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.pool;

import io.github.yarnfair.core.tree.Growth;
import java.util.Arrays;

/**
 * Members of a {@link WaterLevel} in the order of T/w, the level at which a member is met.
 *
 * <p>They are the nodes of a treap. Each has the sums of T and of w below it, added up afresh at
 * each change of its path, so that rounding does not pile up. O(log n) expected; only a member of a
 * larger number allocates.
 *
 * <p>R. Seidel, C. R. Aragon, "Randomized Search Trees", Algorithmica 16 (1996).
 */
final class MetTreap {
  private static final int NONE = -1;

  // What a row has of a node, which fills a cache line: a treap is walked down at random.
  private static final int ROW = 8;
  private static final int TOTAL = 0;
  private static final int WEIGHT = 1;
  private static final int HELD = 2;
  private static final int MET = 3;
  private static final int TOTALS = 4;
  private static final int WEIGHTS = 5;
  private static final int HELD_SUM = 6;

  /** By node, a row. */
  private double[] rows = {};

  /** By node: the child with lesser members, then that with greater ones. */
  private int[] children = {};

  private boolean[] present = {};
  private int root = NONE;
  private int size;

  /** The least level at which a member is met. */
  private double leastMet = Double.POSITIVE_INFINITY;

  /** The two parts of the last {@link #split}. */
  private int low;

  private int high;

  /** The nodes from the root down to the member at hand. */
  private int[] path = new int[16];

  private int depth;

  /** Returns whether there is a member of this number. */
  boolean contains(int member) {
    return member < present.length && present[member];
  }

  /** Returns how many members there are. */
  int size() {
    return size;
  }

  /** Returns the level at which a member is met, T/w. */
  double met(int member) {
    return rows[member * ROW + MET];
  }

  /** Returns the w of a member. */
  double weight(int member) {
    return rows[member * ROW + WEIGHT];
  }

  /** Returns the sum of all weights. */
  double weights() {
    return sum(root, WEIGHTS);
  }

  /** Returns the sum of all T. */
  double totals() {
    return sum(root, TOTALS);
  }

  /** Returns the usage of all members, summed. */
  double held() {
    return sum(root, HELD_SUM);
  }

  /** Returns the least level at which a member is met, +∞ if there is none. */
  double leastMet() {
    return leastMet;
  }

  /**
   * Enters or changes a member.
   *
   * @param member its number, small
   * @param most T, positive, +∞ if it can take any amount
   * @param memberWeight w, at least 0
   * @param memberHeld what it holds, at most T
   * @return whether it has changed
   */
  boolean put(int member, double most, double memberWeight, double memberHeld) {
    int row = member * ROW;
    if (contains(member)) {
      if (rows[row + TOTAL] == most
          && rows[row + WEIGHT] == memberWeight
          && rows[row + HELD] == memberHeld) {
        return false;
      }
      boolean wasFirst = rows[row + MET] == leastMet;
      if (keepsPlace(member, most / memberWeight)) {
        set(row, most, memberWeight, memberHeld);
        addUpPath();
        leastMet = wasFirst ? met(first()) : Math.min(leastMet, rows[row + MET]);
        return true;
      }
      remove(member);
    }
    makeRoom(member);
    set(row, most, memberWeight, memberHeld);
    children[2 * member] = NONE;
    children[2 * member + 1] = NONE;
    present[member] = true;
    size++;
    root = insert(root, member);
    leastMet = Math.min(leastMet, rows[row + MET]);
    return true;
  }

  private void set(int row, double most, double memberWeight, double memberHeld) {
    rows[row + TOTAL] = most;
    rows[row + WEIGHT] = memberWeight;
    rows[row + HELD] = memberHeld;
    rows[row + MET] = most / memberWeight;
  }

  /** Walks to a member and returns whether it stays between its neighbours with another T/w. */
  private boolean keepsPlace(int member, double met) {
    int before = NONE;
    int after = NONE;
    depth = 0;
    for (int node = root; ; ) {
      if (depth == path.length) {
        path = Arrays.copyOf(path, 2 * depth);
      }
      path[depth++] = node;
      if (node == member) {
        break;
      }
      if (isBefore(member, node)) {
        after = node;
        node = left(node);
      } else {
        before = node;
        node = right(node);
      }
    }
    for (int node = left(member); node != NONE; node = right(node)) {
      before = node;
    }
    for (int node = right(member); node != NONE; node = left(node)) {
      after = node;
    }
    return (before == NONE || isBefore(met(before), before, met, member))
        && (after == NONE || isBefore(met, member, met(after), after));
  }

  private void addUpPath() {
    while (depth > 0) {
      addUp(path[--depth]);
    }
  }

  /** Removes a member. */
  void remove(int member) {
    root = erase(root, member);
    present[member] = false;
    size--;
    if (met(member) == leastMet) {
      leastMet = root == NONE ? Double.POSITIVE_INFINITY : met(first());
    }
  }

  private int first() {
    int node = root;
    while (left(node) != NONE) {
      node = left(node);
    }
    return node;
  }

  /**
   * Returns A(L).
   *
   * @param others the sum of the weights of further members, which are not met at L
   */
  double sum(double level, double others) {
    double ofMet = 0.0;
    double ofOthers = others;
    for (int node = root; node != NONE; ) {
      int row = node * ROW;
      if (rows[row + MET] <= level) {
        ofMet += sum(left(node), TOTALS) + rows[row + TOTAL];
        node = right(node);
      } else {
        ofOthers += rows[row + WEIGHT] + sum(right(node), WEIGHTS);
        node = left(node);
      }
    }
    return ofOthers > 0 ? ofMet + ofOthers * level : ofMet;
  }

  /**
   * Returns the least L with A(L) = sum, which is positive.
   *
   * @param others the sum of the weights of further members, taken as if none was met at L
   */
  double level(double sum, double others) {
    double level = 0.0;
    double ofMet = 0.0;
    double ofOthers = others;
    for (int node = root; node != NONE; ) {
      int row = node * ROW;
      double met = rows[row + MET];
      double unmet = ofOthers + sum(right(node), WEIGHTS);
      double withNode = ofMet + sum(left(node), TOTALS) + rows[row + TOTAL];
      if (met < Double.POSITIVE_INFINITY && withNode + met * unmet <= sum) {
        ofMet = withNode;
        level = met;
        node = right(node);
      } else {
        ofOthers = unmet + rows[row + WEIGHT];
        node = left(node);
      }
    }
    return ofOthers > 0 ? Math.max(level, (sum - ofMet) / ofOthers) : level;
  }

  private int left(int node) {
    return children[2 * node];
  }

  private int right(int node) {
    return children[2 * node + 1];
  }

  private double sum(int node, int of) {
    return node == NONE ? 0.0 : rows[node * ROW + of];
  }

  private void addUp(int node) {
    int row = node * ROW;
    double total = rows[row + TOTAL];
    double weight = rows[row + WEIGHT];
    double held = rows[row + HELD];
    int left = left(node);
    if (left != NONE) {
      int of = left * ROW;
      total += rows[of + TOTALS];
      weight += rows[of + WEIGHTS];
      held += rows[of + HELD_SUM];
    }
    int right = right(node);
    if (right != NONE) {
      int of = right * ROW;
      total += rows[of + TOTALS];
      weight += rows[of + WEIGHTS];
      held += rows[of + HELD_SUM];
    }
    rows[row + TOTALS] = total;
    rows[row + WEIGHTS] = weight;
    rows[row + HELD_SUM] = held;
  }

  private boolean isBefore(int node, int other) {
    return isBefore(met(node), node, met(other), other);
  }

  private static boolean isBefore(double met, int node, double otherMet, int other) {
    return met < otherMet || (met == otherMet && node < other);
  }

  /** A number that looks random, so that the treap is balanced whatever order members have. */
  private static int priority(int member) {
    int mixed = (member + 1) * 0x9E3779B9;
    mixed = (mixed ^ (mixed >>> 15)) * 0x85EBCA6B;
    return mixed ^ (mixed >>> 13);
  }

  private int insert(int node, int member) {
    if (node == NONE) {
      addUp(member);
      return member;
    }
    if (priority(member) > priority(node)) {
      split(node, member);
      children[2 * member] = low;
      children[2 * member + 1] = high;
      addUp(member);
      return member;
    }
    int side = 2 * node + (isBefore(member, node) ? 0 : 1);
    children[side] = insert(children[side], member);
    addUp(node);
    return node;
  }

  private void split(int node, int member) {
    if (node == NONE) {
      low = NONE;
      high = NONE;
    } else if (isBefore(node, member)) {
      split(right(node), member);
      children[2 * node + 1] = low;
      addUp(node);
      low = node;
    } else {
      split(left(node), member);
      children[2 * node] = high;
      addUp(node);
      high = node;
    }
  }

  private int erase(int node, int member) {
    if (node == member) {
      return merge(left(node), right(node));
    }
    int side = 2 * node + (isBefore(member, node) ? 0 : 1);
    children[side] = erase(children[side], member);
    addUp(node);
    return node;
  }

  private int merge(int before, int after) {
    if (before == NONE || after == NONE) {
      return before == NONE ? after : before;
    }
    int top;
    if (priority(before) > priority(after)) {
      children[2 * before + 1] = merge(right(before), after);
      top = before;
    } else {
      children[2 * after] = merge(before, left(after));
      top = after;
    }
    addUp(top);
    return top;
  }

  private void makeRoom(int member) {
    if (member >= present.length) {
      int length = Math.max(4, Growth.length(member + 1, present.length));
      rows = Arrays.copyOf(rows, length * ROW);
      children = Arrays.copyOf(children, 2 * length);
      present = Arrays.copyOf(present, length);
    }
  }
}
