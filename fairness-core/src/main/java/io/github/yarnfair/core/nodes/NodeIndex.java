// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.core.tree.OfferedNodes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that have room, by number: which demand vectors fit on some node, and which node is the
 * best for a task by a {@link NodeScore}.
 *
 * <p>For each demand vector that was asked for the index keeps one group of equal nodes that has
 * room for it, or that there is none. A group that loses its last node costs the vectors that it
 * was kept for another search; a node that gains room costs one comparison for each vector that
 * fitted nowhere. The best node is the top of a heap of groups, one heap for each vector that was
 * placed: O(c·log g) per choice for g groups of equal nodes and c groups that have changed since
 * the last choice for the vector. Nothing depends on the number of nodes but the size of heaps.
 *
 * <p>Not safe for use by several threads. Allocates nothing once it knows all demand vectors and
 * has stopped growing.
 */
public final class NodeIndex implements OfferedNodes {
  /** No node. */
  public static final int NONE = -1;

  /** The most heap entries of all vectors together, 24 bytes each; those unused go first. */
  private static final long MOST_ENTRIES = 2_000_000;

  private static final int BETWEEN_SWEEPS = 64;

  private NodeScore score;
  private final NodeGroups groups;
  private final Map<Key, DemandClass> classes = new HashMap<>();
  private final Key probe = new Key();
  private final Witnesses witnesses;
  private final int[] withRoom;
  private int size;
  private long pass;
  private int sweepAt = 256;
  private NodeGroup[] aside = new NodeGroup[8];
  private @Nullable IndexListener listener;

  /** Of the last search while there is a listener: what was asked, and the nodes that refused. */
  private @Nullable IntPredicate asked;

  private final IntPredicate acceptsOrIsNoted = this::acceptsOrIsNoted;
  private final IntList refused = new IntList();

  /** A demand vector that is compared by content. */
  private static final class Key {
    private long[] task = {};

    @Override
    public int hashCode() {
      return Arrays.hashCode(task);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && Arrays.equals(task, that.task);
    }
  }

  /** Creates an index without nodes over m resources. */
  public NodeIndex(int resourceCount, NodeScore score) {
    this.score = score;
    groups = new NodeGroups(resourceCount);
    witnesses = new Witnesses(groups);
    withRoom = new int[resourceCount];
  }

  /** Sets the listener, which receives each later change and choice; null for none. */
  public void setListener(@Nullable IndexListener newListener) {
    listener = newListener;
  }

  /**
   * Replaces the score by another one, which has not been {@linkplain NodeScore#update updated}.
   */
  public void setScore(NodeScore replacement) {
    score = replacement;
    classes.values().forEach(DemandClass::outdate);
  }

  // ------------------------------------------------------------------------------------ nodes

  /**
   * Adds a node, or updates its free resources.
   *
   * @param node its number: numbers are small, and given out again
   * @param total what the node has; copied
   * @param free what is free on it; copied. A node with nothing free, or with a negative amount,
   *     has room for nothing and is left out
   * @return whether something has changed
   */
  public boolean put(int node, long[] total, long[] free) {
    NodeGroup before = groups.groupOf(node);
    boolean hasRoom = hasRoom(free);
    if (before == null ? !hasRoom : before.has(total, free)) {
      return false;
    }
    boolean grows = before == null || !Amounts.fits(free, before.free);
    if (before != null) {
      takeOut(node, before);
    }
    if (hasRoom) {
      NodeGroup after = groups.add(node, total, free);
      size++;
      count(free, 1);
      if (grows) {
        witnesses.admit(after);
      }
    }
    if (before != null) {
      witnesses.discardIfEmpty(before, score);
    }
    if (listener != null) {
      listener.put(node, total, free);
    }
    return true;
  }

  /** Removes a node, if it is there. */
  public void remove(int node) {
    NodeGroup group = groups.groupOf(node);
    if (group != null) {
      takeOut(node, group);
      witnesses.discardIfEmpty(group, score);
      if (listener != null) {
        listener.removed(node);
      }
    }
  }

  /** Passes each node in the index to a listener, in the order of their numbers, as if put now. */
  public void putAll(IndexListener target) {
    for (int node = 0; node < groups.bound(); node++) {
      NodeGroup group = groups.groupOf(node);
      if (group != null) {
        target.put(node, group.total, group.free);
      }
    }
  }

  /** Returns whether a node is in the index: it was put with something free. */
  public boolean contains(int node) {
    return groups.groupOf(node) != null;
  }

  /** Returns the number of nodes with something free. */
  public int size() {
    return size;
  }

  /** Returns whether no node has anything free. */
  public boolean isEmpty() {
    return groups.count() == 0;
  }

  /** Returns whether a node has room for a task. */
  public boolean hasRoom(int node, long[] task) {
    NodeGroup group = groups.groupOf(node);
    return group != null && group.hasRoomFor(task);
  }

  /**
   * Returns the score of a task on a node that has room for it.
   *
   * @throws IllegalArgumentException if the node is not in the index
   */
  public double score(int node, long[] task) {
    NodeGroup group = groups.groupOf(node);
    if (group == null) {
      throw new IllegalArgumentException("node " + node + " has no room");
    }
    return score.score(task, group.free, group.total);
  }

