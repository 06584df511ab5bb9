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
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.ShareTree;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What everybody would hold if some containers ended and others took their place, beside what they
 * are entitled to: the {@link IdealShare} of what is held and asked for now.
 *
 * <p>A task may move from one application to another if, below the queue that both have in common,
 * every queue around the one that loses it, and that itself, holds too much now and no less than it
 * is entitled to afterwards, and every queue around the one that gains it, and that itself, holds
 * no more than it is entitled to afterwards. So nothing moves to and fro, and no queue pays for
 * what another has too much of.
 */
final class ShareBalance {
  private static final double ROUNDING = 1e-9;

  private final ShareTree tree;
  private final IdealShare ideal;
  private final double ignoredExcess;
  private final Map<Integer, long[]> held = new HashMap<>();

  /**
   * @param ignoredExcess part of what it is entitled to by which a queue may hold more unharmed
   */
  ShareBalance(ShareTree tree, double ignoredExcess) {
    this.tree = tree;
    this.ignoredExcess = ignoredExcess;
    ideal = IdealShare.of(tree);
  }

  /** Returns whether a leaf holds, as things stand, less than it is entitled to. */
  boolean isShort(int leaf) {
    return tree.dominantShare(leaf) < ideal.dominantShare(leaf) - ROUNDING;
  }

  /** Returns whether a leaf or queue holds, as things stand, more than is ignored. */
  boolean hasTooMuch(int node) {
    return tree.dominantShare(node) > ideal.dominantShare(node) * (1 + ignoredExcess) + ROUNDING;
  }

  /** Returns whether a leaf would hold no more than it is entitled to with a task more. */
  boolean mayGain(int leaf, long[] task) {
    return mayGain(leaf, tree.parent(leaf), task);
  }

  /** Returns whether what one leaf loses may go to another that gains a task. */
  boolean mayMove(int from, long[] amounts, int to, long[] task) {
    int common = commonQueue(from, to);
    for (int n = from; n != common; n = tree.parent(n)) {
      if (!hasTooMuch(n) || share(held(n), amounts, -1) < ideal.dominantShare(n) - ROUNDING) {
        return false;
      }
    }
    return mayGain(to, common, task);
  }

  /** Counts a task that a leaf would gain, here and above. */
  void gain(int leaf, long[] task) {
    change(leaf, task, 1);
  }

  /** Counts what a leaf would lose, here and above. */
  void lose(int leaf, long[] amounts) {
    change(leaf, amounts, -1);
  }

  private boolean mayGain(int leaf, int common, long[] task) {
    for (int n = leaf; n != common; n = tree.parent(n)) {
      if (share(held(n), task, 1) > ideal.dominantShare(n) + ROUNDING) {
        return false;
      }
    }
    return true;
  }

  private void change(int leaf, long[] amounts, int sign) {
    for (int n = leaf; n != ShareTree.NONE; n = tree.parent(n)) {
      ResourceVectors.add(amounts, sign, held(n));
    }
  }

  private long[] held(int node) {
    return held.computeIfAbsent(
        node,
        n -> {
          long[] usage = new long[tree.resourceCount()];
          Arrays.setAll(usage, j -> tree.usage(n, j));
          return usage;
        });
  }

  /** The dominant share of amounts with some more, or less. */
  private double share(long[] amounts, long[] others, int sign) {
    double share = 0.0;
    for (int j = 0; j < amounts.length; j++) {
      long total = tree.capacity(j);
      if (total > 0) {
        share = Math.max(share, (double) (amounts[j] + sign * others[j]) / total);
      }
    }
    return share;
  }

  private int commonQueue(int leaf, int other) {
    int n = tree.parent(leaf);
    while (!isAbove(n, other)) {
      n = tree.parent(n);
    }
    return n;
  }

  private boolean isAbove(int node, int leaf) {
    int n = leaf;
    while (n != ShareTree.NONE && n != node) {
      n = tree.parent(n);
    }
    return n == node;
  }
}
