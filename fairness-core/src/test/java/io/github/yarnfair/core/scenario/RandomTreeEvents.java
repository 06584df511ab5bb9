// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * A share tree and its plain double, to which the same random things happen: tasks start and end,
 * applications and queues come, go and move, demands, weights, limits, the cluster and the offer
 * change. Of several machine classes most tasks and offers are of one, some tasks float among them,
 * some span them; queues weigh differently in each.
 */
public final class RandomTreeEvents {
  private final Random random;
  private final ShareSpace space;
  private final ShareTree tree;
  private final Offer offer;
  private final List<Integer> queues = new ArrayList<>();
  private final List<Integer> leaves = new ArrayList<>();
  private final Map<Integer, PlainNode> doubles = new HashMap<>();
  private final long[] capacity;
  private final long[] free;

  /** How many of the machine classes, the first ones, are used. */
  private final int classes;

  /** Whether queues may serve in order. */
  private boolean orders;

  /** Whether leaves may stand beside queues, which YARN does not allow. */
  private final boolean mixed;

  /**
   * Creates a random tree over a random cluster of one machine class.
   *
   * @param nodes about how many nodes it has at first
   */
  public RandomTreeEvents(Random random, int nodes) {
    this(ShareSpace.ofOneClass(1 + random.nextInt(4)), random, nodes);
  }

  /** Creates a random tree over a random cluster, likewise, that counts by a space. */
  public RandomTreeEvents(ShareSpace space, Random random, int nodes) {
    this(space, space.classes(), random, nodes);
  }

  /**
   * Creates a random tree of which only the first classes are used; the same happens in all spaces
   * of as many resources.
   */
  public RandomTreeEvents(ShareSpace space, int usedClasses, Random random, int nodes) {
    this.space = space;
    this.random = random;
    classes = usedClasses;
    mixed = random.nextInt(8) == 0;
    tree = new ShareTree(space);
    offer = new Offer(space);
    capacity = new long[space.length()];
    free = new long[space.length()];
    queues.add(ShareTree.ROOT);
    doubles.put(ShareTree.ROOT, new PlainNode(ShareTree.ROOT, false, space));
    resizeCluster();
    for (int i = 0; i < nodes; i++) {
      addNode(random.nextInt(nodes > 40 ? 20 : 3) > 0);
    }
  }

  /** Returns a space of two to four machine classes. */
  public static ShareSpace classes(Random random) {
    ShareSpace.Kind kind = random.nextBoolean() ? ShareSpace.Kind.CLASS : ShareSpace.Kind.CLUSTER;
    return new ShareSpace(kind, 2 + random.nextInt(3), 1 + random.nextInt(3));
  }

  public ShareTree tree() {
    return tree;
  }

  public Offer offer() {
    return offer;
  }

  /** Returns the plain double of a node. */
  public PlainNode plain(int node) {
    return doubles.get(node);
  }

  /** Returns what the cluster has, as the tree was told. */
  public long[] capacity() {
    return capacity.clone();
  }

  /** Returns what is left of the offer. */
  public long[] free() {
    return free.clone();
  }

  /** Returns every node in the tree. */
  public List<Integer> nodes() {
    List<Integer> nodes = new ArrayList<>(queues);
    nodes.addAll(leaves);
    return nodes;
  }

  /** Lets queues serve in order from now on, a third of them at once, and leaves get ranks. */
  public RandomTreeEvents inOrder() {
    orders = true;
    queues.forEach(queue -> tree.setInOrder(queue, random.nextInt(3) == 0));
    leaves.forEach(this::rank);
    return this;
  }

  /** Few priorities, and submission numbers in no order. */
  private void rank(int leaf) {
    tree.setRank(leaf, random.nextInt(3) - 1, random.nextLong());
  }

  private void order() {
    if (random.nextInt(4) == 0) {
      int queue = pick(queues);
      tree.setInOrder(queue, !tree.isInOrder(queue));
    } else {
      onALeaf(this::rank);
    }
  }

  /** Lets one thing happen, most often to tasks and offers. */
  public void somethingHappens() {
    if (orders && random.nextInt(8) == 0) {
      order();
      return;
    }
    switch (random.nextInt(20)) {
      case 0 -> addNode(random.nextInt(3) > 0);
      case 1 -> removeNode();
      case 2 -> moveNode();
      case 3 -> limit(pick(nodes()));
      case 4 -> weigh(pick(nodes()));
      case 5 -> resizeCluster();
      case 6, 7, 8, 9, 10 -> onALeaf(this::release);
      case 11, 12 -> onALeaf(leaf -> charge(leaf, vector(8)));
      case 13, 14, 15 -> onALeaf(this::want);
      default -> open();
    }
  }

