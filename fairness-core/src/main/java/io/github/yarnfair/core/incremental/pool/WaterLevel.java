// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.pool;

/**
 * A fair division among members of weight w that can take at most T each: the function A(L) = Σ
 * min(T, w·L), and its inverse.
 *
 * <p>A member is met at the level T/w. Those that are met far above the last level that was asked
 * for need no order, since they count by weight alone: a complete binary tree by number has their
 * sums and the least level at which one is met. The others are kept {@linkplain MetTreap by that
 * level}. One that the level comes near to moves there, which is paid for by the change that put it
 * among the far ones. So a change is O(log n), of a far member without a comparison; only a member
 * of a larger number allocates.
 */
public final class WaterLevel {
  /** How many times the last level a member is met at if it is entered among the far ones. */
  private static final double FAR = 2.0;

  /** From where on one leaves the near ones; above {@link #FAR}, so that it does not alternate. */
  private static final double LEAVES = 4.0;

  // What a row has of a far member, or of all of those below an inner node.
  private static final int ROW = 4;
  private static final int TOTAL = 0;
  private static final int WEIGHT = 1;
  private static final int HELD = 2;
  private static final int MET = 3;

  private static final int TOP = ROW;

  private final MetTreap near = new MetTreap();

  /** The far ones: by node of a complete binary tree, a row. The root is 1, the leaves last. */
  private double[] far = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, Double.POSITIVE_INFINITY};

  /** For how many members the tree has leaves: a power of two. */
  private int room = 1;

  private int farCount;

  /** The last level that was asked for. */
  private double reached;

  /** Returns whether there is a member of this number. */
  public boolean contains(int member) {
    return isFar(member) || near.contains(member);
  }

  private boolean isFar(int member) {
    return member < room && far[row(member) + TOTAL] > 0;
  }

  private int row(int member) {
    return (room + member) * ROW;
  }

  /** Returns how many members there are. */
  public int size() {
    return farCount + near.size();
  }

  /** Returns the level at which a member is met, T/w. */
  double met(int member) {
    return isFar(member) ? far[row(member) + MET] : near.met(member);
  }

  /** Returns the w of a member. */
  double weight(int member) {
    return isFar(member) ? far[row(member) + WEIGHT] : near.weight(member);
  }

  /** Returns the sum of all weights. */
  public double weights() {
    return far[TOP + WEIGHT] + near.weights();
  }

  /** Returns the sum of all T. */
  public double totals() {
    return far[TOP + TOTAL] + near.totals();
  }

  /** Returns the usage of all members, summed. */
  public double held() {
    return far[TOP + HELD] + near.held();
  }

  /** Enters or changes a member that is not said to hold anything. */
  public void put(int member, double most, double memberWeight) {
    put(member, most, memberWeight, 0.0);
  }

  /**
   * Enters or changes a member.
   *
   * @param member its number, small
   * @param most T, positive, +∞ if it can take any amount
   * @param memberWeight w, at least 0
   * @param memberHeld what it holds, at most T
   * @return whether it has changed
   */
  public boolean put(int member, double most, double memberWeight, double memberHeld) {
    double met = most / memberWeight;
    boolean isNear = near.contains(member);
    if (met <= (isNear ? LEAVES : FAR) * reached) {
      if (!isNear) {
        removeFar(member);
      }
      return near.put(member, most, memberWeight, memberHeld);
    }
    if (isNear) {
      near.remove(member);
    }
    return putFar(member, most, memberWeight, memberHeld, met);
  }

  private boolean putFar(int member, double most, double memberWeight, double held, double met) {
    if (member >= room) {
      makeRoom(member);
    }
    int row = row(member);
    if (far[row + TOTAL] == most && far[row + WEIGHT] == memberWeight && far[row + HELD] == held) {
      return false;
    }
    farCount += far[row + TOTAL] > 0 ? 0 : 1;
    set(member, most, memberWeight, held, met);
    return true;
  }

  private void removeFar(int member) {
    if (isFar(member)) {
      farCount--;
      set(member, 0.0, 0.0, 0.0, Double.POSITIVE_INFINITY);
    }
  }

  private void set(int member, double most, double memberWeight, double held, double met) {
    int row = row(member);
    far[row + TOTAL] = most;
    far[row + WEIGHT] = memberWeight;
    far[row + HELD] = held;
    far[row + MET] = met;
    for (int node = (room + member) / 2; node > 0; node /= 2) {
      addUp(node);
    }
  }

  private void addUp(int node) {
    int row = node * ROW;
    int left = 2 * row;
    int right = left + ROW;
    far[row + TOTAL] = far[left + TOTAL] + far[right + TOTAL];
    far[row + WEIGHT] = far[left + WEIGHT] + far[right + WEIGHT];
    far[row + HELD] = far[left + HELD] + far[right + HELD];
    far[row + MET] = Math.min(far[left + MET], far[right + MET]);
  }

  private void makeRoom(int member) {
    int former = room;
    double[] rows = far;
    room = Integer.highestOneBit(member) * 2;
    far = new double[2 * room * ROW];
    System.arraycopy(rows, former * ROW, far, room * ROW, former * ROW);
    for (int absent = former; absent < room; absent++) {
      far[row(absent) + MET] = Double.POSITIVE_INFINITY;
    }
    for (int node = room - 1; node > 0; node--) {
      addUp(node);
    }
  }

  /** Removes a member. */
  public void remove(int member) {
    if (isFar(member)) {
      removeFar(member);
    } else {
      near.remove(member);
    }
  }

  /** Returns A(L). */
  double sum(double level) {
    bringNear(level);
    return level < near.leastMet() ? weights() * level : near.sum(level, far[TOP + WEIGHT]);
  }

  /** Returns the least L with A(L) = sum, 0 if the sum is 0; the sum is at most that of all T. */
  public double level(double sum) {
    double level = sum > 0 ? sum / weights() : 0.0;
    if (level > Math.min(near.leastMet(), far[TOP + MET])) {
      do {
        level = near.level(sum, far[TOP + WEIGHT]);
      } while (bringNear(level));
    }
    reached = level;
    return level;
  }

  /** Moves the far members that are met at a level; returns whether there were any. */
  private boolean bringNear(double level) {
    boolean isAny = false;
    while (far[TOP + MET] <= level && far[TOP + MET] < Double.POSITIVE_INFINITY) {
      int member = firstFar();
      int row = row(member);
      double most = far[row + TOTAL];
      double memberWeight = far[row + WEIGHT];
      double held = far[row + HELD];
      removeFar(member);
      near.put(member, most, memberWeight, held);
      isAny = true;
    }
    return isAny;
  }

  /** Returns the far member that is met first. */
  private int firstFar() {
    int node = 1;
    while (node < room) {
      int left = 2 * node;
      node = far[left * ROW + MET] == far[node * ROW + MET] ? left : left + 1;
    }
    return node - room;
  }
}
