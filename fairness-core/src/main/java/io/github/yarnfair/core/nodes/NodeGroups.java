// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.tree.Growth;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster in groups of equal total and free amounts, and what changed of late: most
 * nodes of a cluster are full or like many others, so that groups are far fewer than nodes. A
 * change of a node costs O(m + log n) for m resources and n nodes in its group.
 */
final class NodeGroups {
  private final int resources;
  private @Nullable NodeGroup[] groupOf = new NodeGroup[16];
  private long[] seenIn = new long[16];
  private long compaction;
  private @Nullable NodeGroup[] byHash = new NodeGroup[64];
  private @Nullable NodeGroup[] present = new NodeGroup[16];
  private int count;
  private final ArrayDeque<NodeGroup> unused = new ArrayDeque<>();
  private long clock;

  /** The last changes of stamps, in a ring: the i-th change stands at i modulo the length. */
  private @Nullable NodeGroup[] log = new NodeGroup[256];

  private long[] loggedStamp = new long[256];
  private long logged;

  NodeGroups(int resources) {
    this.resources = resources;
  }

  /** Returns the number of groups. */
  int count() {
    return count;
  }

  /** Returns a group by its position, 0 to {@link #count()} - 1. */
  NodeGroup get(int position) {
    return Objects.requireNonNull(present[position]);
  }

  /** Returns a bound above the number of every node that has a group. */
  int bound() {
    return groupOf.length;
  }

  /** Returns a node's group, or null if the node has none. */
  @Nullable NodeGroup groupOf(int node) {
    return node < groupOf.length ? groupOf[node] : null;
  }

  /** Adds a node that has no group to that of its amounts; returns the group. */
  NodeGroup add(int node, long[] total, long[] free) {
    NodeGroup group = find(total, free);
    if (group == null) {
      group = create(total, free);
    }
    if (node >= groupOf.length) {
      groupOf = Arrays.copyOf(groupOf, Growth.length(node + 1, groupOf.length));
      seenIn = Arrays.copyOf(seenIn, groupOf.length);
    }
    groupOf[node] = group;
    if (group.add(node)) {
      note(group);
    }
    return group;
  }

  /**
   * Removes a node from its group; a group that has lost its last node is to be {@link #discard
   * discarded}.
   */
  void remove(int node, NodeGroup group) {
    groupOf[node] = null;
    if (group.remove(node, this)) {
      note(group);
    }
  }

  /** Takes an empty group out; its amounts are valid until the next node is added. */
  void discard(NodeGroup group) {
    group.stamp = ++clock;
    NodeGroup last = get(--count);
    present[group.position] = last;
    last.position = group.position;
    present[count] = null;
    unlink(group);
    unused.push(group);
  }

  /** Forgets which nodes were {@linkplain #isFirstSeen seen}. */
  void beginCompaction() {
    compaction++;
  }

  /** Returns whether a node is seen for the first time in this compaction. */
  boolean isFirstSeen(int node) {
    boolean isFirst = seenIn[node] != compaction;
    seenIn[node] = compaction;
    return isFirst;
  }

  /** Returns how many changes there were since the beginning. */
  long changes() {
    return logged;
  }

  /** Returns whether the changes from the i-th on can still be read. */
  boolean remembers(long i) {
    return logged - i <= log.length;
  }

  /** Returns the group that the i-th change was about. */
  NodeGroup changed(long i) {
    return Objects.requireNonNull(log[(int) (i & (log.length - 1))]);
  }

  /** Returns the stamp that the i-th change gave its group. */
  long changedStamp(long i) {
    return loggedStamp[(int) (i & (log.length - 1))];
  }

  private void note(NodeGroup group) {
    group.stamp = ++clock;
    int at = (int) (logged++ & (log.length - 1));
    log[at] = group;
    loggedStamp[at] = clock;
  }

  private @Nullable NodeGroup find(long[] total, long[] free) {
    NodeGroup group = byHash[NodeGroup.hash(total, free) & (byHash.length - 1)];
    while (group != null && !group.has(total, free)) {
      group = group.next;
    }
    return group;
  }

  private NodeGroup create(long[] total, long[] free) {
    NodeGroup group = unused.isEmpty() ? new NodeGroup(resources) : unused.pop();
    group.reset(total, free);
    if (count == present.length) {
      present = Arrays.copyOf(present, 2 * count);
      rehash();
    }
    group.position = count;
    present[count++] = group;
    link(group);
    return group;
  }

  /** Keeps lists of one hash code short, and the log as long as there are groups. */
  private void rehash() {
    byHash = new NodeGroup[4 * present.length];
    for (int i = 0; i < count; i++) {
      link(get(i));
    }
    if (log.length < present.length) {
      log = new NodeGroup[2 * present.length];
      loggedStamp = new long[log.length];
      logged += log.length + 1; // nothing of before is remembered
    }
  }

  private void link(NodeGroup group) {
    int slot = NodeGroup.hash(group.total, group.free) & (byHash.length - 1);
    group.next = byHash[slot];
    byHash[slot] = group;
  }

  private void unlink(NodeGroup group) {
    int slot = NodeGroup.hash(group.total, group.free) & (byHash.length - 1);
    if (byHash[slot] == group) {
      byHash[slot] = group.next;
      return;
    }
    NodeGroup before = Objects.requireNonNull(byHash[slot]);
    while (before.next != group) {
      before = Objects.requireNonNull(before.next);
    }
    before.next = group.next;
  }
}
