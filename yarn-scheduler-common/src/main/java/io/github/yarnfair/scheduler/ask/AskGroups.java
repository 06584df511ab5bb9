// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterables;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * Requests in groups. The groups are in the order of their first keys: the order in which they are
 * met if all requests are gone through by key. A change of one request costs O(log K) for K
 * requests. Under the scheduler's write lock.
 */
public final class AskGroups implements Iterable<AskGroups.Group> {
  private final Map<Object, Group> byName = new HashMap<>();
  private final NavigableMap<SchedulerRequestKey, Group> byFirstKey = new TreeMap<>();

  /** Some requests, at least one. */
  public static final class Group {
    private final NavigableMap<SchedulerRequestKey, Ask> asks = new TreeMap<>();
    private long containers;

    /** Replaces the request of the same key, which belongs to the same group. */
    void replace(Ask before, Ask now) {
      asks.put(now.key(), now);
      containers += now.containers() - before.containers();
    }

    /** Returns the first request by key. */
    public Ask first() {
      return asks.firstEntry().getValue();
    }

    /** Returns the requests by key. */
    public NavigableMap<SchedulerRequestKey, Ask> asks() {
      return Collections.unmodifiableNavigableMap(asks);
    }

    /** Returns how many containers the requests are for, together. */
    public long containers() {
      return containers;
    }
  }

  /** Returns the number of groups. */
  public int size() {
    return byFirstKey.size();
  }

  /** Returns a group that there is. */
  Group of(Object group) {
    return Objects.requireNonNull(byName.get(group));
  }

  /**
   * Returns all groups in a circle: those whose first key is after a key, then the others. A view.
   *
   * @param start null to begin with the first
   */
  public Iterable<Group> after(@Nullable SchedulerRequestKey start) {
    return start == null
        ? this
        : Iterables.concat(
            byFirstKey.tailMap(start, false).values(), byFirstKey.headMap(start, true).values());
  }

  /** Returns the groups whose first key is before a key, in their order. A view. */
  Iterable<Group> before(SchedulerRequestKey end) {
    return byFirstKey.headMap(end, false).values();
  }

  /** Adds a request to a group that has none of the same key; returns the group. */
  Group add(Object group, Ask ask) {
    Group joined = byName.computeIfAbsent(group, any -> new Group());
    SchedulerRequestKey first = joined.asks.isEmpty() ? null : joined.asks.firstKey();
    joined.asks.put(ask.key(), ask);
    joined.containers += ask.containers();
    if (first == null || ask.key().compareTo(first) < 0) {
      if (first != null) {
        byFirstKey.remove(first);
      }
      byFirstKey.put(ask.key(), joined);
    }
    return joined;
  }

  /** Removes a request from the group that it is in. */
  void remove(Object group, Ask ask) {
    Group left = of(group);
    left.asks.remove(ask.key());
    left.containers -= ask.containers();
    boolean wasFirst = byFirstKey.get(ask.key()) == left && byFirstKey.remove(ask.key()) != null;
    if (left.asks.isEmpty()) {
      byName.remove(group);
    } else if (wasFirst) {
      byFirstKey.put(left.asks.firstKey(), left);
    }
  }

  @Override
  public Iterator<Group> iterator() {
    return byFirstKey.values().iterator();
  }
}
