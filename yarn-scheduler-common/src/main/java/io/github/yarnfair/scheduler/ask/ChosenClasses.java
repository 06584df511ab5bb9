// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterables;

/**
 * The demand classes of an {@link AskTable} that take part, of more that are pending, with their
 * requests in groups that are served alike. What takes no part costs nothing here. Under the
 * scheduler's write lock.
 */
final class ChosenClasses {
  private static final Comparator<AskGroups.Group> BY_FIRST_KEY =
      Comparator.comparing(group -> group.first().key());

  /** By demand class: its requests for new containers, in groups that are served alike. */
  private final Map<AskGroups.Group, AskGroups> alike = new HashMap<>();

  /** Makes these the classes that take part: O(K) for K requests of those that did not. */
  void choose(Collection<AskGroups.Group> chosen) {
    alike.keySet().retainAll(chosen);
    for (AskGroups.Group demandClass : chosen) {
      if (!alike.containsKey(demandClass)) {
        AskGroups groups = new AskGroups();
        alike.put(demandClass, groups);
        demandClass.asks().values().forEach(ask -> add(groups, ask));
      }
    }
  }

  private static void add(AskGroups groups, Ask ask) {
    if (!ask.isIncrease()) {
      groups.add(ask.likeness(), ask);
    }
  }

  boolean contains(AskGroups.Group demandClass) {
    return alike.containsKey(demandClass);
  }

  int size() {
    return alike.size();
  }

  /** Adds a request of a class; no effect if the class takes no part. */
  void add(AskGroups.Group demandClass, Ask ask) {
    AskGroups groups = alike.get(demandClass);
    if (groups != null) {
      add(groups, ask);
    }
  }

  /** Removes a request of a class, and the class with its last one. */
  void remove(AskGroups.Group demandClass, Ask ask) {
    AskGroups groups = alike.get(demandClass);
    if (groups != null && !ask.isIncrease()) {
      groups.remove(ask.likeness(), ask);
    }
    if (demandClass.asks().isEmpty()) {
      alike.remove(demandClass);
    }
  }

  /** Updates the number of containers of a request. */
  void replace(AskGroups.Group demandClass, Ask before, Ask now) {
    AskGroups groups = alike.get(demandClass);
    if (groups != null && !now.isIncrease()) {
      groups.of(now.likeness()).replace(before, now);
    }
  }

  /** Returns the classes by their first keys. */
  List<AskGroups.Group> classes() {
    return alike.keySet().stream().sorted(BY_FIRST_KEY).toList();
  }

  /** Returns the requests for new containers in groups that are served alike, by first keys. */
  Iterable<AskGroups.Group> alike() {
    return Iterables.mergeSorted(alike.values(), BY_FIRST_KEY);
  }
}
