// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which users depend on each other: Y. Tahir, S. Yang, A. Koliousis, J. McCann, "UDRF:
 * Multi-resource Fairness for Complex Jobs with Placement Constraints", definitions 1 and 2. Two
 * users that need the same pair (machine class, resource) are in one cluster, and so are those that
 * others connect: the connected components of users (RDUCs in the paper). No pair is needed in two
 * clusters, so each is decided alone.
 *
 * <p>Users and pairs are numbers of the caller's. A user that needs no pair is a cluster of its
 * own. Clusters follow each change:
 *
 * <ul>
 *   <li>A pair that a user needs in addition joins two clusters, by moving the members of the
 *       smaller one: O(members moved).
 *   <li>A pair that it no longer needs, or its departure, may split its cluster, which is searched
 *       again: O(members + pairs that they need), whatever other clusters there are.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class DependenceClusters {
  private final Map<Integer, User> users = new HashMap<>();

  /** By pair, the users that need it. */
  private final Map<Integer, Set<User>> needing = new HashMap<>();

  private final Set<Cluster> clusters = new LinkedHashSet<>();
  private long steps;

  private static final class User {
    private final int number;
    private int[] pairs = {};
    private Cluster cluster;

    private User(int number, Cluster cluster) {
      this.number = number;
      this.cluster = cluster;
    }
  }

  /** A set of users, compared by identity. */
  private static final class Cluster {
    private final Set<User> members = new LinkedHashSet<>();
  }

  /**
   * Adds a user, or replaces the pairs that it needs.
   *
   * @param pairs the pairs, in any order; one that is named twice counts once
   */
  public void put(int user, int... pairs) {
    int[] sorted = Arrays.stream(pairs).sorted().distinct().toArray();
    User entry = users.get(user);
    if (entry == null) {
      entry = new User(user, new Cluster());
      entry.cluster.members.add(entry);
      clusters.add(entry.cluster);
      users.put(user, entry);
    }
    boolean loses = false;
    for (int pair : entry.pairs) {
      if (Arrays.binarySearch(sorted, pair) < 0) {
        withdraw(entry, pair);
        loses = true;
      }
    }
    entry.pairs = sorted;
    for (int pair : sorted) {
      need(entry, pair);
    }
    if (loses) {
      split(entry.cluster);
    }
  }

  /** Removes a user; does nothing if there is no such user. */
  public void remove(int user) {
    User entry = users.remove(user);
    if (entry == null) {
      return;
    }
    for (int pair : entry.pairs) {
      withdraw(entry, pair);
    }
    entry.cluster.members.remove(entry);
    split(entry.cluster);
  }

  /**
   * Returns the users of the cluster that a user is in, in ascending order; none if there is no
   * such user.
   */
  public List<Integer> clusterOf(int user) {
    User entry = users.get(user);
    return entry == null ? List.of() : sorted(entry.cluster);
  }

  /** Returns the number of clusters. */
  public int count() {
    return clusters.size();
  }

  /** Returns all clusters, each in ascending order, by their first users. */
  public List<List<Integer>> clusters() {
    List<List<Integer>> all = new ArrayList<>();
    clusters.forEach(cluster -> all.add(sorted(cluster)));
    all.sort((a, b) -> Integer.compare(a.get(0), b.get(0)));
    return all;
  }

  /** Returns how many users and needed pairs all changes so far have looked at: their cost. */
  long steps() {
    return steps;
  }

  private static List<Integer> sorted(Cluster cluster) {
    Set<Integer> numbers = new TreeSet<>();
    cluster.members.forEach(member -> numbers.add(member.number));
    return List.copyOf(numbers);
  }

  private void need(User user, int pair) {
    steps++;
    Set<User> sharing = needing.computeIfAbsent(pair, p -> new LinkedHashSet<>());
    if (!sharing.isEmpty()) {
      join(user.cluster, sharing.iterator().next().cluster);
    }
    sharing.add(user);
  }

  private void withdraw(User user, int pair) {
    steps++;
    Set<User> sharing = needing.get(pair);
    if (sharing != null && sharing.remove(user) && sharing.isEmpty()) {
      needing.remove(pair);
    }
  }

  private void join(Cluster one, Cluster other) {
    if (one == other) {
      return;
    }
    boolean isLarger = one.members.size() >= other.members.size();
    Cluster from = isLarger ? other : one;
    Cluster to = isLarger ? one : other;
    from.members.forEach(member -> member.cluster = to);
    to.members.addAll(from.members);
    steps += from.members.size();
    clusters.remove(from);
  }

  /** Searches a cluster for its connected components, which take its place. */
  private void split(Cluster former) {
    clusters.remove(former);
    Set<Integer> searched = new LinkedHashSet<>();
    for (User member : former.members) {
      if (member.cluster == former) {
        Cluster found = search(member, former, searched);
        clusters.add(found);
      }
    }
  }

  private Cluster search(User first, Cluster former, Set<Integer> searched) {
    Cluster found = new Cluster();
    List<User> queue = new ArrayList<>();
    move(first, found, queue);
    for (int i = 0; i < queue.size(); i++) {
      for (int pair : queue.get(i).pairs) {
        steps++;
        @Nullable Set<User> sharing = searched.add(pair) ? needing.get(pair) : null;
        if (sharing != null) {
          steps += sharing.size();
          sharing.stream()
              .filter(user -> user.cluster == former)
              .forEach(user -> move(user, found, queue));
        }
      }
    }
    return found;
  }

  private void move(User user, Cluster to, List<User> queue) {
    steps++;
    user.cluster = to;
    to.members.add(user);
    queue.add(user);
  }
}
