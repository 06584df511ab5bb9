// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.model.FairQueue;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the share tree as it would be once the obstacles that were found before are removed:
 * the limits above a leaf are raised until its task fits, some applications ask for nothing, some
 * containers have ended. {@link #close} restores it. With the view's monitor held.
 */
final class SupposedTree implements AutoCloseable {
  private final ShareView view;
  private final ShareTree tree;
  private final Deque<Runnable> undo = new ArrayDeque<>();

  /**
   * What is supposed.
   *
   * @param withdrawn leaves whose requests have been served or withdrawn
   * @param ended containers that have ended
   * @param added what a node has that has been added, of the tree's length; null if none has
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Supposition(
      List<Integer> withdrawn, List<EndedContainers.Ended> ended, long @Nullable [] added) {
    static final Supposition NOTHING = new Supposition(List.of(), List.of(), null);
  }

  /**
   * @param leaf that is asked about
   * @param demand the task that it has pending
   */
  SupposedTree(ShareView view, int leaf, Demand demand, Supposition supposition) {
    this.view = view;
    tree = view.tree();
    supposition.withdrawn().forEach(this::withdraw);
    supposition.ended().forEach(this::end);
    setDemand(leaf, demand);
    if (supposition.added() != null) {
      addCapacity(supposition.added());
    }
    for (int n = tree.parent(leaf); n != ShareTree.NONE; n = tree.parent(n)) {
      raise(n, demand.vector(0));
    }
  }

  /** Supposes that a leaf asks for nothing. */
  void withdraw(int leaf) {
    setDemand(leaf, Demand.NOTHING);
  }

  private void setDemand(int leaf, Demand demand) {
    Demand before = tree.demand(leaf);
    tree.setDemand(leaf, demand);
    undo.push(() -> tree.setDemand(leaf, before));
  }

  /** What the copy does not hold began after it was made. */
  private void end(EndedContainers.Ended container) {
    if (tree.held(container.leaf()).contains(container.charged())) {
      tree.release(container.leaf(), container.charged());
      undo.push(() -> tree.charge(container.leaf(), container.charged()));
    }
  }

  private void addCapacity(long[] added) {
    long[] before = new long[tree.space().length()];
    long[] after = new long[before.length];
    for (int pair = 0; pair < tree.space().pairs(); pair++) {
      before[pair] = tree.capacity(pair);
      after[pair] = before[pair] + added[pair];
    }
    tree.setCapacity(after);
    undo.push(() -> tree.setCapacity(before));
    growLimits(ShareTree.ROOT, before, after);
  }

  /** Raises the maxima below a queue that are parts of the cluster's resources. */
  private void growLimits(int queue, long[] before, long[] after) {
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      boolean isPart = !(view.subject(c) instanceof FairQueue child) || hasPart(child);
      if (isPart && tree.isLimited(c)) {
        growLimit(c, before, after);
      }
      if (isPart) {
        growLimits(c, before, after);
      }
    }
  }

  private static boolean hasPart(FairQueue queue) {
    return queue.spec().in("").maximum() instanceof QueueLimit.Percentage;
  }

  private void growLimit(int node, long[] before, long[] after) {
    long[] limit = new long[tree.space().length()];
    Arrays.fill(limit, ShareTree.UNLIMITED);
    long[] grown = limit.clone();
    for (int pair = 0; pair < tree.space().pairs(); pair++) {
      limit[pair] = tree.limit(node, pair);
      grown[pair] =
          limit[pair] == ShareTree.UNLIMITED || before[pair] == 0
              ? limit[pair]
              : (long) Math.floor((double) limit[pair] * after[pair] / before[pair]);
    }
    boolean isPassable = tree.isPassable(node);
    setLimit(node, grown, isPassable);
    undo.push(() -> setLimit(node, limit, isPassable));
  }

  private void raise(int node, long[] task) {
    if (!tree.isLimited(node)) {
      return;
    }
    long[] before = new long[tree.space().length()];
    Arrays.fill(before, ShareTree.UNLIMITED);
    long[] raised = before.clone();
    boolean isPassable = tree.isPassable(node);
    for (int pair = 0; pair < tree.space().pairs(); pair++) {
      before[pair] = tree.limit(node, pair);
      long least = tree.usage(node, pair) + (isPassable ? 0 : task[pair]);
      raised[pair] = task[pair] > 0 ? Math.max(before[pair], least) : before[pair];
    }
    setLimit(node, raised, isPassable);
    undo.push(() -> setLimit(node, before, isPassable));
    if (isPassable) {
      raiseOtherUsers(node, before, raised);
    }
  }

  /** One key limits all users of a queue: what is raised for one of them is so for the others. */
  private void raiseOtherUsers(int user, long[] before, long[] raised) {
    double times = 1;
    for (int pair = 0; pair < before.length; pair++) {
      times = Math.max(times, (double) raised[pair] / Math.max(1, before[pair]));
    }
    int queue = tree.parent(user);
    for (int c = tree.firstChild(queue); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      if (c != user && tree.isPassable(c) && times > 1) {
        raisePassable(c, times);
      }
    }
  }

  private void raisePassable(int node, double times) {
    long[] before = new long[tree.space().length()];
    Arrays.fill(before, ShareTree.UNLIMITED);
    long[] raised = before.clone();
    for (int pair = 0; pair < tree.space().pairs(); pair++) {
      before[pair] = tree.limit(node, pair);
      raised[pair] =
          before[pair] == ShareTree.UNLIMITED
              ? ShareTree.UNLIMITED
              : (long) Math.ceil(before[pair] * times);
    }
    tree.setPassableLimit(node, raised);
    undo.push(() -> tree.setPassableLimit(node, before));
  }

  private void setLimit(int node, long[] limit, boolean isPassable) {
    if (isPassable) {
      tree.setPassableLimit(node, limit);
    } else {
      tree.setLimit(node, limit);
    }
  }

  @Override
  public void close() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }
}