  /** Lets the leaf whose turn it is take its task, with one task less pending, or decline. */
  public void follow(int leaf) {
    if (leaf == ShareTree.NONE) {
      open();
    } else if (random.nextInt(8) == 0) {
      offer.skip(leaf);
      plain(leaf).skipped = true;
    } else {
      long[] room = new long[space.length()];
      tree.room(leaf, offer, room);
      Demand demand = tree.demand(leaf);
      int first = 0;
      while (!Amounts.fits(demand.vector(first), room)) {
        first++;
      }
      long[] taken = demand.vector(first);
      charge(leaf, taken);
      offer.take(taken);
      add(free, taken, -1);
      setDemand(leaf, demand.started(space, taken));
    }
  }

  private void onALeaf(IntConsumer event) {
    if (!leaves.isEmpty()) {
      event.accept(pick(leaves));
    }
  }

  private void addNode(boolean wantsLeaf) {
    List<Integer> parents = parents(wantsLeaf);
    boolean isLeaf = wantsLeaf || parents.isEmpty();
    parents = parents.isEmpty() ? parents(true) : parents;
    int queue =
        parents.get(random.nextInt(Math.min(parents.size(), 1 + random.nextInt(parents.size()))));
    double weight = weight();
    int node = isLeaf ? tree.addLeaf(queue, weight) : tree.addQueue(queue, weight);
    (isLeaf ? leaves : queues).add(node);
    PlainNode plain = new PlainNode(node, isLeaf, space);
    Arrays.fill(plain.weight, weight);
    plain.moveTo(plain(queue));
    doubles.put(node, plain);
    if (isLeaf) {
      want(node);
      if (random.nextBoolean()) {
        charge(node, vector(8));
      }
    }
  }

  /** Returns the queues that may have one leaf, or one queue, more; there is one for a leaf. */
  private List<Integer> parents(boolean ofALeaf) {
    return queues.stream().filter(queue -> mayHave(queue, ofALeaf)).toList();
  }

  private boolean mayHave(int queue, boolean leaf) {
    int child = tree.firstChild(queue);
    return mixed || child == ShareTree.NONE || tree.isLeaf(child) == leaf;
  }

  private void removeNode() {
    Integer node = pick(nodes());
    if (node == ShareTree.ROOT || tree.firstChild(node) != ShareTree.NONE) {
      return;
    }
    if (tree.isLeaf(node)) {
      releaseAll(node);
    }
    tree.remove(node);
    doubles.remove(node).leave();
    leaves.remove(node);
    queues.remove(node);
    open(); // a handle that is given out anew must not inherit a skip mark
  }

  private void moveNode() {
    int node = pick(nodes());
    int queue = pick(queues);
    if (!mayHave(queue, tree.isLeaf(node))) {
      return;
    }
    for (int n = queue; n != ShareTree.NONE; n = tree.parent(n)) {
      if (n == node) {
        return;
      }
    }
    tree.move(node, queue);
    plain(node).moveTo(plain(queue));
  }

  private void weigh(int node) {
    double[] weight = plain(node).weight;
    Arrays.fill(weight, weight());
    if (weight.length == 1 || classes == 1 || tree.isLeaf(node)) {
      tree.setWeight(node, weight[0]);
    } else {
      Arrays.setAll(weight, w -> weight());
      tree.setWeight(node, weight);
    }
  }

  private void limit(int node) {
    long[] limit = new long[space.length()];
    Arrays.fill(limit, ShareTree.UNLIMITED);
    for (int j = 0; j < usedPairs(); j++) {
      limit[j] =
          random.nextBoolean() ? ShareTree.UNLIMITED : random.nextLong(plain(node).held(j) + 9);
    }
    plain(node).limit = limit;
    plain(node).passable = random.nextInt(3) == 0;
    if (plain(node).passable) {
      tree.setPassableLimit(node, limit);
    } else {
      tree.setLimit(node, limit);
    }
  }

  private void resizeCluster() {
    for (int j = 0; j < usedPairs(); j++) {
      capacity[j] = random.nextInt(12) == 0 ? 0 : 10 + random.nextInt(90);
    }
    tree.setCapacity(capacity);
  }

