// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;

import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The balances of the queues of a tree, by entry of a share, and of those that have left it. Those
 * of siblings add up to 0: what a queue leaves behind goes to its siblings by weight.
 */
public final class BalanceBook {
  /** Relative balances below this are not worth a name. */
  private static final double SMALL = 0.01;

  private static final double MILLIS = 1000.0;

  private final ShareTree tree;
  private final WeightFactors factors;
  private final WeightSums sums;
  private final int shares;

  /** By node and entry of a share, in amounts times milliseconds. */
  private double[] balance = {};

  private boolean[] isQueue = {};
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, List<DepartedQueue>> departed = new HashMap<>();

  BalanceBook(ShareTree tree, WeightFactors factors) {
    this.tree = tree;
    this.factors = factors;
    sums = new WeightSums(tree);
    shares = tree.space().shares();
    grow();
    addAll(ROOT);
  }

  private void addAll(int queue) {
    add(queue);
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (!tree.isLeaf(c)) {
        addAll(c);
      }
    }
  }

  private BalanceBook(ShareTree copy, BalanceBook origin) {
    tree = copy;
    factors = new WeightFactors(copy, origin.rules());
    sums = new WeightSums(copy);
    shares = origin.shares;
    grow();
  }

  /**
   * Returns a book without balances over a copy of the tree, for a reader that {@linkplain #take
   * takes} some of these.
   */
  public BalanceBook over(ShareTree copy) {
    return new BalanceBook(copy, this);
  }

  /** Takes the balances of a queue of another book, whose tree this one's is a copy of. */
  public void take(int queue, BalanceBook from, int itsQueue) {
    grow();
    isQueue[queue] = true;
    sums.clear();
    System.arraycopy(from.balance, itsQueue * shares, balance, queue * shares, shares);
  }

  /** Returns by what rules the past counts. */
  public BalanceRules rules() {
    return factors.rules();
  }

  void grow() {
    int nodes = tree.handleBound();
    if (isQueue.length < nodes) {
      isQueue = Arrays.copyOf(isQueue, 2 * nodes);
      balance = Arrays.copyOf(balance, 2 * nodes * shares);
    }
  }

  double[] byNode() {
    return balance;
  }

  boolean isQueue(int node) {
    return isQueue[node];
  }

  void add(int queue) {
    isQueue[queue] = true;
  }

  // ------------------------------------------------------------------------------------ epochs

  void decay(int parent, Siblings siblings, double kept) {
    for (int i = 0; i < siblings.count(); i++) {
      multiply(balance, siblings.get(i) * shares, kept);
    }
    departed(parent).forEach(each -> multiply(each.balance(), 0, kept));
  }

  private void multiply(double[] amounts, int from, double factor) {
    for (int s = from; s < from + shares; s++) {
      amounts[s] *= factor;
    }
  }

  /** Adds what siblings have held in an epoch of an entry, less their parts of it. */
  void charge(int parent, Siblings siblings, int share, HeldTime held) {
    List<DepartedQueue> gone = departed(parent);
    int weight = tree.space().weightOf(share);
    long together = 0;
    for (int i = 0; i < siblings.count(); i++) {
      together += held.of(siblings.get(i), share);
    }
    for (DepartedQueue each : gone) {
      together += each.integral()[share];
    }
    double perWeight = together / sumOfPresent(siblings, gone, weight);
    for (int i = 0; i < siblings.count(); i++) {
      int queue = siblings.get(i);
      double part = tree.configuredWeightAt(queue, weight) * perWeight;
      balance[queue * shares + share] += held.of(queue, share) - part;
    }
    for (DepartedQueue each : gone) {
      if (each.isOfThisEpoch()) {
        double part = each.weights()[weight] * perWeight;
        each.balance()[share] += each.integral()[share] - part;
      }
    }
  }

  private static double sumOfPresent(Siblings siblings, List<DepartedQueue> gone, int weight) {
    double sum = siblings.sum(weight);
    for (DepartedQueue each : gone) {
      sum += each.isOfThisEpoch() ? each.weights()[weight] : 0.0;
    }
    return sum;
  }

  /** Lets those that have left and do not come back leave their balances to their siblings. */
  void forgetDeparted() {
    departed.entrySet().removeIf(each -> forgetDeparted(each.getKey(), each.getValue()));
  }

  private boolean forgetDeparted(int parent, List<DepartedQueue> gone) {
    double[] parts = parts(parent);
    Siblings siblings = new Siblings(tree, parent);
    List<DepartedQueue> stay = new ArrayList<>();
    // Without a sibling in the tree, none could take over what one of them leaves.
    boolean stayTogether =
        siblings.count() == 0 && gone.stream().anyMatch(each -> isLarge(each, parts, siblings));
    for (DepartedQueue each : gone) {
      if (each.name() != null && (stayTogether || isLarge(each, parts, siblings))) {
        each.endEpoch();
        stay.add(each);
      } else {
        give(each.balance(), siblings);
      }
    }
    gone.clear();
    gone.addAll(stay);
    return gone.isEmpty();
  }

  private boolean isLarge(DepartedQueue gone, double[] parts, Siblings siblings) {
    for (int s = 0; s < shares; s++) {
      int w = tree.space().weightOf(s);
      double own = gone.weights()[w] / (siblings.sum(w) + gone.weights()[w]);
      if (Math.abs(factors.relative(gone.balance()[s], parts[w] * own, s)) >= SMALL) {
        return true;
      }
    }
    return false;
  }

  /** Adds amounts to the balances of siblings, by their parts. */
  private void give(double[] amounts, Siblings siblings) {
    for (int i = 0; i < siblings.count(); i++) {
      int to = siblings.get(i) * shares;
      for (int s = 0; s < shares; s++) {
        balance[to + s] += siblings.part(i, tree.space().weightOf(s)) * amounts[s];
      }
    }
  }

  // -------------------------------------------------------------------------- queues come and go

  private List<DepartedQueue> departed(int parent) {
    return departed.getOrDefault(parent, List.of());
  }

  /**
   * Gives a queue its name, and the balance with which one of that name has left.
   *
   * @return what that one held in this epoch, null if there was none
   */
  long @Nullable [] name(int queue, String name) {
    names.put(queue, name);
    List<DepartedQueue> gone = departed(tree.parent(queue));
    for (DepartedQueue each : gone) {
      if (name.equals(each.name())) {
        System.arraycopy(each.balance(), 0, balance, queue * shares, shares);
        gone.remove(each);
        return each.integral();
      }
    }
    return null;
  }

  void depart(int queue, int parent, long[] integral, boolean isGone) {
    String name = isGone ? names.remove(queue) : null;
    double[] left = Arrays.copyOfRange(balance, queue * shares, (queue + 1) * shares);
    Arrays.fill(balance, queue * shares, (queue + 1) * shares, 0.0);
    double[] weights = new double[tree.space().weights()];
    Arrays.setAll(weights, w -> tree.configuredWeightAt(queue, w));
    departed
        .computeIfAbsent(parent, unused -> new ArrayList<>())
        .add(new DepartedQueue(name, weights, integral, left, true));
    if (isGone) {
      isQueue[queue] = false;
      departed.remove(queue);
    }
  }

  // -------------------------------------------------------------------------- reading and setting

  /** Returns the sums of configured weights, which are forgotten where one changes. */
  WeightSums sums() {
    return sums;
  }

  /** Returns the parts of the classes that a queue is configured to have. */
  public double[] parts(int queue) {
    double[] parts = new double[tree.space().weights()];
    Arrays.fill(parts, 1.0);
    for (int n = queue; n != ROOT; n = tree.parent(n)) {
      double[] sum = sums.below(tree.parent(n));
      for (int w = 0; w < sum.length; w++) {
        parts[w] *= tree.configuredWeightAt(n, w) / sum[w];
      }
    }
    return parts;
  }

  /** Returns the balance of a queue as of the last epoch's end, in amounts times seconds. */
  public double get(int queue, int share) {
    return balance[queue * shares + share] / MILLIS;
  }

  /** Returns the balances together of those that have left a queue, in amounts times seconds. */
  double left(int parent, int share) {
    return departed(parent).stream().mapToDouble(each -> each.balance()[share]).sum() / MILLIS;
  }

  /**
   * Returns the balances of a queue by what its parts come to in the time that is remembered, by
   * entry of a share: above 0 where it is ahead.
   */
  public double[] relatives(int queue) {
    double[] parts = parts(queue);
    double[] relatives = new double[shares];
    for (int s = 0; s < shares; s++) {
      double part = parts[tree.space().weightOf(s)];
      relatives[s] = factors.relative(balance[queue * shares + s], part, s);
    }
    return relatives;
  }

  /** Receives each balance. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Receives the balances of a queue in the tree, or of one that has left it.
     *
     * @param queue the one in the tree, or the parent of the one that has left it
     * @param name null for a queue in the tree
     * @param amounts by entry of a share, in amounts times seconds
     */
    void read(int queue, @Nullable String name, double[] amounts);
  }

  /** Reads all balances that are not 0, but for those that are left to siblings. */
  public void read(Reader reader) {
    for (int queue = 0; queue < isQueue.length; queue++) {
      if (isQueue[queue]) {
        double[] own = Arrays.copyOfRange(balance, queue * shares, (queue + 1) * shares);
        read(queue, null, own, reader);
      }
    }
    departed.forEach(
        (parent, gone) ->
            gone.stream()
                .filter(each -> each.name() != null)
                .forEach(each -> read(parent, each.name(), each.balance().clone(), reader)));
  }

  private static void read(int queue, @Nullable String name, double[] amounts, Reader reader) {
    boolean isAny = false;
    for (int s = 0; s < amounts.length; s++) {
      isAny |= amounts[s] != 0.0;
      amounts[s] /= MILLIS;
    }
    if (isAny) {
      reader.read(queue, name, amounts);
    }
  }

  /**
   * Adds to a balance; {@link #square} when all are there.
   *
   * @param amount in amounts times seconds, finite
   */
  public void add(int queue, int share, double amount) {
    balance[queue * shares + share] += amount * MILLIS;
  }

  /** Adds the balance of a named queue that is not in the tree, of a weight like its siblings'. */
  public void addDeparted(int parent, String name, double[] amounts) {
    double[] weights = new double[tree.space().weights()];
    Arrays.fill(weights, 1.0);
    double[] own = Arrays.stream(amounts).map(amount -> amount * MILLIS).toArray();
    departed
        .computeIfAbsent(parent, unused -> new ArrayList<>())
        .add(new DepartedQueue(name, weights, new long[shares], own, false));
  }

  /** Makes all balances 0. */
  public void reset() {
    Arrays.fill(balance, 0.0);
    departed.values().forEach(gone -> gone.forEach(each -> Arrays.fill(each.balance(), 0.0)));
    departed.values().forEach(gone -> gone.removeIf(each -> !each.isOfThisEpoch()));
  }

  /** Leaves to siblings what is missing for their sum to be 0: what removed queues had. */
  public void square() {
    square(ROOT);
  }

  private void square(int parent) {
    Siblings siblings = new Siblings(tree, parent);
    double[] missing = new double[shares];
    for (int s = 0; s < shares; s++) {
      for (int i = 0; i < siblings.count(); i++) {
        missing[s] -= balance[siblings.get(i) * shares + s];
      }
      for (DepartedQueue each : departed(parent)) {
        missing[s] -= each.balance()[s];
      }
    }
    give(missing, siblings);
    for (int i = 0; i < siblings.count(); i++) {
      square(siblings.get(i));
    }
  }
}