  private void takeOut(int node, NodeGroup group) {
    groups.remove(node, group);
    size--;
    count(group.free, -1);
  }

  private static boolean hasRoom(long[] free) {
    boolean some = false;
    for (long amount : free) {
      if (amount < 0) {
        return false;
      }
      some |= amount > 0;
    }
    return some;
  }

  private void count(long[] free, int change) {
    for (int j = 0; j < free.length; j++) {
      withRoom[j] += free[j] > 0 ? change : 0;
    }
  }

  // ------------------------------------------------------------------------------------ demand

  /** Begins another pass over the nodes. */
  public void beginPass() {
    pass++;
    if (pass % BETWEEN_SWEEPS == 0) {
      long entries = 0;
      for (DemandClass known : classes.values()) {
        entries += known.entries();
      }
      if (entries > MOST_ENTRIES) {
        classes.values().stream()
            .filter(known -> known.usedIn < pass - 1)
            .forEach(DemandClass::forgetOrder);
      }
    }
  }

  /**
   * Updates the amounts to which scores are relative.
   *
   * @param clusterTotal the total of all nodes
   * @param pending the tasks that wait for a node
   */
  public void update(long[] clusterTotal, Demand pending) {
    if (score.update(clusterTotal, pending)) {
      classes.values().forEach(DemandClass::outdate);
      if (listener != null) {
        listener.updated(clusterTotal, pending);
      }
    }
  }

  @Override
  public boolean fits(long[] task) {
    return classOf(task).witness != null;
  }

  @Override
  public long version() {
    return witnesses.version();
  }

  @Override
  public boolean isExhausted(int resource) {
    return withRoom[resource] == 0;
  }

  /** Returns how many demand vectors are remembered. */
  int knownVectors() {
    return classes.size();
  }

  /** Returns the node with the least score for a task, of equals the least; {@link #NONE}. */
  public int choose(long[] task) {
    NodeGroup first = classOf(task).first(groups, score);
    int found = first == null ? NONE : first.least();
    if (listener != null) {
      refused.clear();
      listener.chosen(task, refused, found);
    }
    return found;
  }

  /**
   * Returns the node with the least score for a task among some, of equals the least; {@link #NONE}
   * if there are none.
   *
   * @param candidates nodes that have room for it
   */
  public int chooseAmong(IntList candidates, long[] task) {
    int found = NONE;
    double least = 0.0;
    for (int i = 0; i < candidates.size(); i++) {
      int node = candidates.get(i);
      double its = score(node, task);
      if (found == NONE || its < least || (its == least && node < found)) {
        found = node;
        least = its;
      }
    }
    if (listener != null && found != NONE) {
      listener.chosenAmong(task, candidates, found);
    }
    return found;
  }

  /**
   * Returns the node with the least score that accepts a task, of equals the least; {@link #NONE}.
   * O(n) in the nodes that do not accept it.
   *
   * @param accepts must leave the index as it is
   */
  public int choose(long[] task, IntPredicate accepts) {
    if (listener == null) {
      return find(task, accepts);
    }
    refused.clear();
    asked = accepts;
    int found = find(task, acceptsOrIsNoted);
    asked = null;
    listener.chosen(task, refused, found);
    return found;
  }

  private boolean acceptsOrIsNoted(int node) {
    boolean accepts = Objects.requireNonNull(asked).test(node);
    if (!accepts) {
      refused.add(node);
    }
    return accepts;
  }

  private int find(long[] task, IntPredicate accepts) {
    DemandClass wanted = classOf(task);
    int passed = 0;
    int found = NONE;
    double foundScore = 0.0;
    NodeGroup group = wanted.first(groups, score);
    while (group != null
        && (found == NONE || (wanted.firstScore() == foundScore && group.least() < found))) {
      int accepting = group.least(accepts, groups);
      if (accepting != NONE && (found == NONE || accepting < found)) {
        found = accepting;
        foundScore = wanted.firstScore();
      }
      setAside(group, passed++);
      wanted.removeFirst();
      group = wanted.first(groups, score);
    }
    for (int i = 0; i < passed; i++) {
      wanted.putBack(aside[i], score);
    }
    Arrays.fill(aside, 0, passed, null);
    return found;
  }

  private void setAside(NodeGroup group, int position) {
    if (position == aside.length) {
      aside = Arrays.copyOf(aside, 2 * position);
    }
    aside[position] = group;
  }

  private DemandClass classOf(long[] task) {
    probe.task = task;
    DemandClass known = classes.get(probe);
    if (known == null) {
      sweepIfDue();
      Key key = new Key();
      key.task = task.clone();
      known = new DemandClass(key.task);
      classes.put(key, known);
      witnesses.add(known, score);
    }
    known.usedIn = pass;
    return known;
  }

  /** Forgets the vectors that neither this pass nor the one before has asked for. */
  private void sweepIfDue() {
    if (classes.size() < sweepAt) {
      return;
    }
    for (Iterator<DemandClass> all = classes.values().iterator(); all.hasNext(); ) {
      DemandClass known = all.next();
      if (known.usedIn < pass - 1) {
        witnesses.remove(known);
        all.remove();
      }
    }
    sweepAt = Math.max(256, 2 * classes.size());
    witnesses.forgotten();
  }
}
