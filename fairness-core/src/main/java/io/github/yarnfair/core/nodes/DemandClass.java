// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One demand vector, and where its tasks fit: a group that has room for one (the witness), and once
 * a node has been chosen for it, all groups with room in the order of their scores.
 *
 * <p>The order is a heap whose entries are never changed: a group that gets another least node has
 * one entry more, and the older one, of an older stamp, is dropped when it comes to the top.
 */
final class DemandClass {
  final long[] task;

  /** The group because of which a task is known to fit; null if none fits anywhere. */
  @Nullable NodeGroup witness;

  /** The next class with the same witness, and the one before. */
  @Nullable DemandClass nextOfWitness;

  @Nullable DemandClass previousOfWitness;

  /**
   * A change of the groups such that no group of before has room for a task; -1 if none is known.
   * Groups keep their amounts, so that only later ones can have room.
   */
  long fullUntil = -1;

  /** The pass in which the class was asked for last. */
  long usedIn;

  private double[] score = {};
  private int[] node = {};
  private long[] stamp = {};
  private @Nullable NodeGroup[] group = {};
  private int size;

  /** The first of the groups' changes that the heap does not know; -1 without a heap. */
  private long unread = -1;

  DemandClass(long[] task) {
    this.task = task;
  }

  /** Returns how many entries the heap has. */
  int entries() {
    return size;
  }

  /** Drops the heap; the next choice makes it again. */
  void forgetOrder() {
    unread = -1;
    size = 0;
    score = new double[0];
    node = new int[0];
    stamp = new long[0];
    group = new NodeGroup[0];
  }

  /** Makes the next choice compute all scores. */
  void outdate() {
    unread = -1;
  }

  boolean isOrdered() {
    return unread >= 0;
  }

  /** Returns the group with the least score, of equals the one with the least node, or null. */
  @Nullable NodeGroup first(NodeGroups groups, NodeScore scores) {
    catchUp(groups, scores);
    while (size > 0 && stamp[0] != top().stamp) {
      removeFirst();
    }
    return size == 0 ? null : top();
  }

  /** Returns the score of the group that {@link #first} has returned. */
  double firstScore() {
    return score[0];
  }

  /** Removes the first group from the order, until {@link #putBack}. */
  void removeFirst() {
    size--;
    if (size > 0) {
      sink(score[size], node[size], stamp[size], Objects.requireNonNull(group[size]));
    }
    group[size] = null;
  }

  /** Puts a group back into the order. */
  void putBack(NodeGroup removed, NodeScore scores) {
    add(removed, scores);
  }

  private NodeGroup top() {
    return Objects.requireNonNull(group[0]);
  }

  private void catchUp(NodeGroups groups, NodeScore scores) {
    if (unread < 0 || !groups.remembers(unread) || size > 4 * groups.count() + 64) {
      Arrays.fill(group, 0, size, null);
      size = 0;
      for (int i = 0; i < groups.count(); i++) {
        add(groups.get(i), scores);
      }
    } else {
      for (long i = unread; i < groups.changes(); i++) {
        NodeGroup changed = groups.changed(i);
        if (changed.stamp == groups.changedStamp(i)) {
          add(changed, scores);
        }
      }
    }
    unread = groups.changes();
  }

  private void add(NodeGroup added, NodeScore scores) {
    if (!added.hasRoomFor(task)) {
      return;
    }
    if (size == group.length) {
      int length = Math.max(8, 2 * size);
      score = Arrays.copyOf(score, length);
      node = Arrays.copyOf(node, length);
      stamp = Arrays.copyOf(stamp, length);
      group = Arrays.copyOf(group, length);
    }
    rise(size++, scores.score(task, added.free, added.total), added.least(), added);
  }

  private void rise(int from, double itsScore, int itsNode, NodeGroup added) {
    int at = from;
    while (at > 0 && isBefore(itsScore, itsNode, (at - 1) / 2)) {
      move((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    set(at, itsScore, itsNode, added.stamp, added);
  }

  private void sink(double itsScore, int itsNode, long itsStamp, NodeGroup itsGroup) {
    int at = 0;
    int child = lesserChild(at);
    while (child < size && !isBefore(itsScore, itsNode, child)) {
      move(child, at);
      at = child;
      child = lesserChild(at);
    }
    set(at, itsScore, itsNode, itsStamp, itsGroup);
  }

  private int lesserChild(int at) {
    int left = 2 * at + 1;
    return left + 1 < size && isBefore(score[left + 1], node[left + 1], left) ? left + 1 : left;
  }

  private boolean isBefore(double itsScore, int itsNode, int other) {
    return itsScore < score[other] || (itsScore == score[other] && itsNode < node[other]);
  }

  private void move(int from, int to) {
    set(to, score[from], node[from], stamp[from], Objects.requireNonNull(group[from]));
  }

  private void set(int at, double itsScore, int itsNode, long itsStamp, NodeGroup itsGroup) {
    score[at] = itsScore;
    node[at] = itsNode;
    stamp[at] = itsStamp;
    group[at] = itsGroup;
  }
}
