// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

/**
 * What a share tree counts by: m resource types on the machines of C machine classes (node labels,
 * or values of a node attribute), and which of these are added up in a share.
 *
 * <p><i>Amounts</i> (what a task needs, what is free, usage, limits, capacity) are vectors of
 * {@link #length()} numbers: one for each <i>pair</i> of a machine class and a resource, class by
 * class, and, if there are several classes, one more, the <i>reach</i>.
 *
 * <p><i>Shares</i> have {@link #shares()} entries. In {@link Kind#CLASS} these are the pairs, each
 * measured by what the machines of that class have: what a node holds in one class does not count
 * against it in another, as its share is its largest entry, and a queue may weigh differently in
 * each class; the resources of Y. Tahir et al., "UDRF: Multi-resource Fairness for Complex Jobs
 * with Placement Constraints", are such pairs. In {@link Kind#CLUSTER} they are the resources, each
 * added up over the classes and measured by the whole cluster. With one class amounts, shares and
 * resources are the same.
 *
 * <p>The reach says which offers a task may use. A task that is confined to its class has reach
 * {@link #FIXED}. One that may run in several classes is pending once for each: as a vector with
 * its amounts in that class and a reach above 0, which we call <i>floating</i>. It fits only an
 * offer of at least that reach. Reach has no capacity and no limit, and is never charged.
 *
 * <p>Floating vectors count for whether a leaf can use an offer, and for nothing else: ideal
 * shares, guarantees, activity and the demands by which a policy divides count such a task where it
 * runs, once it does.
 *
 * @param kind whether shares are of machine classes or of the cluster; of no effect if C = 1
 * @param classes C, the number of machine classes, at least 1
 * @param resources m, the number of resource types, at least 1
 */
public record ShareSpace(Kind kind, int classes, int resources) {
  /** The reach of a task that is confined to one class. */
  public static final int FIXED = 0;

  /** The reach of a task that may run in any class, and of an ordinary offer. */
  public static final int ANY_CLASS = 1;

  /** The reach of a task, and of an offer, that uses room which its own class leaves idle. */
  public static final int IDLE_ROOM = 2;

  /** What shares are of. */
  public enum Kind {
    /** An entry for each resource: what a node holds of it in all classes together. */
    CLUSTER,
    /** An entry for each pair of a machine class and a resource. */
    CLASS
  }

  /**
   * Creates a space.
   *
   * @throws IllegalArgumentException if a number is less than 1
   */
  public ShareSpace {
    if (classes < 1 || resources < 1) {
      throw new IllegalArgumentException(
          classes + " classes of " + resources + " resources: expected at least 1 of each");
    }
  }

  /** Returns the space of a cluster whose machines are all of one class. */
  public static ShareSpace ofOneClass(int resources) {
    return new ShareSpace(Kind.CLASS, 1, resources);
  }

  /** Returns how many numbers a vector of amounts has: C·m, and one more if C is above 1. */
  public int length() {
    return classes == 1 ? resources : classes * resources + 1;
  }

  /** Returns C·m, the number of pairs: the amounts that are charged and have a capacity. */
  public int pairs() {
    return classes * resources;
  }

  /** Returns the number of entries of a share: C·m in CLASS, m in CLUSTER. */
  public int shares() {
    return kind == Kind.CLASS ? classes * resources : resources;
  }

  /** Returns how many weights a queue has: one for each class in CLASS, one in CLUSTER. */
  public int weights() {
    return kind == Kind.CLASS ? classes : 1;
  }

  /** Returns the index of a pair in amounts. */
  public int pair(int machineClass, int resource) {
    return machineClass * resources + resource;
  }

  /** Returns the machine class of a pair. */
  public int classOf(int pair) {
    return pair / resources;
  }

  /** Returns the resource of a pair. */
  public int resourceOf(int pair) {
    return pair % resources;
  }

  /** Returns the entry of a share in which a pair counts. */
  public int shareOf(int pair) {
    return kind == Kind.CLASS ? pair : pair % resources;
  }

  /** Returns which of a queue's weights an entry of its share is divided by. */
  public int weightOf(int share) {
    return share / resources;
  }

  /** Returns the resource of an entry of a share. */
  public int resourceOfShare(int share) {
    return share % resources;
  }

