// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TaskKinds;
import java.util.Arrays;

/**
 * By demand class: the kind of its tasks, and a task's dominant share. Computed again for all when
 * a class has come or gone, or the cluster has changed.
 */
public final class ClassKinds {
  private final ShareTree tree;
  private final PendingClasses pending;

  /** The kinds of the tree's tasks. */
  public final TaskKinds kinds;

  /** Scratch: the leaf at hand. */
  public final LeafTasks tasks;

  private int[] kind = {};
  private double[] size = {};
  private double[] together = {};

  /** By kind, a class set: those of its tasks. */
  private long[] classes = {};

  private long version = -1;
  private long updates;

  public ClassKinds(ShareTree tree, PendingClasses pending) {
    this.tree = tree;
    this.pending = pending;
    kinds = new TaskKinds(tree);
    tasks = new LeafTasks(tree, this, pending);
  }

  /** Brings the table up to date with the classes that there are. */
  public void update() {
    DemandClasses all = pending.classes();
    if (all.changes() == version) {
      return;
    }
    version = all.changes();
    updates++;
    if (all.bound() > kind.length) {
      kind = new int[2 * all.bound()];
      size = new double[2 * all.bound()];
      together = new double[2 * all.bound()];
    }
    for (int demandClass = 0; demandClass < all.bound(); demandClass++) {
      long[] vector = all.vector(demandClass);
      kind[demandClass] = vector == null ? TaskKinds.NONE : kinds.of(vector);
      size[demandClass] =
          kind[demandClass] == TaskKinds.NONE || vector == null
              ? 0.0
              : kinds.share(vector, kinds.dominant(kind[demandClass]));
      together[demandClass] = size[demandClass] * all.together(demandClass);
    }
    collect(all.bound());
  }

  private void collect(int bound) {
    int length = kinds.count() * words();
    if (length > classes.length) {
      classes = new long[2 * length];
    }
    Arrays.fill(classes, 0L);
    for (int demandClass = 0; demandClass < bound; demandClass++) {
      if (kind[demandClass] != TaskKinds.NONE) {
        Bits.add(classes, kind[demandClass] * words(), demandClass);
      }
    }
  }

  /** Returns a number that grows whenever the kinds of classes may be others than before. */
  public long updates() {
    return updates;
  }

  /** Returns a word of the set of the classes of a kind. */
  public long classes(int ofKind, int word) {
    int at = ofKind * words() + word;
    return at < classes.length ? classes[at] : 0;
  }

  /** Forgets all kinds: the cluster has changed, and with it which resource is dominant. */
  public void clear() {
    kinds.clear();
    version = -1;
    Arrays.fill(kind, TaskKinds.NONE);
  }

  /** Returns how many words a class set takes. */
  public int words() {
    return pending.words();
  }

  /** Returns the kind of a class's tasks, {@link TaskKinds#NONE} if they count in no share. */
  public int kind(int demandClass) {
    return kind[demandClass];
  }

  /** Returns the dominant share of a class's tasks. */
  double size(int demandClass) {
    return size[demandClass];
  }

  /** Returns the dominant share of one task of a class, or of those that start together. */
  public double together(int demandClass) {
    return together[demandClass];
  }

  /**
   * Returns the level of one task at a node: the smallest of some classes by the node's weight, +∞
   * if there are none.
   *
   * @param classes a class set, from an offset on
   */
  public double levelOfOneTask(int node, long[] classes, int offset) {
    boolean hasOneWeight = tree.hasOneWeight(node);
    double least = Double.POSITIVE_INFINITY;
    for (int w = 0; w < pending.words(); w++) {
      for (long bits = classes[offset + w]; bits != 0; bits = Bits.rest(bits)) {
        int demandClass = Bits.first(w, bits);
        double task = together[demandClass];
        if (!hasOneWeight && kind[demandClass] != TaskKinds.NONE) {
          task /= tree.weight(node, kinds.dominant(kind[demandClass]));
        }
        least = Math.min(least, task);
      }
    }
    return hasOneWeight ? least / tree.weight(node) : least;
  }
}
