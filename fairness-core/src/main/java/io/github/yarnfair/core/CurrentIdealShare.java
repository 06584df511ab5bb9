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
 * starts, or ends and is followed by another, changes nothing; to find that out takes O(q·m) and
 * allocates nothing.
 */
public final class CurrentIdealShare {
  private double[] inputs = new double[0];
  private int count = -1;
  private int cursor;
  private boolean changed;
  private long[] ceiling = new long[0];
  private @Nullable IdealShare ideal;

  /** Returns the ideal share of a tree as it stands. */
  public IdealShare of(ShareTree tree) {
    if (hasChanged(tree) || ideal == null) {
      ideal = IdealShare.of(tree);
    }
    return ideal;
  }

  private boolean hasChanged(ShareTree tree) {
    cursor = 0;
    changed = false;
    for (int j = 0; j < tree.resourceCount(); j++) {
      note((double) tree.capacity(j));
    }
    noteNode(tree, ShareTree.ROOT, 0);
    changed |= cursor != count;
    count = cursor;
    return changed;
  }

  private void noteNode(ShareTree tree, int node, int depth) {
    note(node);
    note(tree.weight(node));
    noteLimit(tree, node, depth);
    if (tree.isLeaf(node)) {
      noteLeaf(tree, node, depth * tree.resourceCount());
    }
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      noteNode(tree, c, depth + 1);
    }
    note(NONE);
  }

  private void noteLimit(ShareTree tree, int node, int depth) {
    int m = tree.resourceCount();
    if (ceiling.length < (depth + 1) * m) {
      ceiling = Arrays.copyOf(ceiling, Math.max((depth + 1) * m, ceiling.length * 2));
    }
    for (int j = 0; j < m; j++) {
      long above = depth == 0 ? tree.capacity(j) : ceiling[(depth - 1) * m + j];
      ceiling[depth * m + j] = Math.min(above, tree.limit(node, j));
      note((double) tree.limit(node, j));
    }
  }

  /** Endless demand counts by its vectors alone, other demand together with what is held. */
  private void noteLeaf(ShareTree tree, int leaf, int offset) {
    Demand pending = tree.demand(leaf);
    boolean endless = false;
    for (int i = 0; i < pending.size(); i++) {
      endless |= pending.tasks(i) == Demand.ENDLESS && fits(pending, i, offset, tree);
    }
    note(endless ? 1 : 0);
    for (int j = 0; j < tree.resourceCount(); j++) {
      double total = endless ? 0.0 : tree.usage(leaf, j);
      for (int i = 0; i < pending.size(); i++) {
        boolean counts = !endless || pending.tasks(i) == Demand.ENDLESS;
        if (counts && fits(pending, i, offset, tree)) {
          total += (endless ? 1.0 : pending.tasks(i)) * pending.amount(i, j);
        }
      }
      note(total);
    }
  }

  private boolean fits(Demand pending, int index, int offset, ShareTree tree) {
    for (int j = 0; j < tree.resourceCount(); j++) {
      if (pending.amount(index, j) > ceiling[offset + j]) {
        return false;
      }
    }
    return true;
  }

  private void note(double input) {
    if (cursor == inputs.length) {
      inputs = Arrays.copyOf(inputs, Math.max(64, inputs.length * 2));
    }
    if (inputs[cursor] != input) {
      inputs[cursor] = input;
      changed = true;
    }
    cursor++;
  }
}