  /** Returns the amounts of a task, or of a machine, that is confined to one class. */
  public long[] amounts(int machineClass, long[] ofResources) {
    return amounts(machineClass, ofResources, FIXED);
  }

  /**
   * Returns amounts of one class.
   *
   * @param ofResources m numbers
   * @param reach of the task or the offer; of no effect if C = 1
   */
  public long[] amounts(int machineClass, long[] ofResources, int reach) {
    Arguments.checkVector(ofResources, resources);
    long[] amounts = new long[length()];
    System.arraycopy(ofResources, 0, amounts, pair(machineClass, 0), resources);
    if (classes > 1) {
      amounts[pairs()] = reach;
    }
    return amounts;
  }

  /** Returns the reach of a task or an offer. */
  public long reach(long[] amounts) {
    return classes > 1 ? amounts[pairs()] : FIXED;
  }

  /** Returns whether a task's vector stands for one that may run elsewhere too. */
  public boolean isFloating(long[] amounts) {
    return reach(amounts) > FIXED;
  }

  /** Returns whether a vector of a demand stands for tasks that may run elsewhere too. */
  public boolean isFloating(Demand demand, int index) {
    return classes > 1 && demand.amount(index, pairs()) > FIXED;
  }

  /** Returns what a task holds once it runs: its amounts, with reach 0. May be the same array. */
  public long[] charged(long[] amounts) {
    if (!isFloating(amounts)) {
      return amounts;
    }
    long[] charged = amounts.clone();
    charged[pairs()] = FIXED;
    return charged;
  }

  /** Returns how much a task adds to an entry of its leaf's share, in the unit of the resource. */
  public long shareAmount(long[] amounts, int share) {
    if (shares() == pairs()) {
      return amounts[share];
    }
    long sum = 0;
    for (int pair = share; pair < pairs(); pair += resources) {
      sum += amounts[pair];
    }
    return sum;
  }

  /** Returns how much a task of a demand adds to an entry of its leaf's share, likewise. */
  public long shareAmount(Demand demand, int index, int share) {
    long sum = 0;
    for (int pair = share; pair < pairs(); pair += shares()) {
      sum += demand.amount(index, pair);
    }
    return sum;
  }

  /** Returns the part of a demand whose vectors are not floating. */
  Demand fixed(Demand demand) {
    boolean isMixed = false;
    for (int i = 0; i < demand.size() && !isMixed; i++) {
      isMixed = isFloating(demand, i);
    }
    Demand unserved = demand.unserved().isEmpty() ? Demand.NOTHING : fixed(demand.unserved());
    if (!isMixed) {
      return demand.withUnserved(unserved);
    }
    Demand.Builder fixed = new Demand.Builder();
    for (int i = 0; i < demand.size(); i++) {
      if (!isFloating(demand, i)) {
        fixed.add(demand.vector(i), demand.tasks(i));
      }
    }
    return fixed.build().withUnserved(unserved);
  }

  /**
   * Returns whether two vectors of one leaf's demand stand for the same tasks: equal amounts of
   * different classes, of which both may run in any class, or both use idle room, or one is fixed
   * to class 0 and the other uses idle room instead.
   */
  boolean areSameTasks(long[] one, long[] other) {
    int from = firstPair(one);
    int to = firstPair(other);
    if (from == pairs() || to == pairs() || (to - from) % resources != 0) {
      return false;
    }
    for (int pair = 0; pair < pairs(); pair++) {
      int shifted = pair + to - from;
      long amount = shifted >= 0 && shifted < pairs() ? other[shifted] : 0;
      if (one[pair] != amount) {
        return false;
      }
    }
    if (isFloating(one) && isFloating(other)) {
      return reach(one) == reach(other);
    }
    return isFixedToFirst(one, from, other) || isFixedToFirst(other, to, one);
  }

  private boolean isFixedToFirst(long[] amounts, int firstPair, long[] other) {
    return !isFloating(amounts) && classOf(firstPair) == 0 && reach(other) == IDLE_ROOM;
  }

  private int firstPair(long[] amounts) {
    int pair = 0;
    while (pair < pairs() && amounts[pair] == 0) {
      pair++;
    }
    return pair;
  }
}
