// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.ClassKinds;
import io.github.yarnfair.core.incremental.demand.PendingClasses;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** A tree with random demand classes whose numbers stay as they are, and leaves that use them. */
public final class RandomClasses {
  public final ShareTree tree;
  public final PendingClasses pending;
  public final ClassKinds kinds;

  /** By number. */
  private final List<long[]> vectors = new ArrayList<>();

  private final Random random;

  /** Creates a number of classes over a random cluster. */
  public RandomClasses(ShareSpace space, int count, Random random) {
    this.random = random;
    tree = new ShareTree(space);
    pending = new PendingClasses(tree);
    resizeCluster();
    // One leaf wants them all, for ever.
    int all = tree.addLeaf(tree.addQueue(ShareTree.ROOT, 1), 1);
    Demand.Builder demand = new Demand.Builder();
    Set<String> seen = new TreeSet<>();
    while (seen.size() < count) {
      long[] vector = vector();
      if (seen.add(Arrays.toString(vector))) {
        demand.add(vector, 1);
      }
    }
    tree.setDemand(all, demand.build());
    pending.grow();
    pending.updateDemand(all);
    pending.reset();
    kinds = new ClassKinds(tree, pending);
    for (int i = 0; i < count; i++) {
      vectors.add(null);
    }
    for (int i = 0; i < count; i++) {
      vectors.set(pending.demanded(all, i), tree.demand(all).vector(i));
    }
    kinds.update();
    tree.addListener(
        new TreeListener() {
          @Override
          public void demandChanged(int leaf) {
            pending.grow();
            pending.updateDemand(leaf);
          }

          @Override
          public void removed(int node, int formerParent) {
            pending.remove(node);
          }
        });
  }

  /** Gives the cluster other amounts; of some resource it may have none. */
  public void resizeCluster() {
    long[] capacity = new long[tree.space().length()];
    for (int pair = 0; pair < tree.space().pairs(); pair++) {
      capacity[pair] = random.nextInt(12) == 0 ? 0 : 100 + random.nextInt(300);
    }
    tree.setCapacity(capacity);
  }

  /** A task of one machine class, seldom of several, that needs few of many resources. */
  private long[] vector() {
    ShareSpace space = tree.space();
    long[] vector = new long[space.length()];
    int last = random.nextInt(space.classes());
    int first = random.nextInt(6) == 0 ? 0 : last;
    for (int pair = space.pair(first, 0); pair < space.pair(last + 1, 0); pair++) {
      vector[pair] = random.nextInt(space.resources()) > 1 ? 0 : random.nextInt(12);
    }
    vector[space.pair(last, random.nextInt(space.resources()))] = 1 + random.nextInt(130);
    return vector;
  }

  public long[] vector(int demandClass) {
    return vectors.get(demandClass);
  }

  /** Returns the vectors of a class set. */
  public List<long[]> vectors(long[] set) {
    List<long[]> found = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i++) {
      if (Bits.contains(set, 0, i)) {
        found.add(vectors.get(i));
      }
    }
    return found;
  }

  /** Lets a leaf want a few tasks, or endless ones, of each class of a set. */
  public void want(int leaf, long[] set) {
    Demand.Builder demand = new Demand.Builder();
    for (long[] vector : vectors(set)) {
      demand.add(vector, random.nextInt(3) == 0 ? Demand.ENDLESS : 1 + random.nextInt(3));
    }
    tree.setDemand(leaf, demand.build());
  }

  /** Returns whether a leaf has tasks of a class pending. */
  public boolean isWanted(int leaf, int demandClass) {
    Demand demand = tree.demand(leaf);
    for (int i = 0; i < demand.size(); i++) {
      if (Arrays.equals(demand.vector(i), vectors.get(demandClass))) {
        return true;
      }
    }
    return false;
  }

  /** Lets a leaf start a task of one of its classes or another, or end one. */
  public void startOrEnd(int leaf) {
    startOrEnd(leaf, 1);
  }

  /** Does the same, but no demand class of the leaf runs out. */
  public void startOrEndButLast(int leaf) {
    startOrEnd(leaf, 2);
  }

  private void startOrEnd(int leaf, int leastPending) {
    Demand held = tree.held(leaf);
    Demand wanted = tree.demand(leaf);
    if (!held.isEmpty() && random.nextBoolean()) {
      tree.release(leaf, held.vector(random.nextInt(held.size())));
    } else if (!wanted.isEmpty() && random.nextInt(4) > 0) {
      int demandClass = random.nextInt(wanted.size());
      long[] task = wanted.vector(demandClass);
      tree.charge(leaf, task);
      if (wanted.tasks(demandClass) >= leastPending && random.nextBoolean()) {
        tree.setDemand(leaf, wanted.started(tree.space(), task));
      }
    } else {
      tree.charge(leaf, vectors.get(random.nextInt(vectors.size())));
    }
  }
}
