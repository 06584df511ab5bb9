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

import static io.github.yarnfair.core.ShareTree.NONE;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@link IdealShare} of a tree, computed afresh only when something it depends on has changed:
 * structure, weights, limits, capacity, or what a leaf holds and has pending together. That a task
 * starts, or ends and is followed by another, changes nothing; to find that out takes O(m) for each
 * leaf to which it happened, and allocates nothing.
 */
public final class CurrentIdealShare implements TreeListener {
  private final ChangedNodes leaves = new ChangedNodes();
  private boolean isStale;
  private double[] inputs = new double[0];
  private double[] input = new double[0];
  private @Nullable ShareTree followed;
  private @Nullable IdealShare ideal;

  /**
   * Returns the ideal share of a tree as it stands.
   *
   * @throws IllegalArgumentException if it is another tree than the first time
   */
  public IdealShare of(ShareTree tree) {
    if (followed == null) {
      followed = tree;
      tree.addListener(this);
    } else if (followed != tree) {
      throw new IllegalArgumentException("another tree than the one that is followed");
    }
    if (ideal == null || isStale || hasChanged(tree)) {
      ideal = IdealShare.of(tree);
      noteAll(tree);
    }
    leaves.clear();
    return ideal;
  }

  private boolean hasChanged(ShareTree tree) {
    for (int i = 0; i < leaves.count(); i++) {
      int leaf = leaves.get(i);
      readInput(tree, leaf);
      int offset = leaf * input.length;
      if (!Arrays.equals(inputs, offset, offset + input.length, input, 0, input.length)) {
        return true;
      }
    }
    return false;
  }

  private void noteAll(ShareTree tree) {
    input = new double[tree.resourceCount() + 1];
    if (inputs.length < tree.handleBound() * input.length) {
      inputs = new double[2 * tree.handleBound() * input.length];
    }
    note(tree, ShareTree.ROOT);
    isStale = false;
  }

  private void note(ShareTree tree, int node) {
    if (tree.isLeaf(node)) {
      readInput(tree, node);
      System.arraycopy(input, 0, inputs, node * input.length, input.length);
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      note(tree, c);
    }
  }

  /** Endless demand counts by its vectors alone, other demand together with what is held. */
  private void readInput(ShareTree tree, int leaf) {
    Demand pending = tree.demand(leaf);
    boolean endless = false;
    for (int i = 0; i < pending.size(); i++) {
      endless |= pending.tasks(i) == Demand.ENDLESS && fits(pending, i, leaf, tree);
    }
    input[tree.resourceCount()] = endless ? 1 : 0;
    for (int j = 0; j < tree.resourceCount(); j++) {
      double total = endless ? 0.0 : tree.usage(leaf, j);
      for (int i = 0; i < pending.size(); i++) {
        boolean counts = !endless || pending.tasks(i) == Demand.ENDLESS;
        if (counts && fits(pending, i, leaf, tree)) {
          total += (endless ? 1.0 : pending.tasks(i)) * pending.amount(i, j);
        }
      }
      input[j] = total;
    }
  }

  /** Returns whether the cluster, and each queue above, could ever hold a task. */
  private static boolean fits(Demand pending, int index, int leaf, ShareTree tree) {
    for (int j = 0; j < tree.resourceCount(); j++) {
      long amount = pending.amount(index, j);
      if (amount > tree.capacity(j)) {
        return false;
      }
      for (int n = leaf; n != NONE; n = tree.parent(n)) {
        if (amount > tree.limit(n, j)) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void usageChanged(int leaf) {
    leaves.add(leaf);
  }

  @Override
  public void demandChanged(int leaf) {
    leaves.add(leaf);
  }

  @Override
  public void weightChanged(int node) {
    isStale = true;
  }

  @Override
  public void limitChanged(int node) {
    isStale = true;
  }

  @Override
  public void added(int node) {
    isStale = true;
  }

  @Override
  public void removed(int node, int formerParent) {
    isStale = true;
  }

  @Override
  public void capacityChanged() {
    isStale = true;
  }
}
