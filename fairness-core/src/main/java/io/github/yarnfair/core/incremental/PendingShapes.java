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

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.ShareTree;
import java.util.Arrays;

/**
 * For each node, the demand shapes that are pending at or below it and fit within its limit and
 * those of the queues between: what it could use of an offer of everything. A node is blocked for
 * an offer if none of these fits the offer and the limits above.
 *
 * <p>A task fits min(W, limit − used, …) if it fits each, so limits narrow sets of shapes.
 */
final class PendingShapes {
  private static final int[] NO_SHAPES = {};

  private final ShareTree tree;
  private final DemandShapes shapes;
  private int words = 1;
  private long[] pending = new long[0];
  private long[] usable = new long[0];
  private int[][] demanded = new int[0][];
  private int[][] children = new int[0][];
  private boolean[] suppressed = new boolean[0];
  private boolean[] stale = new boolean[0];
  private long[] before = new long[1];
  private final long[] room;

  PendingShapes(ShareTree tree) {
    this.tree = tree;
    shapes = new DemandShapes(tree.resourceCount());
    room = new long[tree.resourceCount()];
  }

  DemandShapes shapes() {
    return shapes;
  }

  /** Returns how many words each set takes, as of the last {@link #reset}. */
  int words() {
    return words;
  }

  /** Returns whether the sets have become too narrow for the shapes there are: reset then. */
  boolean isOutgrown() {
    return shapes.words() != words;
  }

  /** Returns the sets of all nodes, {@link #words()} words each, by handle. */
  long[] usable() {
    return usable;
  }

  /** Returns the sets that would be usable if the nodes' own limits did not count, likewise. */
  long[] below() {
    return pending;
  }

  /** Forgets all sets, for all nodes to be entered anew, children before their parents. */
  void reset() {
    words = shapes.words();
    int length = Math.max(16, demanded.length);
    pending = new long[length * words];
    usable = new long[length * words];
    before = new long[words];
    Arrays.fill(children, null);
    Arrays.fill(stale, true);
    grow();
  }

  /** Makes room for all handles of the tree. */
  void grow() {
    int bound = tree.handleBound();
    if (bound > demanded.length) {
      int length = Math.max(16, bound * 2);
      int former = demanded.length;
      demanded = Arrays.copyOf(demanded, length);
      Arrays.fill(demanded, former, length, NO_SHAPES);
      children = Arrays.copyOf(children, length);
      suppressed = Arrays.copyOf(suppressed, length);
      stale = Arrays.copyOf(stale, length);
      Arrays.fill(stale, former, length, true);
      pending = Arrays.copyOf(pending, length * words);
      usable = Arrays.copyOf(usable, length * words);
    }
  }

  /** Notes that a node has another limit; its set is stale then. */
  void limitChanged(int node) {
    stale[node] = true;
  }

  /** Counts a leaf as wanting nothing, as it has declined the offer, or no longer so. */
  void suppress(int leaf, boolean declined) {
    suppressed[leaf] = declined;
    stale[leaf] = true;
  }

  /**
   * Notes which shapes a leaf has pending.
   *
   * @return whether they are others than before; its set is stale then
   */
  boolean follow(int leaf) {
    Demand demand = tree.demand(leaf);
    if (isUnchanged(leaf, demand)) {
      return false;
    }
    int[] former = demanded[leaf];
    int[] current = demand.isEmpty() ? NO_SHAPES : new int[demand.size()];
    for (int i = 0; i < current.length; i++) {
      current[i] = shapes.acquire(demand, i);
    }
    demanded[leaf] = current;
    stale[leaf] = true;
    for (int shape : former) {
      shapes.release(shape);
    }
    return true;
  }

  /**
   * Forgets a node that is no longer in the tree: {@link #detach}ed before, or all sets are stale.
   */
  void forget(int node) {
    if (node >= demanded.length) {
      return;
    }
    for (int shape : demanded[node]) {
      shapes.release(shape);
    }
    demanded[node] = NO_SHAPES;
    suppressed[node] = false;
    children[node] = null;
    stale[node] = true;
    Arrays.fill(pending, node * words, (node + 1) * words, 0L);
    Arrays.fill(usable, node * words, (node + 1) * words, 0L);
  }

  /** Takes a node's shapes out of those of its former parent, whose set is stale then. */
  void detach(int node, int formerParent) {
    for (int w = 0; w < words; w++) {
      before[w] = usable[node * words + w];
      usable[node * words + w] = 0;
    }
    stale[node] = true;
    tell(node, formerParent);
  }

  /**
   * Works a node's set out anew and tells its parent, whose set is stale if this returns true.
   *
   * @return whether it has changed
   */
  boolean refresh(int node) {
    boolean limited = tree.isLimited(node);
    if (!stale[node] && !limited) {
      return false;
    }
    stale[node] = false;
    if (tree.isLeaf(node)) {
      collect(node);
    }
    int offset = node * words;
    System.arraycopy(usable, offset, before, 0, words);
    if (limited) {
      for (int j = 0; j < room.length; j++) {
        room[j] = tree.headroom(node, j);
      }
      shapes.fitting(room, 0, usable, offset);
    }
    boolean changed = false;
    for (int w = 0; w < words; w++) {
      long now = limited ? pending[offset + w] & usable[offset + w] : pending[offset + w];
      usable[offset + w] = now;
      changed |= now != before[w];
    }
    if (changed && node != ShareTree.ROOT) {
      tell(node, tree.parent(node));
    }
    return changed;
  }

  private boolean isUnchanged(int leaf, Demand demand) {
    int[] current = demanded[leaf];
    if (current.length != demand.size()) {
      return false;
    }
    for (int i = 0; i < current.length; i++) {
      if (!shapes.is(current[i], demand, i)) {
        return false;
      }
    }
    return true;
  }

  private void collect(int leaf) {
    Arrays.fill(pending, leaf * words, (leaf + 1) * words, 0L);
    if (!suppressed[leaf]) {
      for (int shape : demanded[leaf]) {
        pending[leaf * words + (shape >> 6)] |= 1L << shape;
      }
    }
  }

  /** Lets a parent count, by shape, the children that could use it. */
  private void tell(int node, int parent) {
    int[] counts = children[parent];
    if (counts == null) {
      counts = new int[words * Long.SIZE];
      children[parent] = counts;
    }
    stale[parent] = true;
    for (int w = 0; w < words; w++) {
      long now = usable[node * words + w];
      for (long bits = before[w] & ~now; bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        if (--counts[shape] == 0) {
          pending[parent * words + w] &= ~(1L << shape);
        }
      }
      for (long bits = now & ~before[w]; bits != 0; bits &= bits - 1) {
        int shape = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        if (counts[shape]++ == 0) {
          pending[parent * words + w] |= 1L << shape;
        }
      }
    }
  }
}
