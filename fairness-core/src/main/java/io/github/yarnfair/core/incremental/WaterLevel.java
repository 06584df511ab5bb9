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
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.Growth;
import java.util.Arrays;

/**
 * A fair division among members of weight w that can take at most T each: the function A(L) = Σ
 * min(T, w·L), and its inverse.
 *
 * <p>The members are the nodes of a treap, by T/w, the level at which a member is met. Each node
 * has the sums of T and of w below it, added up afresh at each change of its path, so that rounding
 * does not pile up. O(log n) expected; only a member of a larger number allocates.
 *
 * <p>R. Seidel, C. R. Aragon, "Randomized Search Trees", Algorithmica 16 (1996).
 */
final class WaterLevel {
  private static final int NONE = -1;

  private double[] total = {};
  private double[] weight = {};
  private double[] met = {};
  private double[] totals = {};
  private double[] weights = {};
  private double[] held = {};
  private double[] heldSums = {};
  private int[] left = {};
  private int[] right = {};
  private boolean[] present = {};
  private int root = NONE;
  private int size;

  /** The least level at which a member is met: below it the division is by weight alone. */
  private double leastMet = Double.POSITIVE_INFINITY;

  /** The two parts of the last {@link #split}. */
  private int low;

  private int high;

  /** Returns whether there is a member of this number. */
  boolean contains(int member) {
    return member < present.length && present[member];
  }

  /** Returns how many members there are. */
  int size() {
    return size;
  }

  /** Returns the sum of all weights. */
  double weights() {
    return weightsOf(root);
  }

  /** Returns the sum of all T. */
  double totals() {
    return totalsOf(root);
  }

  /** Returns the sum of what the members hold. */
  double held() {
    return heldOf(root);
  }

  /** Enters or changes a member that is not said to hold anything. */
  void put(int member, double most, double memberWeight) {
    put(member, most, memberWeight, 0.0);
  }

  /**
   * Enters or changes a member.
   *
   * @param member its number, small
   * @param most T, positive, +∞ if it can take any amount
   * @param memberWeight w, at least 0
   * @param memberHeld what it holds, at most T
   */
  void put(int member, double most, double memberWeight, double memberHeld) {
    if (contains(member)) {
      if (total[member] == most && weight[member] == memberWeight) {
        if (held[member] != memberHeld) {
          held[member] = memberHeld;
          refresh(root, member);
        }
        return;
      }
      remove(member);
    }
    makeRoom(member);
    held[member] = memberHeld;
    total[member] = most;
    weight[member] = memberWeight;
    met[member] = most / memberWeight;
    left[member] = NONE;
    right[member] = NONE;
    present[member] = true;
    size++;
    root = insert(root, member);
    leastMet = Math.min(leastMet, met[member]);
  }

  /** Removes a member. */
  void remove(int member) {
    root = erase(root, member);
    present[member] = false;
    size--;
    if (met[member] == leastMet) {
      leastMet = root == NONE ? Double.POSITIVE_INFINITY : met[first()];
    }
  }

  private int first() {
    int node = root;
    while (left[node] != NONE) {
      node = left[node];
    }
    return node;
  }

  /** Returns A(L). */
  double sum(double level) {
    if (level < leastMet) {
      return weightsOf(root) * level;
    }
    double ofMet = 0.0;
    double ofOthers = 0.0;
    for (int node = root; node != NONE; ) {
      if (met[node] <= level) {
        ofMet += totalsOf(left[node]) + total[node];
        node = right[node];
      } else {
        ofOthers += weight[node] + weightsOf(right[node]);
        node = left[node];
      }
    }
    return ofOthers > 0 ? ofMet + ofOthers * level : ofMet;
  }

  /** Returns the least L with A(L) = sum, 0 if the sum is 0; the sum is at most that of all T. */
  double level(double sum) {
    double unmet = sum > 0 ? sum / weightsOf(root) : 0.0;
    return unmet <= leastMet ? unmet : levelAmongMet(sum);
  }

  private double levelAmongMet(double sum) {
    double level = 0.0;
    double ofMet = 0.0;
    double ofOthers = 0.0;
    for (int node = root; node != NONE; ) {
      double others = ofOthers + weightsOf(right[node]);
      double withNode = ofMet + totalsOf(left[node]) + total[node];
      if (met[node] < Double.POSITIVE_INFINITY && withNode + met[node] * others <= sum) {
        ofMet = withNode;
        level = met[node];
        node = right[node];
      } else {
        ofOthers = others + weight[node];
        node = left[node];
      }
    }
    return ofOthers > 0 ? Math.max(level, (sum - ofMet) / ofOthers) : level;
  }

  private double totalsOf(int node) {
    return node == NONE ? 0.0 : totals[node];
  }

  private double weightsOf(int node) {
    return node == NONE ? 0.0 : weights[node];
  }

  private double heldOf(int node) {
    return node == NONE ? 0.0 : heldSums[node];
  }

  /** Adds up the path to a member. */
  private void refresh(int node, int member) {
    if (node != member) {
      refresh(isBefore(member, node) ? left[node] : right[node], member);
    }
    addUp(node);
  }

  private void addUp(int node) {
    heldSums[node] = heldOf(left[node]) + held[node] + heldOf(right[node]);
    totals[node] = totalsOf(left[node]) + total[node] + totalsOf(right[node]);
    weights[node] = weightsOf(left[node]) + weight[node] + weightsOf(right[node]);
  }

  private boolean isBefore(int node, int other) {
    return met[node] < met[other] || (met[node] == met[other] && node < other);
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
      left[member] = low;
      right[member] = high;
      addUp(member);
      return member;
    }
    if (isBefore(member, node)) {
      left[node] = insert(left[node], member);
    } else {
      right[node] = insert(right[node], member);
    }
    addUp(node);
    return node;
  }

  private void split(int node, int member) {
    if (node == NONE) {
      low = NONE;
      high = NONE;
    } else if (isBefore(node, member)) {
      split(right[node], member);
      right[node] = low;
      addUp(node);
      low = node;
    } else {
      split(left[node], member);
      left[node] = high;
      addUp(node);
      high = node;
    }
  }

  private int erase(int node, int member) {
    if (node == member) {
      return merge(left[node], right[node]);
    }
    if (isBefore(member, node)) {
      left[node] = erase(left[node], member);
    } else {
      right[node] = erase(right[node], member);
    }
    addUp(node);
    return node;
  }

  private int merge(int before, int after) {
    if (before == NONE || after == NONE) {
      return before == NONE ? after : before;
    }
    int top;
    if (priority(before) > priority(after)) {
      right[before] = merge(right[before], after);
      top = before;
    } else {
      left[after] = merge(before, left[after]);
      top = after;
    }
    addUp(top);
    return top;
  }

  private void makeRoom(int member) {
    if (member >= present.length) {
      int length = Math.max(4, Growth.length(member + 1, present.length));
      total = Arrays.copyOf(total, length);
      weight = Arrays.copyOf(weight, length);
      met = Arrays.copyOf(met, length);
      totals = Arrays.copyOf(totals, length);
      weights = Arrays.copyOf(weights, length);
      held = Arrays.copyOf(held, length);
      heldSums = Arrays.copyOf(heldSums, length);
      left = Arrays.copyOf(left, length);
      right = Arrays.copyOf(right, length);
      present = Arrays.copyOf(present, length);
    }
  }
}
