// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;

/**
 * For each node, the demand classes that are pending at or below it and fit within its limit and
 * those of the queues between: what it could use of an offer of everything. A node is blocked for
 * an offer if none of these fits the offer and the limits above.
 *
 * <p>A task fits min(W, limit − used, …) if it fits each, so limits narrow class sets.
 */
public final class PendingClasses {
  private static final int[] NO_CLASSES = {};

  private final ShareTree tree;
  private final DemandClasses classes;
  private int words = 1;
  private long[] pending = new long[0];
  private long[] usable = new long[0];
  private int[][] demanded = new int[0][];
  private int[][] children = new int[0][];
  private boolean[] suppressed = new boolean[0];
  private boolean[] stale = new boolean[0];
  private long[] before = new long[1];
  private final long[] room;

  public PendingClasses(ShareTree tree) {
    this.tree = tree;
    classes = new DemandClasses(tree.space().length());
    room = new long[tree.space().length()];
  }

  DemandClasses classes() {
    return classes;
  }

  /** Returns how many words each set takes, as of the last {@link #reset}. */
  public int words() {
    return words;
  }

  /** Returns whether the sets have become too narrow for the classes there are: reset then. */
  public boolean isOutgrown() {
    return classes.words() != words;
  }

  /** Returns the sets of all nodes, {@link #words()} words each, by handle. */
  public long[] usable() {
    return usable;
  }

  /** Returns the sets that would be usable if the nodes' own limits did not count, likewise. */
  public long[] below() {
    return pending;
  }

  /** Clears all sets; all nodes are to be recomputed then, children before their parents. */
  public void reset() {
    words = classes.words();
    int length = Math.max(16, demanded.length);
    pending = new long[length * words];
    usable = new long[length * words];
    before = new long[words];
    Arrays.fill(children, null);
    Arrays.fill(stale, true);
    grow();
  }

  /** Makes room for all handles of the tree. */
  public void grow() {
    int bound = tree.handleBound();
    if (bound > demanded.length) {
      int length = Math.max(16, bound * 2);
      int former = demanded.length;
      demanded = Arrays.copyOf(demanded, length);
      Arrays.fill(demanded, former, length, NO_CLASSES);
      children = Arrays.copyOf(children, length);
      suppressed = Arrays.copyOf(suppressed, length);
      stale = Arrays.copyOf(stale, length);
      Arrays.fill(stale, former, length, true);
      pending = Arrays.copyOf(pending, length * words);
      usable = Arrays.copyOf(usable, length * words);
    }
  }

  /** Notes that a node has another limit; its set is stale then. */
  public void limitChanged(int node) {
    stale[node] = true;
  }

  /** Counts a leaf as wanting nothing, as it has declined the offer, or no longer so. */
  void suppress(int leaf, boolean declined) {
    suppressed[leaf] = declined;
    stale[leaf] = true;
  }

  /**
   * Notes which classes a leaf has pending.
   *
   * @return whether they are others than before; its set is stale then
   */
  public boolean updateDemand(int leaf) {
    Demand demand = tree.demand(leaf);
    if (isUnchanged(leaf, demand)) {
      return false;
    }
    int[] former = demanded[leaf];
    int[] current = demand.isEmpty() ? NO_CLASSES : new int[demand.size()];
    for (int i = 0; i < current.length; i++) {
      current[i] = classes.acquire(demand, i);
    }
    demanded[leaf] = current;
    stale[leaf] = true;
    for (int demandClass : former) {
      classes.release(demandClass);
    }
    return true;
  }

  /** Returns the number of a class of a leaf's demand, as last {@linkplain #updateDemand noted}. */
  public int demanded(int leaf, int index) {
    return demanded[leaf][index];
  }

  /** Returns the number of a demand vector among those of a leaf, -1 if it is none of them. */
  public int demanded(int leaf, long[] vector) {
    for (int demandClass : leaf == ShareTree.NONE ? NO_CLASSES : demanded[leaf]) {
      if (Arrays.equals(classes.vector(demandClass), vector)) {
        return demandClass;
      }
    }
    return -1;
  }

  /**
   * Removes a node that is no longer in the tree: {@link #detach}ed before, or all sets are stale.
   */
  public void remove(int node) {
    if (node >= demanded.length) {
      return;
    }
    for (int demandClass : demanded[node]) {
      classes.release(demandClass);
    }
    demanded[node] = NO_CLASSES;
    suppressed[node] = false;
    children[node] = null;
    stale[node] = true;
    Arrays.fill(pending, node * words, (node + 1) * words, 0L);
    Arrays.fill(usable, node * words, (node + 1) * words, 0L);
  }

  /** Removes a node's classes from those of its former parent, whose set is stale then. */
  public void detach(int node, int formerParent) {
    for (int w = 0; w < words; w++) {
      before[w] = usable[node * words + w];
      usable[node * words + w] = 0;
    }
    stale[node] = true;
    updateParent(node, formerParent);
  }

  /**
   * Recomputes a node's set and updates its parent, whose set is stale if this returns true.
   *
   * @return whether it has changed
   */
  public boolean refresh(int node) {
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
      Arrays.fill(room, ShareTree.UNLIMITED);
      tree.reduceToLimit(node, room, 0);
      classes.fitting(room, 0, usable, offset);
    }
    boolean changed = false;
    for (int w = 0; w < words; w++) {
      long now = limited ? pending[offset + w] & usable[offset + w] : pending[offset + w];
      usable[offset + w] = now;
      changed |= now != before[w];
    }
    if (changed && node != ShareTree.ROOT) {
      updateParent(node, tree.parent(node));
    }
    return changed;
  }

  private boolean isUnchanged(int leaf, Demand demand) {
    int[] current = demanded[leaf];
    if (current.length != demand.size()) {
      return false;
    }
    for (int i = 0; i < current.length; i++) {
      if (!classes.is(current[i], demand, i)) {
        return false;
      }
    }
    return true;
  }

  private void collect(int leaf) {
    Arrays.fill(pending, leaf * words, (leaf + 1) * words, 0L);
    if (!suppressed[leaf]) {
      for (int demandClass : demanded[leaf]) {
        Bits.add(pending, leaf * words, demandClass);
      }
    }
  }

  /** Lets a parent count, by class, the children that could use it. */
  private void updateParent(int node, int parent) {
    int[] counts = children[parent];
    if (counts == null) {
      counts = new int[words * Long.SIZE];
      children[parent] = counts;
    }
    stale[parent] = true;
    for (int w = 0; w < words; w++) {
      long now = usable[node * words + w];
      for (long bits = before[w] & ~now; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        if (--counts[demandClass] == 0) {
          Bits.remove(pending, parent * words, demandClass);
        }
      }
      for (long bits = now & ~before[w]; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        if (counts[demandClass]++ == 0) {
          Bits.add(pending, parent * words, demandClass);
        }
      }
    }
  }
}
