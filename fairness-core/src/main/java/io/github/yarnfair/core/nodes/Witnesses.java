// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import org.jspecify.annotations.Nullable;

/**
 * For each demand vector one group of nodes that has room for a task, or that there is none. A
 * group that loses its last node costs the vectors that it was kept for another search; a node that
 * gains room costs one comparison for each vector that fitted nowhere.
 */
final class Witnesses {
  private final NodeGroups groups;
  private @Nullable DemandClass fittingNowhere;
  private long version;

  Witnesses(NodeGroups groups) {
    this.groups = groups;
  }

  /** Returns a version, which changes whenever a vector may have begun or ceased to fit. */
  long version() {
    return version;
  }

  /**
   * Changes the version after vectors were removed, since changes of whether they fit are no longer
   * counted.
   */
  void forgotten() {
    version++;
  }

  /** Adds a group with a node on which more is free than before. */
  void admit(NodeGroup group) {
    DemandClass next = fittingNowhere;
    while (next != null) {
      DemandClass waiting = next;
      next = waiting.nextOfWitness;
      if (group.hasRoomFor(waiting.task)) {
        remove(waiting);
        link(waiting, group);
        version++;
      }
    }
  }

  /** Discards a group that has lost its last node. */
  void discardIfEmpty(NodeGroup group, NodeScore score) {
    if (!group.isEmpty()) {
      return;
    }
    DemandClass next = group.witnessed;
    groups.discard(group);
    while (next != null) {
      DemandClass waiting = next;
      next = waiting.nextOfWitness;
      remove(waiting);
      add(waiting, score);
      if (waiting.witness == null) {
        version++;
      }
    }
  }

  /** Adds a demand vector. */
  void add(DemandClass searching, NodeScore score) {
    boolean knowsChanges = searching.fullUntil >= 0 && groups.remembers(searching.fullUntil);
    NodeGroup found = knowsChanges ? findAmongChanges(searching) : findAmongAll(searching, score);
    if (found == null) {
      searching.fullUntil = groups.changes();
    }
    link(searching, found);
  }

  private @Nullable NodeGroup findAmongAll(DemandClass searching, NodeScore score) {
    if (searching.isOrdered()) {
      return searching.first(groups, score);
    }
    NodeGroup found = null;
    for (int i = groups.count() - 1; found == null && i >= 0; i--) {
      found = groups.get(i).hasRoomFor(searching.task) ? groups.get(i) : null;
    }
    return found;
  }

  /**
   * Looks at each change once: in a saturated cluster a freed amount fits many vectors and is used
   * at once.
   */
  private @Nullable NodeGroup findAmongChanges(DemandClass searching) {
    for (long i = searching.fullUntil; i < groups.changes(); i++) {
      NodeGroup changed = groups.changed(i);
      if (changed.stamp == groups.changedStamp(i) && changed.hasRoomFor(searching.task)) {
        searching.fullUntil = i;
        return changed;
      }
    }
    return null;
  }

  private void link(DemandClass added, @Nullable NodeGroup witness) {
    DemandClass head = witness == null ? fittingNowhere : witness.witnessed;
    added.witness = witness;
    added.previousOfWitness = null;
    added.nextOfWitness = head;
    if (head != null) {
      head.previousOfWitness = added;
    }
    setHead(witness, added);
  }

  /** Removes a demand vector. */
  void remove(DemandClass removed) {
    DemandClass after = removed.nextOfWitness;
    if (after != null) {
      after.previousOfWitness = removed.previousOfWitness;
    }
    if (removed.previousOfWitness == null) {
      setHead(removed.witness, after);
    } else {
      removed.previousOfWitness.nextOfWitness = after;
    }
  }

  private void setHead(@Nullable NodeGroup witness, @Nullable DemandClass head) {
    if (witness == null) {
      fittingNowhere = head;
    } else {
      witness.witnessed = head;
    }
  }
}