  private void charge(int leaf, long[] amount) {
    tree.charge(leaf, amount);
    add(plain(leaf).held, amount, 1);
    plain(leaf).running.add(amount);
  }

  /** Ends all tasks of a leaf, or some of them. */
  private void release(int leaf) {
    if (random.nextBoolean()) {
      releaseAll(leaf);
    } else {
      Demand held = tree.held(leaf);
      for (int i = 0; i < held.size(); i++) {
        release(leaf, held.vector(i), random.nextLong(held.tasks(i) + 1));
      }
    }
  }

  private void releaseAll(int leaf) {
    Demand held = tree.held(leaf);
    for (int i = 0; i < held.size(); i++) {
      release(leaf, held.vector(i), held.tasks(i));
    }
  }

  private void release(int leaf, long[] task, long count) {
    for (long i = 0; i < count; i++) {
      tree.release(leaf, task);
      add(plain(leaf).held, task, -1);
      plain(leaf).end(task, space.pairs());
    }
  }

  private void want(int leaf) {
    Demand.Builder demand = new Demand.Builder();
    for (int shapes = random.nextInt(4); shapes > 0; shapes--) {
      long[] task = new long[space.resources()];
      fill(task, 0, 5);
      task[random.nextInt(task.length)]++;
      long count = random.nextBoolean() ? Demand.ENDLESS : 1 + random.nextInt(5);
      int kind = classes == 1 ? 3 : random.nextInt(8);
      switch (kind) {
        case 0 -> addFloating(demand, task, count, ShareSpace.ANY_CLASS, 0);
        case 1 -> {
          demand.add(space.amounts(0, task), count);
          addFloating(demand, task, count, ShareSpace.IDLE_ROOM, 1);
        }
        case 2 -> {
          long[] spanning = new long[space.length()];
          fill(spanning, random.nextInt(usedPairs()), 5);
          spanning[random.nextInt(usedPairs())]++;
          demand.add(spanning, count);
        }
        default -> demand.add(space.amounts(anyClass(), task), count);
      }
    }
    boolean isGang = leaf % 7 == 3;
    Demand pending = demand.build().startingTogether(isGang ? 4 : 1);
    setDemand(leaf, isGang ? pending.withUnserved(members(pending.size())) : pending);
  }

  /** Returns some tasks that are not to be served now. */
  private Demand members(int tasks) {
    long[] task = new long[space.resources()];
    Arrays.fill(task, 1);
    return Demand.of(space.amounts(0, task), tasks);
  }

  private void addFloating(Demand.Builder to, long[] task, long count, int reach, int fromClass) {
    for (int c = fromClass; c < classes; c++) {
      to.add(space.amounts(c, task, reach), count);
    }
  }

  private void setDemand(int leaf, Demand demand) {
    tree.setDemand(leaf, demand);
    plain(leaf).demand = demand;
  }

  private void open() {
    System.arraycopy(vector(15), 0, free, 0, free.length);
    if (space.classes() > 1) {
      free[space.pairs()] = classes == 1 ? ShareSpace.ANY_CLASS : random.nextInt(3);
    }
    offer.open(free);
    doubles.values().forEach(plain -> plain.skipped = false);
  }

  private void add(long[] to, long[] amount, int sign) {
    for (int j = 0; j < space.pairs(); j++) {
      to[j] += sign * amount[j];
    }
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private double weight() {
    return random.nextInt(3) > 0 ? 1 : 0.1 + 4 * random.nextDouble();
  }

  private int usedPairs() {
    return classes * space.resources();
  }

  private int anyClass() {
    return classes == 1 ? 0 : random.nextInt(classes);
  }

  /** Returns amounts of one class, seldom of all. */
  private long[] vector(int bound) {
    long[] vector = new long[space.length()];
    boolean spans = classes > 1 && random.nextInt(6) == 0;
    int last = spans ? classes - 1 : anyClass();
    for (int c = spans ? 0 : last; c <= last; c++) {
      fill(vector, space.pair(c, 0), bound);
    }
    return vector;
  }

  private void fill(long[] vector, int from, int bound) {
    for (int j = from; j < Math.min(from + space.resources(), usedPairs()); j++) {
      vector[j] = random.nextInt(3) == 0 ? 0 : random.nextInt(bound);
    }
  }
}
