// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.tree.ShareSpace;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The machine classes of one version of the queues, numbered from 0: the partitions of the cluster,
 * or the values of one node attribute. Class 0, {@link #DEFAULT}, has the nodes without a label or
 * attribute; the others follow by name. Immutable.
 *
 * <p>Where classes are partitions, the last one, {@link #GUESTS}, has no nodes of its own: in it
 * count the containers on nodes with a label that their requests have not named. A share is the
 * largest over the classes, so that a queue without a part of a partition, which uses what is idle
 * there, would otherwise get nothing anywhere else.
 *
 * <p>Converts amounts by resource type, as nodes and requests have them, to amounts of the share
 * tree ({@link ShareSpace}). With one class both are the same array, and nothing is copied.
 */
public final class MachineClasses {
  /** The name of class 0. */
  public static final String DEFAULT = "";

  /** The name of the class of containers on nodes with a label that they have not named. */
  public static final String GUESTS = "*";

  /** The number of a class that is not known. */
  public static final int UNKNOWN = -1;

  private final Kind kind;
  private final List<String> names;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Set<String> shared;
  private final ShareSpace space;

  /** What tells the classes apart. */
  public enum Kind {
    /** Nothing: there is one class. */
    NONE,
    /** Node labels: a request runs in the class that it names. */
    LABELS,
    /** The value of a node attribute: a request may run in any class. */
    ATTRIBUTE
  }

  /**
   * @param names of all classes; the default one need not be among them
   * @param shared names of classes whose idle resources requests without a label may use
   * @param shares whether shares are measured by class or over the cluster
   * @param types number of resource types
   */
  public MachineClasses(
      Kind kind,
      Collection<String> names,
      Collection<String> shared,
      ShareSpace.Kind shares,
      int types) {
    this.kind = kind;
    this.shared = Set.copyOf(shared);
    TreeSet<String> others = new TreeSet<>(names);
    others.remove(DEFAULT);
    others.remove(GUESTS);
    boolean hasGuests = kind == Kind.LABELS && !others.isEmpty();
    this.names =
        Stream.of(Stream.of(DEFAULT), others.stream(), Stream.of(GUESTS).filter(g -> hasGuests))
            .flatMap(each -> each)
            .toList();
    space = new ShareSpace(shares, this.names.size(), types);
    for (int i = 0; i < this.names.size(); i++) {
      numbers.put(this.names.get(i), i);
    }
  }

  /** Returns the only class of a cluster whose nodes are not told apart. */
  public static MachineClasses one(int types) {
    return new MachineClasses(Kind.NONE, Set.of(), Set.of(), ShareSpace.Kind.CLASS, types);
  }

  public Kind kind() {
    return kind;
  }

  /** Returns what the share tree's vectors are made of. */
  public ShareSpace space() {
    return space;
  }

  /** Returns the number of classes, at least 1. */
  public int count() {
    return names.size();
  }

  /** Returns whether there is one class only. */
  public boolean isOne() {
    return names.size() == 1;
  }

  /** Returns the number of a class, {@link #UNKNOWN} if there is none of that name. */
  public int number(String name) {
    return kind == Kind.NONE || name.isEmpty() ? 0 : numbers.getOrDefault(name, UNKNOWN);
  }

  public String name(int number) {
    return names.get(number);
  }

  /** Returns the names in the order of the numbers. */
  public List<String> names() {
    return names;
  }

  /** Returns the number of the class {@link #GUESTS}, {@link #UNKNOWN} if there is none. */
  public int guests() {
    return kind == Kind.LABELS ? number(GUESTS) : UNKNOWN;
  }

  /** Returns how many classes have nodes: the first ones. */
  public int partitions() {
    return guests() == UNKNOWN ? names.size() : names.size() - 1;
  }

  /**
   * Returns the name of the class in which a container counts.
   *
   * @param ofNode the class of its node
   * @param label that its request has named
   */
  public String charged(String ofNode, String label) {
    return kind != Kind.LABELS || ofNode.isEmpty() || ofNode.equals(label) ? ofNode : GUESTS;
  }

  /** Returns whether requests without a label may use what is idle in a class. */
  public boolean isShared(int number) {
    return !shared.isEmpty() && shared.contains(names.get(number));
  }

  /** Returns whether requests without a label may use what is idle in any class. */
  public boolean isAnyShared() {
    return !shared.isEmpty();
  }

  /** Returns whether each class of others is known here and shared alike. */
  public boolean cover(MachineClasses others) {
    return kind == others.kind
        && numbers.keySet().containsAll(others.names)
        && others.names.stream().allMatch(n -> shared.contains(n) == others.shared.contains(n));
  }

  // ---------------------------------------------------------------------------------- vectors

  /**
   * Returns how many pairs, the first ones, count in figures that tell nothing of classes: those of
   * all classes by attribute, else of the first class.
   */
  int figurePairs() {
    return kind() == Kind.ATTRIBUTE ? space.pairs() : space.resources();
  }

  /** Returns where the amounts of a class begin in a vector of the share tree. */
  public int offset(int number) {
    return number * space.resources();
  }

  /**
   * Returns amounts of the share tree.
   *
   * @param byType amounts by resource type; returned themselves if there is one class
   */
  public long[] amounts(int number, long[] byType) {
    return amounts(number, byType, ShareSpace.FIXED);
  }

  /**
   * Returns the demand vector of a task.
   *
   * @param byType amounts by resource type; returned themselves if there is one class
   * @param reach one of {@link ShareSpace}'s: where else the task may run
   */
  public long[] amounts(int number, long[] byType, int reach) {
    return isOne() ? byType : space.amounts(number, byType, reach);
  }

  /**
   * Fills in amounts of the share tree.
   *
   * @param reach of a task or an offer; nothing if there is one class
   */
  public void put(int number, long[] byType, int reach, long[] into) {
    if (!isOne()) {
      Arrays.fill(into, 0);
      into[into.length - 1] = reach;
    }
    System.arraycopy(byType, 0, into, offset(number), space.resources());
  }

  /** Fills in the amounts of one class by resource type. */
  public void read(int number, long[] vector, long[] into) {
    System.arraycopy(vector, offset(number), into, 0, into.length);
  }

  /** Returns whether a task needs nothing of other classes. */
  public boolean isWithin(int number, long[] vector) {
    for (int j = 0; j < space.pairs(); j++) {
      if (vector[j] != 0 && space.classOf(j) != number) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return kind + " " + names;
  }
}
